#include "serve/request_target.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <optional>

namespace plumb {
namespace {

// For a sentence: what came, but not all of it.
std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 80;
  return std::string(text.substr(0, kMost)) + (text.size() > kMost ? "..." : "");
}

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A' + 10);
  return std::nullopt;
}

Result<std::string> unescaped(std::string_view text, bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      decoded += ' ';
    } else if (text[i] != '%') {
      decoded += text[i];
    } else {
      const auto high = i + 1 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
      const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
      if (!high || !low) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("the request's target has a \"%\" without two hexadecimal digits "
                                "in \"{}\"; write %25 for a percent sign",
                                shortened(text)));
      }
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    }
  }
  if (!simdjson::validate_utf8(decoded)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("\"{}\" in the request's target is no UTF-8 once it is decoded",
                            shortened(text)));
  }
  if (decoded.find('\0') != std::string::npos) {
    return fail(ErrorCode::invalid_input, "the request's target holds an escaped NUL");
  }
  return decoded;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

Result<std::string> decoded_path(std::string_view text) {
  PLUMB_TRY(std::string path, unescaped(text, false));
  if (std::ranges::any_of(path, is_control)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the path \"{}\" holds an escaped control character", shortened(text)));
  }
  return path;
}

Result<std::vector<std::pair<std::string, std::string>>> decoded_query(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> query;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    PLUMB_TRY(std::string name, unescaped(part.substr(0, equals), true));
    PLUMB_TRY(std::string value, unescaped(part.substr(std::min(part.size(), equals + 1)), true));
    query.emplace_back(std::move(name), std::move(value));
  }
  return query;
}

// Takes "http://HOST" off an absolute form, and returns HOST.
std::string_view take_authority(std::string_view& target) {
  const std::size_t scheme = target.find("://");
  if (scheme == std::string_view::npos || target.starts_with('/')) return {};
  const std::string_view rest = target.substr(scheme + 3);
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  target = rest.substr(end);
  return rest.substr(0, end);
}

}  // namespace

Result<RequestTarget> parse_request_target(std::string_view target) {
  const bool is_plain = std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7F; });
  if (!is_plain || target.find('#') != std::string_view::npos) {
    return fail(ErrorCode::invalid_input,
                "the request's target holds a byte that has to be escaped there as %XX");
  }
  RequestTarget parsed;
  parsed.authority = take_authority(target);
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, question);
  if (path.empty() && !parsed.authority.empty()) {
    parsed.path = "/";
  } else if (path.starts_with('/') || target == "*") {
    PLUMB_TRY(parsed.path, decoded_path(path));
  } else {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the request's target \"{}\" does not begin with a slash", shortened(target)));
  }
  PLUMB_TRY(parsed.query, decoded_query(target.substr(std::min(target.size(), question + 1))));
  return parsed;
}

}  // namespace plumb
