// A problem document (RFC 9457): what is wrong, where, with which value, and what to do.
//
// An Error turns into a Problem by itself, so PLUMB_TRY works in functions that return one:
// not_found 404, conflict 409, invalid_input 422, unsupported 422, interrupted 503; io is 503 with
// Retry-After (a database that is locked, away or has no connection free), full is 507 without a
// promise of when to come back, corrupt is 500. The sentences of these three go to the log and not
// to the caller.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
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
  Problem() = default;
  Problem(int status_code, std::string sentence)
      : status(status_code), detail(std::move(sentence)) {}
  Problem(const Error& error);  // implicit, see above

  int status = 500;
  std::string detail;  // of this occurrence; the title is the status's own
  std::vector<FieldProblem> errors{};
  nlohmann::ordered_json extra = nlohmann::ordered_json::object();  // "durable_lines": 2000
  std::optional<int> retry_after_seconds{};
  std::vector<std::pair<std::string, std::string>> headers{};  // "allow", "www-authenticate"
  std::string log{};                                           // what only the operator may read
};

template <class T>
using ServedResult = std::expected<T, Problem>;

inline Problem problem_of(const Error& error) {
  return Problem(error);
}
// What nobody thought of: 500, and the exception's words go to the log.
Problem problem_of(const std::exception& error);
inline Problem problem(int status, std::string detail) {
  return Problem(status, std::move(detail));
}
// One field is wrong: 422.
Problem field_problem(std::string field, std::string value, std::string message);

inline std::unexpected<Problem> refused(int status, std::string detail) {
  return std::unexpected<Problem>(Problem(status, std::move(detail)));
}

ServedResponse response_of(const Problem& problem);

// A value for a sentence: as JSON, the start of it where it is long.
std::string shown_value(const nlohmann::json& value);

}  // namespace plumb
