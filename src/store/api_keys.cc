#include "store/api_keys.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "store/page_query.h"
#include "store/secret_token.h"

namespace plumb {
namespace {

#define PLUMB_KEY_COLUMNS                                                     \
  "id, project_id, name, prefix, scope, created_at, expires_at, revoked_at, " \
  "rate, body_limit"
constexpr std::string_view kSelect = "SELECT " PLUMB_KEY_COLUMNS " FROM api_keys";
constexpr std::string_view kByPrefix =
    "SELECT " PLUMB_KEY_COLUMNS ", sha256 FROM api_keys WHERE prefix = $1";
constexpr std::string_view kInsert =
    "INSERT INTO api_keys (project_id, name, prefix, sha256, scope, created_at, expires_at, rate, "
    "body_limit) SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM projects WHERE id = $1 "
    "RETURNING " PLUMB_KEY_COLUMNS;
constexpr std::string_view kRevoke =
    "UPDATE api_keys SET revoked_at = coalesce(revoked_at, $3) WHERE project_id = $1 AND id = $2";
constexpr std::string_view kCountValid =
    "SELECT count(*) FROM api_keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at "
    "> $1)";

// Locked, so that two who are revoked at once by each other are seen one after the other.
constexpr std::string_view kValidAdmins =
    "SELECT id FROM api_keys WHERE project_id = $1 AND scope = $2 AND revoked_at IS NULL AND "
    "(expires_at IS NULL OR expires_at > $3) ORDER BY id {lock}";
constexpr std::string_view kCountMade = "SELECT count(*) FROM (SELECT 1 FROM api_keys LIMIT 1) k";

Result<ApiKey> read_key(const SqlRow& row) {
  ApiKey key;
  PLUMB_CHECK_RESULT(row.read(key.id, key.project, key.name, key.prefix, key.scope, key.created,
                              key.expires, key.revoked, key.limits.rate, key.limits.body_limit));
  return key;
}

struct KeyWithHash {
  ApiKey key;
  std::string sha256;
};

Result<KeyWithHash> read_key_with_hash(const SqlRow& row) {
  KeyWithHash found;
  PLUMB_TRY(found.key, read_key(row));
  found.sha256 = row.bytes(10);
  return found;
}

// The part between the two underscores; empty where the token is not of our making.
std::string_view prefix_of(std::string_view token) {
  constexpr std::string_view kBrand = "plumb_";
  constexpr std::size_t kPrefixBytes = 12;
  constexpr std::size_t kSecretBytes = 64;
  if (!token.starts_with(kBrand)) return {};
  token.remove_prefix(kBrand.size());
  if (token.size() != kPrefixBytes + 1 + kSecretBytes || token[kPrefixBytes] != '_') return {};
  const bool is_hex = token.find_first_not_of("0123456789abcdef_") == std::string_view::npos;
  return is_hex ? token.substr(0, kPrefixBytes) : std::string_view();
}

Result<void> check_limits(const KeyLimits& limits) {
  if (limits.rate && !(*limits.rate >= kLeastKeyRate && *limits.rate <= kMostKeyRate)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a key's rate is {} to {} requests a second, not {}", kLeastKeyRate,
                            kMostKeyRate, *limits.rate));
  }
  const auto body = limits.body_limit;
  if (body && (*body < kLeastKeyBody || *body > kMostKeyBody)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a key's body limit is {} to {} bytes, not {}", kLeastKeyBody,
                            kMostKeyBody, *body));
  }
  return {};
}

}  // namespace

Result<CreatedApiKey> ApiKeys::create(ProjectId project, const NewApiKey& wanted) {
  const UtcTime now = database_.now();
  if (wanted.expires && *wanted.expires <= now) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the key would expire at {}, which has passed", utc_text(*wanted.expires)));
  }
  PLUMB_CHECK_RESULT(check_limits(wanted.limits));
  const std::string prefix = random_hex(6);
  const std::string secret = random_hex(32);
  if (prefix.empty() || secret.empty()) {
    return fail(ErrorCode::io, "the system gives no random bytes, so no key can be made");
  }
  const std::string token = fmt::format("plumb_{}_{}", prefix, secret);
  const std::string hash = token_hash(token);
  return database_.write([&](SqlConnection& connection) -> Result<CreatedApiKey> {
    PLUMB_TRY(auto made,
              connection.row(read_key, kInsert, project, wanted.name, prefix, hash, wanted.scope,
                             now, wanted.expires, wanted.limits.rate, wanted.limits.body_limit));
    if (made) return CreatedApiKey{*std::move(made), Secret(token)};
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
  });
}

Result<std::optional<ApiKey>> ApiKeys::authenticate(std::string_view token) {
  const std::string_view prefix = prefix_of(token);
  if (prefix.empty()) return std::nullopt;
  const std::string hash = token_hash(token);
  return database_.read([&](SqlConnection& connection) -> Result<std::optional<ApiKey>> {
    PLUMB_TRY(auto found, connection.row(read_key_with_hash, kByPrefix, prefix));
    if (!found || !equal_in_constant_time(found->sha256, hash)) return std::nullopt;
    if (!found->key.is_valid_at(database_.now())) return std::nullopt;
    return std::optional(std::move(found->key));
  });
}

Result<Page<ApiKey>> ApiKeys::list(ProjectId project, const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<ApiKey>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_key, key_by_id<ApiKey>);
  });
}

Result<void> ApiKeys::revoke(ProjectId project, ApiKeyId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto changed, connection.change(kRevoke, project, id, database_.now()));
    if (changed == 1) return {};
    return fail(ErrorCode::not_found, fmt::format("there is no API key {}", number_of(id)));
  });
}

Result<void> ApiKeys::revoke_unless_last_admin(ProjectId project, ApiKeyId id) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    const auto read_id = [](const SqlRow& row) -> Result<ApiKeyId> {
      return ApiKeyId{row.integer(0)};
    };
    PLUMB_TRY(const auto admins,
              connection.rows(read_id, kValidAdmins, project, Scope::admin, database_.now()));
    if (admins == std::vector{id}) {
      return fail(
          ErrorCode::conflict,
          fmt::format("key {} is the last admin's key of its project, and without it nobody "
                      "could make another one here; make another admin's key first, or "
                      "revoke it on the server's machine by plumb key revoke",
                      number_of(id)));
    }
    return revoke(project, id);
  });
}

Result<bool> ApiKeys::any_valid() {
  return database_.read([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto count, connection.number(kCountValid, database_.now()));
    return count > 0;
  });
}

Result<bool> ApiKeys::any_made() {
  return database_.read([&](SqlConnection& connection) -> Result<bool> {
    PLUMB_TRY(const auto count, connection.number(kCountMade));
    return count > 0;
  });
}

}  // namespace plumb
