// A problem document (RFC 9457): what is wrong, where, with which value, and what to do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/document_json.h"
#include "serve/http_message.h"

namespace plumb {

struct FieldProblem {
  std::string field;    // a JSON pointer into the body, or the parameter's name
  std::string value;    // as it came, shortened
  std::string message;  // a sentence that says what it should be
};

struct Problem {
  int status = 500;
  std::string title;   // the same for every occurrence of a kind
  std::string detail;  // of this one
  std::vector<FieldProblem> errors{};
  nlohmann::ordered_json extra = nlohmann::ordered_json::object();  // "durable_lines": 2000
  std::optional<int> retry_after_seconds{};
};

// not_found 404, conflict 409, invalid_input 422, unsupported 422, interrupted 503; io and corrupt
// are 500, whose sentence goes to the log and not to the caller.
Problem problem_of(const Error& error);
Problem problem(int status, std::string detail);

ServedResponse response_of(const Problem& problem);

}  // namespace plumb
