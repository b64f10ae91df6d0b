#include "serve/sign_in_cookie.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/secret_token.h"

namespace plumb {
namespace {

constexpr std::string_view kName = "plumb_sign_in";
constexpr std::size_t kTokenLength = 64;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Behind a proxy that speaks TLS the request is plain, and its Origin says how the page came: who
// lies about that lies about a cookie of their own.
bool came_by_tls(const ServedRequest& request) {
  return request.secure || request.header("origin").starts_with("https://");
}

std::string cookie(std::string_view value, std::chrono::seconds life,
                   const ServedRequest& request) {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Max-Age={}{}", kName, value, life.count(),
                     came_by_tls(request) ? "; Secure" : "");
}

}  // namespace

std::string sign_in_token(const ServedRequest& request) {
  std::string_view rest = request.header("cookie");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    const std::string_view pair = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!pair.starts_with(kName) || !pair.substr(kName.size()).starts_with('=')) continue;
    const std::string_view value = pair.substr(kName.size() + 1);
    const bool is_hex = value.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (value.size() == kTokenLength && is_hex) return std::string(value);
  }
  return {};
}

std::string sign_in_cookie(std::string_view token, std::chrono::seconds life,
                           const ServedRequest& request) {
  return cookie(token, life, request);
}

std::string ended_cookie(const ServedRequest& request) {
  return cookie("", std::chrono::seconds(0), request);
}

std::string csrf_token_of(std::string_view sign_in_token) {
  return token_hash(fmt::format("plumb csrf {}", sign_in_token));
}

bool carries_csrf_token(const ServedRequest& request, std::string_view sign_in_token) {
  return equal_in_constant_time(request.header(kCsrfHeader), csrf_token_of(sign_in_token));
}

}  // namespace plumb
