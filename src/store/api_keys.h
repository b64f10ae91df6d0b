// API keys. The store holds a key's SHA-256 alone (secret_token.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "record/access.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

struct NewApiKey {
  std::string name{};
  Scope scope = Scope::read;
  std::optional<UtcTime> expires{};
  KeyLimits limits{};
};

struct CreatedApiKey {
  ApiKey key;
  Secret token;  // "plumb_PREFIX_SECRET": shown now and never again
};

class ApiKeys {
 public:
  explicit ApiKeys(Database& database) : database_(database) {}

  // Fails with not_found (no such project) or invalid_input (it would be expired at once, or a
  // limit is none that record/access.h allows).
  Result<CreatedApiKey> create(ProjectId project, const NewApiKey& wanted);

  // The key that this token opens; none where it is unknown, expired or revoked, without a hint
  // which. Takes the same time for any wrong secret of a prefix.
  Result<std::optional<ApiKey>> authenticate(std::string_view token);

  Result<Page<ApiKey>> list(ProjectId project, const PageRequest& request);
  // Revoking twice is no error. Fails with not_found, also for another project's key.
  Result<void> revoke(ProjectId project, ApiKeyId id);
  // The same, but for the last admin's key of the project that opens anything: fails with conflict,
  // since nobody could make another one by it. Of two callers at once who revoke each other's, one
  // fails.
  Result<void> revoke_unless_last_admin(ProjectId project, ApiKeyId id);
  // Whether any key could open anything: without one a server stays on loopback.
  Result<bool> any_valid();
  // Whether there ever was one, expired and revoked ones too: from then on nobody is let in
  // without.
  Result<bool> any_made();

 private:
  Database& database_;
};

}  // namespace plumb
