#include "serve/problem_json.h"

#include <utility>

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
      return 503;
    case ErrorCode::corrupt:
    case ErrorCode::io:
      return 500;
  }
  std::unreachable();
}

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
  if (status != 500) return;
  log = std::exchange(detail,
                      "something failed in the server while it worked on this request; its log "
                      "says what, and the request may be sent again");
}

Problem field_problem(std::string field, std::string value, std::string message) {
  Problem problem(422, field + " " + message);
  problem.errors.push_back({std::move(field), shortened(std::move(value)), std::move(message)});
  return problem;
}

std::string_view phrase_of(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 421:
      return "Misdirected Request";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    default:
      return status < 500 ? "Bad Request" : "Internal Server Error";
  }
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
