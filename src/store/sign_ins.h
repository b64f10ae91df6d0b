// Sign-ins: browsers that exchanged an API key for a cookie.
//
// The cookie's token is kept as its SHA-256. A sign-in opens what its key opens, for as long as the
// key does and until it ends itself: every look asks the store, so a revocation counts at once, and
// a restart ends none.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "record/access.h"
#include "store/database.h"

namespace plumb {

inline constexpr std::chrono::hours kSignInLife{24 * 14};

struct SignIn {
  ApiKey key;
  UtcTime expires;  // of the sign-in, never later than its key's
};

struct StartedSignIn {
  SignIn sign_in;
  Secret token;  // for the cookie
};

class SignIns {
 public:
  explicit SignIns(Database& database) : database_(database) {}

  // Of a key that ApiKeys::authenticate() gave. Those that expired are cleared away, and of one
  // key the newest hundred stay. Fails with not_found: the key is gone or opens nothing any more.
  Result<StartedSignIn> start(ApiKeyId key);

  // None where the token is unknown, or where it or its key expired or was revoked.
  Result<std::optional<SignIn>> find(std::string_view token);

  // One that is not there is no error.
  Result<void> end(std::string_view token);

 private:
  Database& database_;
};

}  // namespace plumb
