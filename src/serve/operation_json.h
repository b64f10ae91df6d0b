// An operation of the API: what the document describes under one operationId, and the function
// that does it.
//
// The document (src/serve/api/*.json, fragments of OpenAPI 3.1) is the one source: the router, the
// checks of parameters and bodies, the scopes ("x-plumb-scope") and GET /openapi.json come from
// it. A server does not start where the document and the functions disagree.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/access.h"
#include "record/document_json.h"
#include "serve/http_handler.h"
#include "serve/problem_json.h"
#include "serve/services.h"

namespace plumb {

// Who asks: a key, or anyone on this machine where there are no keys.
struct Caller {
  ProjectId project{};
  Scope scope = Scope::read;
  std::string name;  // a key's prefix, or "loopback"
};

// One request whose caller may ask it and whose parameters and body are as the document says.
struct Call {
  const ServedRequest& request;
  const Caller& caller;
  Services& services;
  nlohmann::json parameters;  // path and query by name, of their types, defaults filled in
  nlohmann::json body;        // null where there is none
};

// An answer with a body of JSON, 200 unless it says otherwise.
struct Answer {
  nlohmann::ordered_json body;
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string audit{};  // of a write: the subject, "executions/17"
};

template <class T>
using ServedResult = std::expected<T, Problem>;

using AnswerFunction = std::function<ServedResult<Answer>(Call&)>;
using StreamFunction = std::function<ServedResult<std::unique_ptr<StreamedBody>>(Call&)>;

struct Operation {
  std::string_view id;  // operationId
  AnswerFunction answer;
  // For the media type application/x-ndjson, where the document has it.
  StreamFunction stream = nullptr;
};

// One list a file of routes.
std::vector<Operation> execution_operations();
std::vector<Operation> baseline_operations();
std::vector<Operation> drift_operations();
std::vector<Operation> job_operations();
std::vector<Operation> monitor_operations();
std::vector<Operation> session_operations();
std::vector<Operation> experiment_operations();
std::vector<Operation> stereotype_operations();

}  // namespace plumb
