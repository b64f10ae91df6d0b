#include "serve/credentials.h"

#include <fmt/format.h>

#include "serve/origin_check.h"
#include "serve/sign_in_cookie.h"

namespace plumb {
namespace {

// "Bearer TOKEN", the first word in any case; none where it is another scheme.
std::optional<std::string_view> bearer_token(std::string_view header) {
  constexpr std::string_view kScheme = "bearer ";
  if (header.size() < kScheme.size()) return std::nullopt;
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    const char c = header[i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != kScheme[i]) return std::nullopt;
  }
  header.remove_prefix(kScheme.size());
  const std::size_t start = header.find_first_not_of(' ');
  return start == std::string_view::npos ? std::string_view() : header.substr(start);
}

Problem refusal(std::string_view sentence, std::string_view challenge) {
  Problem problem(401, std::string(sentence));
  problem.headers.emplace_back("www-authenticate", std::string(challenge));
  return problem;
}

ServedResult<Credentials> by_key(KeyRing& keys, std::string_view token) {
  PLUMB_TRY(const auto caller, keys.find(token));
  if (caller) return Credentials{*caller, CredentialKind::key};
  return std::unexpected(
      refusal("the key is unknown, expired or revoked; send Authorization: Bearer with a key of "
              "plumb key create",
              "Bearer realm=\"plumb\", error=\"invalid_token\""));
}

}  // namespace

bool shows_credentials(const ServedRequest& head) {
  return bearer_token(head.header("authorization")) || !sign_in_token(head).empty();
}

Problem no_credentials(std::string_view why) {
  return refusal(
      fmt::format("{}; send Authorization: Bearer with a key of plumb key create, or sign in", why),
      "Bearer realm=\"plumb\"");
}

ServedResult<Credentials> credentials_of(KeyRing& keys, const ServedRequest& request) {
  if (const auto token = bearer_token(request.header("authorization"))) {
    return by_key(keys, *token);
  }
  const std::string token = sign_in_token(request);
  if (!token.empty()) {
    PLUMB_TRY(const auto sign_in, keys.signed_in(token));
    if (sign_in) {
      const ApiKey& key = sign_in->key;
      return Credentials{{key.project, key.scope, key.prefix, key.limits},
                         CredentialKind::cookie,
                         sign_in->expires};
    }
  }
  PLUMB_TRY(const bool needs_key, keys.needs_key());
  if (!needs_key && is_loopback_address(request.remote)) {
    return Credentials{keys.loopback_caller(), CredentialKind::loopback};
  }
  return std::unexpected(
      no_credentials(token.empty() ? "this needs a key"
                                   : "the sign-in has ended, or its key expired or was revoked"));
}

ServedResult<void> check_body_size(const Caller& caller, std::uint64_t bytes) {
  const auto most = caller.limits.body_limit;
  if (!most || bytes <= static_cast<std::uint64_t>(*most)) return {};
  return refused(
      413, fmt::format("the body has {} bytes or more; at most {} are taken with the key {}", bytes,
                       *most, caller.name));
}

ServedResult<void> check_csrf(const Credentials& credentials, const ServedRequest& request) {
  const bool only_reads =
      request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS";
  if (credentials.kind != CredentialKind::cookie || only_reads) return {};
  if (carries_csrf_token(request, sign_in_token(request))) return {};
  return refused(403,
                 "a write that comes with the cookie carries X-CSRF-Token, with the "
                 "csrf_token of GET /api/v1/whoami; it is missing or of another sign-in");
}

}  // namespace plumb
