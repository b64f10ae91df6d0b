// The cookie of a sign-in, and the token that its writes carry.
//
// The cookie has no Path: the browser then takes the folder of the address that it asked, which is
// ".../api/v1" with whatever prefix a proxy puts before it and strips. HttpOnly and SameSite=Strict
// keep it from scripts and from other sites; Secure is added where the page came by TLS.
//
// A write that comes with the cookie also carries a header that only the page can set, since it
// reads the value from GET /api/v1/whoami: a hash of the cookie's own token, so there is nothing
// to keep, and a token fits one sign-in alone.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "serve/http_message.h"

namespace plumb {

inline constexpr std::string_view kCsrfHeader = "x-csrf-token";

// The token of the request's cookie; empty where it has none that could be one.
std::string sign_in_token(const ServedRequest& request);

// The value of Set-Cookie.
std::string sign_in_cookie(std::string_view token, std::chrono::seconds life,
                           const ServedRequest& request);
// The one that ends it in the browser.
std::string ended_cookie(const ServedRequest& request);

std::string csrf_token_of(std::string_view sign_in_token);
bool carries_csrf_token(const ServedRequest& request, std::string_view sign_in_token);

}  // namespace plumb
