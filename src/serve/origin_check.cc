#include "serve/origin_check.h"

#include <algorithm>

namespace plumb {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Four numbers below 256.
bool is_ipv4(std::string_view text) {
  int parts = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::string_view part = text.substr(0, end);
    if (part.empty() || part.size() > 3 ||
        part.find_first_not_of("0123456789") != std::string_view::npos ||
        std::stoi(std::string(part)) > 255) {
      return false;
    }
    ++parts;
    if (end < text.size() && end + 1 == text.size()) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts == 4;
}

// "[::1]:8000" -> "::1", "Localhost:8000" -> "localhost".
std::string name_in(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    return in_lower_case(authority.substr(1, end == std::string_view::npos ? end : end - 1));
  }
  std::string name = in_lower_case(authority.substr(0, authority.find(':')));
  if (name.ends_with('.')) name.pop_back();
  return name;
}

// For a sentence: printable, and not long.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 80)) out += c > ' ' && c < 0x7F ? c : '?';
  return out;
}

}  // namespace

bool is_loopback_address(std::string_view address) {
  if (address.starts_with("::ffff:")) address.remove_prefix(7);
  return address == "::1" || (address.starts_with("127.") && is_ipv4(address));
}

bool is_loopback_name(std::string_view host) {
  return in_lower_case(host) == "localhost" || is_loopback_address(host);
}

std::optional<Refusal> refuse_host(const ServedRequest& request,
                                   std::span<const std::string> public_hosts) {
  const std::string_view given = request.header("host");
  if (given.empty()) {
    return Refusal{400,
                   "the request has no Host header; send the name that the server is asked by"};
  }
  const std::string name = name_in(given);
  if (is_loopback_name(name)) return std::nullopt;
  const bool is_public = std::ranges::any_of(
      public_hosts, [&](const std::string& host) { return name_in(host) == name; });
  if (is_public) return std::nullopt;
  return Refusal{421, "the server does not answer to the host " + shown(given) +
                          "; ask it as localhost, or start it with --public-host " + shown(name)};
}

std::optional<Refusal> refuse_origin(const ServedRequest& request) {
  const std::string_view origin = request.header("origin");
  if (origin.empty()) {
    // Browsers say so of what they send for another site's page, with an Origin or without.
    if (request.header("sec-fetch-site") != "cross-site") return std::nullopt;
    // A link that somebody follows: it can read nothing, and does nothing.
    if (request.method == "GET" && request.header("sec-fetch-mode") == "navigate") {
      return std::nullopt;
    }
    return Refusal{403, "a page of another site asks, which this server does not answer"};
  }
  const std::size_t scheme_end = origin.find("://");
  const std::string_view authority =
      scheme_end == std::string_view::npos ? std::string_view() : origin.substr(scheme_end + 3);
  if (!authority.empty() && in_lower_case(authority) == in_lower_case(request.header("host"))) {
    return std::nullopt;
  }
  return Refusal{403, "the origin " + shown(origin) +
                          " is not this server's own, and pages of other sites are not answered"};
}

}  // namespace plumb
