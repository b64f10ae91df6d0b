#include "store/sign_ins.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/secret_token.h"

namespace plumb {
namespace {

#define PLUMB_KEY_COLUMNS                                                                     \
  "k.id, k.project_id, k.name, k.prefix, k.scope, k.created_at, k.expires_at, k.revoked_at, " \
  "k.rate, k.body_limit"
constexpr std::string_view kKey = "SELECT " PLUMB_KEY_COLUMNS ", 0 FROM api_keys k WHERE k.id = $1";
constexpr std::string_view kFind =
    "SELECT " PLUMB_KEY_COLUMNS
    ", s.expires_at FROM sign_ins s JOIN api_keys k ON k.id = s.api_key_id WHERE s.sha256 = $1";
constexpr std::string_view kInsert =
    "INSERT INTO sign_ins (sha256, api_key_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
constexpr std::string_view kClearExpired = "DELETE FROM sign_ins WHERE expires_at <= $1";
constexpr std::string_view kClearOldest =
    "DELETE FROM sign_ins WHERE sha256 IN (SELECT sha256 FROM sign_ins WHERE api_key_id = $1 "
    "ORDER BY created_at DESC, sha256 LIMIT 1000 OFFSET 100)";
constexpr std::string_view kEnd = "DELETE FROM sign_ins WHERE sha256 = $1";

Result<SignIn> read_sign_in(const SqlRow& row) {
  SignIn found;
  ApiKey& key = found.key;
  PLUMB_CHECK_RESULT(row.read(key.id, key.project, key.name, key.prefix, key.scope, key.created,
                              key.expires, key.revoked, key.limits.rate, key.limits.body_limit,
                              found.expires));
  return found;
}

}  // namespace

Result<StartedSignIn> SignIns::start(ApiKeyId id) {
  const std::string token = random_hex(32);
  if (token.empty()) {
    return fail(ErrorCode::io, "the system gives no random bytes, so nobody can sign in");
  }
  const UtcTime now = database_.now();
  return database_.write([&](SqlConnection& connection) -> Result<StartedSignIn> {
    PLUMB_TRY(auto found, connection.row(read_sign_in, kKey, id));
    if (!found || !found->key.is_valid_at(now)) {
      return fail(ErrorCode::not_found, fmt::format("the API key {} opens nothing", number_of(id)));
    }
    found->expires = now + kSignInLife;
    if (found->key.expires) found->expires = std::min(found->expires, *found->key.expires);
    PLUMB_CHECK_RESULT(connection.change(kClearExpired, now));
    PLUMB_CHECK_RESULT(connection.change(kInsert, token_hash(token), id, now, found->expires));
    PLUMB_CHECK_RESULT(connection.change(kClearOldest, id));
    return StartedSignIn{*std::move(found), Secret(token)};
  });
}

Result<std::optional<SignIn>> SignIns::find(std::string_view token) {
  const UtcTime now = database_.now();
  return database_.read([&](SqlConnection& connection) -> Result<std::optional<SignIn>> {
    PLUMB_TRY(auto found, connection.row(read_sign_in, kFind, token_hash(token)));
    if (!found || found->expires <= now || !found->key.is_valid_at(now)) return std::nullopt;
    return found;
  });
}

Result<void> SignIns::end(std::string_view token) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(connection.change(kEnd, token_hash(token)));
    return {};
  });
}

}  // namespace plumb
