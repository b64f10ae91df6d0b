// An operation of the API: what the document describes under one operationId, and the function
// that does it.
//
// The document (src/serve/api/*.json, fragments of OpenAPI 3.1) is the one source: the router, the
// checks of parameters and bodies, the scopes ("x-plumb-scope") and GET /openapi.json come from
// it. A server does not start where the document and the functions disagree.
//
// To add routes: a fragment src/serve/api/NAME.json, a function NAME_operations() declared here,
// and its line in operations.cc. Words of the fragment beside OpenAPI's own:
//   "x-plumb-scope": "read" | "write" | "admin"   of an operation; absent: open to anyone
//   "x-plumb-any-host": true      of an operation: answered under any Host, as probes ask
//   "x-plumb-most-bytes": N       of a request's media type: a longer body is 413
//   "x-plumb-raw": true           of a request's media type: not read as JSON and not checked; the
//                                 function finds it in call.request.body, content encoding and all
//   "x-plumb-rest": true          of a path's last parameter: it takes the slashes behind it too
// The header Idempotency-Key (of every POST that has a scope), the usual problem responses and the
// security of each operation are added by the machine, not written down.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/document_json.h"
#include "serve/caller.h"
#include "serve/http_handler.h"
#include "serve/problem_json.h"
#include "serve/services.h"

namespace plumb {

// One request whose caller may ask it and whose parameters and body are as the document says.
struct Call {
  const ServedRequest& request;
  const Caller& caller;
  Services& services;
  // Path and query by name, of their types, defaults filled in; one that was not given and has no
  // default is not there.
  nlohmann::json parameters;
  nlohmann::json body;      // null where there is none, and where quickly_read has it
  std::any quickly_read{};  // of Operation::read_quickly

  std::int64_t id(const char* name) const { return parameters.at(name).get<std::int64_t>(); }
  // None where the parameter was not given.
  template <class Value>
  std::optional<Value> parameter(const char* name) const {
    const auto found = parameters.find(name);
    if (found == parameters.end()) return std::nullopt;
    return found->template get<Value>();
  }
  // None where the member of the body was left out or is null.
  template <class Value>
  std::optional<Value> member(const char* name) const {
    const auto found = body.find(name);
    if (found == body.end() || found->is_null()) return std::nullopt;
    return found->template get<Value>();
  }
};

struct Answer;
using AnswerFunction = std::function<ServedResult<Answer>(Call&)>;

// An answer with a body of JSON, 200 unless it says otherwise. A null body with status 204 is none.
struct Answer {
  struct Text {
    std::string content_type;
    std::string bytes;
  };

  nlohmann::ordered_json body = nullptr;
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string audit{};         // of a write: the subject, "executions/17"
  std::optional<Text> text{};  // of another type than JSON: sent in place of `body`
  // What is kept for a repeated request in place of `body`: without what is shown once.
  std::optional<nlohmann::ordered_json> kept_body{};
  // Of a write: what takes time once it is committed, such as a wait for a job. Its answer is the
  // one that is sent, of which `audit` and `afterwards` are not looked at; its failure undoes
  // nothing.
  AnswerFunction afterwards{};
};

// Gives the function that writes.
using PrepareFunction = std::function<ServedResult<AnswerFunction>(Call&)>;
using StreamFunction = std::function<ServedResult<std::unique_ptr<StreamedBody>>(Call&)>;

struct Operation {
  std::string_view id;  // operationId
  // Of an operation that writes, and is not open to anyone, this runs inside of the transaction
  // that its audit line and its idempotency key are part of (write_once_json.h): calls of the store
  // and nothing that takes time.
  AnswerFunction answer = nullptr;
  // In place of `answer`, for a write that takes time: outside of any transaction it reads and
  // measures, and gives what is left to write.
  PrepareFunction prepare = nullptr;
  // For the media type application/x-ndjson, where the document has it.
  StreamFunction stream = nullptr;
  // Of a write: its refusals in the words of another protocol, once they are known.
  void (*reword)(Problem& problem) = nullptr;
  // Makes or revokes keys: what the server remembers of them is looked up anew at once.
  bool changes_keys = false;
  // For bodies of JSON that come by the megabyte: what was read of one that surely is as the
  // document says. Then it is not read into call.body, and the function finds this in
  // call.quickly_read. Where this is nothing, the document decides.
  std::any (*read_quickly)(const std::string& body) = nullptr;
};

// Every list below that this server has: see operations.cc.
std::vector<Operation> all_operations();

// One list a file of routes.
std::vector<Operation> access_operations();
std::vector<Operation> execution_operations();
std::vector<Operation> result_operations();
std::vector<Operation> baseline_operations();
std::vector<Operation> demo_operations();
std::vector<Operation> drift_operations();
std::vector<Operation> job_operations();
std::vector<Operation> monitor_operations();
std::vector<Operation> otlp_operations();
std::vector<Operation> overview_operations();
std::vector<Operation> session_operations();
std::vector<Operation> experiment_operations();
std::vector<Operation> stereotype_operations();
std::vector<Operation> stereotype_pair_operations();
std::vector<Operation> view_operations();

}  // namespace plumb
