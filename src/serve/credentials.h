// Who asks: by a key in Authorization, by the cookie of a sign-in, or from this machine while
// there is no key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "serve/caller.h"
#include "serve/http_message.h"
#include "serve/key_ring.h"
#include "serve/problem_json.h"

namespace plumb {

enum class CredentialKind { loopback, key, cookie };

struct Credentials {
  Caller caller;
  CredentialKind kind = CredentialKind::loopback;
  std::optional<UtcTime> expires{};  // of a cookie's sign-in
};

// Whether the head names anybody at all; does not block.
bool shows_credentials(const ServedRequest& head);

// 401 with the challenge of its kind.
Problem no_credentials(std::string_view why);

// A bearer's header counts before a cookie; one of another scheme is between the client and a proxy
// before the server, and is not looked at. Where no key is needed, a cookie that opens nothing is
// not looked at. Fails with 401.
ServedResult<Credentials> credentials_of(KeyRing& keys, const ServedRequest& request);

// Fails with 413 where the caller's key may not send so many bytes in one body.
ServedResult<void> check_body_size(const Caller& caller, std::uint64_t bytes);

// A write by cookie carries its token; fails with 403.
ServedResult<void> check_csrf(const Credentials& credentials, const ServedRequest& request);

}  // namespace plumb
