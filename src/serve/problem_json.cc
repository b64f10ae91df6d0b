#include "serve/problem_json.h"

#include <utility>

#include "serve/response_head.h"

namespace plumb {
namespace {

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input:
    case ErrorCode::unsupported:
      return 422;
    case ErrorCode::not_found:
      return 404;
    case ErrorCode::conflict:
      return 409;
    case ErrorCode::interrupted:
    case ErrorCode::io:
      return 503;
    case ErrorCode::full:
      return 507;
    case ErrorCode::corrupt:
      return 500;
  }
  std::unreachable();
}

constexpr std::string_view kFailed =
    "something failed in the server while it worked on this request; its log says what, and the "
    "request may be sent again";

constexpr std::string_view kFull =
    "the server has no room left to keep this, and nothing of it was kept; its operator has to "
    "make "
    "room before the same request can be taken";

// Not in the middle of a character.
std::string shortened(std::string text) {
  constexpr std::size_t kMost = 80;  // bytes
  if (text.size() <= kMost) return text;
  std::size_t length = kMost;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  text.resize(length);
  return text + "...";
}

}  // namespace

Problem::Problem(const Error& error) : status(status_of(error.code)), detail(error.message) {
  if (error.code == ErrorCode::corrupt) log = std::exchange(detail, std::string(kFailed));
  if (error.code == ErrorCode::full) log = std::exchange(detail, std::string(kFull));
  if (error.code != ErrorCode::io) return;
  constexpr int kRetryAfterSeconds = 5;
  log = std::exchange(detail,
                      "the server cannot do this right now; its log says why, and the request may "
                      "be sent again");
  retry_after_seconds = kRetryAfterSeconds;
}

Problem problem_of(const std::exception& error) {
  Problem problem(500, std::string(kFailed));
  problem.log = error.what();
  return problem;
}

Problem field_problem(std::string field, std::string value, std::string message) {
  Problem problem(422, field + " " + message);
  problem.errors.push_back({std::move(field), shortened(std::move(value)), std::move(message)});
  return problem;
}

ServedResponse response_of(const Problem& problem) {
  nlohmann::ordered_json document = {{"type", "about:blank"},
                                     {"title", phrase_of(problem.status)},
                                     {"status", problem.status},
                                     {"detail", problem.detail}};
  if (!problem.errors.empty()) {
    auto& errors = document["errors"] = nlohmann::ordered_json::array();
    for (const FieldProblem& each : problem.errors) {
      errors.push_back({{"field", each.field}, {"value", each.value}, {"message", each.message}});
    }
  }
  for (const auto& [name, value] : problem.extra.items()) document[name] = value;
  ServedResponse response;
  response.status = problem.status;
  response.content_type = "application/problem+json";
  response.headers = problem.headers;
  if (problem.retry_after_seconds) {
    response.headers.emplace_back("retry-after", std::to_string(*problem.retry_after_seconds));
  }
  response.body = json_line(document);
  return response;
}

std::string shown_value(const nlohmann::json& value) {
  return shortened(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace plumb
