#include "store/idempotency.h"

#include <fmt/format.h>

#include <algorithm>

namespace plumb {
namespace {

constexpr std::string_view kInsert =
    "INSERT INTO idempotency_keys (project_id, name, request_sha256, created_at, pending_until) "
    "SELECT id, $2, $3, $4, $5 FROM projects WHERE id = $1 ON CONFLICT (project_id, name) DO "
    "NOTHING";
constexpr std::string_view kLock =
    "SELECT request_sha256, pending_until, status, content_type, body FROM idempotency_keys "
    "WHERE project_id = $1 AND name = $2 {lock}";
constexpr std::string_view kTakeOver =
    "UPDATE idempotency_keys SET pending_until = $3 WHERE project_id = $1 AND name = $2";
constexpr std::string_view kKeep =
    "UPDATE idempotency_keys SET status = $3, content_type = $4, body = $5 WHERE project_id = $1 "
    "AND name = $2 AND status IS NULL";
constexpr std::string_view kRelease =
    "DELETE FROM idempotency_keys WHERE project_id = $1 AND name = $2 AND status IS NULL";

struct Claimed {
  std::string request_sha256;
  UtcTime pending_until;
  std::optional<int> status;
  std::optional<std::string> content_type;
  std::optional<std::string> body;
};

Result<Claimed> read_claimed(const SqlRow& row) {
  Claimed claimed;
  PLUMB_CHECK_RESULT(row.read(claimed.request_sha256, claimed.pending_until, claimed.status,
                              claimed.content_type, claimed.body));
  return claimed;
}

// The column content_type holds the whole head of a reply, a line a header behind the type: what
// was kept before there were headers is a head without any.
std::string head_of(const StoredReply& reply) {
  std::string head = reply.content_type;
  for (const auto& [name, value] : reply.headers) head += fmt::format("\n{}: {}", name, value);
  return head;
}

StoredReply reply_of(const Claimed& claimed) {
  StoredReply reply{*claimed.status, "", claimed.body.value_or("")};
  std::string_view head = claimed.content_type ? std::string_view(*claimed.content_type) : "";
  const auto next_line = [&] {
    const std::string_view line = head.substr(0, head.find('\n'));
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    return line;
  };
  reply.content_type = next_line();
  while (!head.empty()) {
    const std::string_view line = next_line();
    const std::size_t colon = std::min(line.find(": "), line.size());
    reply.headers.emplace_back(line.substr(0, colon),
                               line.substr(std::min(colon + 2, line.size())));
  }
  return reply;
}

Result<void> check_key(std::string_view key) {
  constexpr std::size_t kMostBytes = 200;
  if (!key.empty() && key.size() <= kMostBytes) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("an idempotency key has 1 to {} bytes, not {}", kMostBytes, key.size()));
}

}  // namespace

Result<std::optional<StoredReply>> IdempotencyKeys::claim(ProjectId project, std::string_view key,
                                                          std::string_view request_sha256,
                                                          std::chrono::milliseconds lease) {
  using Reply = std::optional<StoredReply>;
  PLUMB_CHECK_RESULT(check_key(key));
  return database_.write([&](SqlConnection& connection) -> Result<Reply> {
    const UtcTime now = database_.now();
    // On PostgreSQL this waits for another transaction that claims the same key.
    PLUMB_TRY(const auto inserted,
              connection.change(kInsert, project, key, request_sha256, now, now + lease));
    if (inserted == 1) return Reply();
    PLUMB_TRY(const auto there, connection.row(read_claimed, kLock, project, key));
    if (!there) {
      return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
    }
    if (there->request_sha256 != request_sha256) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the idempotency key {} was used for another request; take a new "
                              "one for each",
                              key));
    }
    if (there->status) return Reply(reply_of(*there));
    if (now < there->pending_until) {
      return fail(ErrorCode::conflict,
                  fmt::format("the first request with the idempotency key {} is still at work; "
                              "send this again when it has been answered",
                              key));
    }
    PLUMB_CHECK_RESULT(connection.change(kTakeOver, project, key, now + lease));
    return Reply();
  });
}

Result<void> IdempotencyKeys::keep(ProjectId project, std::string_view key,
                                   const StoredReply& reply) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    const std::string head = head_of(reply);
    PLUMB_TRY(const auto kept, connection.change(kKeep, project, key, reply.status, head,
                                                 SqlValue::bytes(reply.body)));
    if (kept == 1) return {};
    return fail(ErrorCode::conflict,
                fmt::format("the idempotency key {} is not claimed, or has its reply", key));
  });
}

Result<void> IdempotencyKeys::release(ProjectId project, std::string_view key) {
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_CHECK_RESULT(connection.change(kRelease, project, key));
    return {};
  });
}

}  // namespace plumb
