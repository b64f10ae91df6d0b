#include "serve/response_head.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace plumb {
namespace {

void append_header(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    head += (byte < 0x20 && c != '\t') || byte == 0x7F ? ' ' : c;
  }
  head += "\r\n";
}

}  // namespace

std::string_view phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
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
    case 412:
      return "Precondition Failed";
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
    case 428:
      return "Precondition Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 507:
      return "Insufficient Storage";
    default:
      return "";  // a phrase is for people, and may be left out
  }
}

bool has_content(int status) {
  return status >= 200 && status != 204 && status != 304;
}

std::string http_date(std::chrono::sys_seconds time) {
  static constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format(
      "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[std::chrono::weekday(day).c_encoding()],
      static_cast<unsigned>(date.day()), kMonths[static_cast<unsigned>(date.month()) - 1],
      static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
      clock.seconds().count());
}

std::string response_head(const ServedResponse& response, const ResponseFraming& framing) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", response.status, phrase_of(response.status));
  append_header(head, "Date", http_date(framing.date));
  if (has_content(response.status)) {
    if (!response.content_type.empty()) {
      append_header(head, "Content-Type", response.content_type);
    }
    append_header(head, "Content-Length", std::to_string(response.body.size()));
  }
  for (const auto& [name, value] : response.headers) append_header(head, name, value);
  if (!framing.keeps_alive) {
    append_header(head, "Connection", "close");
  } else if (framing.names_keep_alive) {
    append_header(head, "Connection", "keep-alive");
  }
  return head + "\r\n";
}

}  // namespace plumb
