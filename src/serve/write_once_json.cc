#include "serve/write_once_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/sha256.h"

namespace plumb {
namespace {

// For as long a second request with the key is told to wait, should the first be killed.
constexpr std::chrono::minutes kLease{2};
constexpr std::string_view kApiRoot = "/api/v1/";

StoredReply reply_of(const ServedResponse& response) {
  return {response.status, response.content_type, response.body, response.headers};
}
StoredReply reply_of(const Answer& answer, const ServedResponse& response) {
  StoredReply reply = reply_of(response);
  if (answer.kept_body) reply.body = json_line(*answer.kept_body);
  return reply;
}

ServedResponse replayed(const StoredReply& reply) {
  ServedResponse response;
  response.status = reply.status;
  response.content_type = reply.content_type;
  response.body = reply.body;
  response.headers = reply.headers;
  response.headers.emplace_back("idempotency-replayed", "true");
  return response;
}

std::string subject_of(const Call& call, const std::string& given) {
  if (!given.empty()) return given;
  const std::string_view path = call.request.path;
  return std::string(path.starts_with(kApiRoot) ? path.substr(kApiRoot.size()) : path.substr(1));
}

// The work, its line and its key in one transaction: all of it is there, or nothing.
ServedResult<ServedResponse> write_in_one(const Operation& operation, Call& call,
                                          const std::string& key) {
  Store& store = call.services.store;
  std::optional<Problem> problem;
  auto done = store.atomically([&]() -> Result<ServedResponse> {
    problem.reset();
    auto keys = store.idempotency_keys();
    if (!key.empty()) {
      PLUMB_TRY(const auto earlier,
                keys.claim(call.caller.project, key, fingerprint_of(call.request), kLease));
      if (earlier) return replayed(*earlier);
    }
    auto answer = operation.answer(call);
    if (!answer) {
      problem = std::move(answer.error());
      return fail(ErrorCode::conflict, "the operation was refused");  // rolls back
    }
    const ServedResponse response = response_of(*answer);
    PLUMB_CHECK_RESULT(add_audit_line(call, operation.id, answer->audit));
    if (!key.empty())
      PLUMB_CHECK_RESULT(keys.keep(call.caller.project, key, reply_of(*answer, response)));
    return response;
  });
  if (done) return *std::move(done);
  if (problem) return std::unexpected(*std::move(problem));
  return std::unexpected(Problem(done.error()));
}

// Work that takes its time: the key is claimed before it, and given back where it failed.
ServedResult<ServedResponse> write_in_steps(const Operation& operation, Call& call,
                                            const std::string& key) {
  Store& store = call.services.store;
  auto keys = store.idempotency_keys();
  if (!key.empty()) {
    PLUMB_TRY(const auto earlier,
              keys.claim(call.caller.project, key, fingerprint_of(call.request), kLease));
    if (earlier) return replayed(*earlier);
  }
  auto answer = operation.answer(call);
  if (!answer) {
    if (!key.empty()) PLUMB_CHECK_RESULT(keys.release(call.caller.project, key));
    return std::unexpected(std::move(answer.error()));
  }
  const ServedResponse response = response_of(*answer);
  const auto noted = store.atomically([&]() -> Result<void> {
    PLUMB_CHECK_RESULT(add_audit_line(call, operation.id, answer->audit));
    if (key.empty()) return {};
    return keys.keep(call.caller.project, key, reply_of(*answer, response));
  });
  PLUMB_CHECK_RESULT(noted);
  return response;
}

}  // namespace

std::string fingerprint_of(const ServedRequest& request) {
  // Each part with its length, so that no two requests run into the same bytes.
  std::string all;
  const auto add = [&](std::string_view part) { all += fmt::format("{}:{}", part.size(), part); };
  add(request.method);
  add(request.path);
  for (const auto& [name, value] : request.query) {
    add(name);
    add(value);
  }
  add(request.header("content-type"));
  Sha256 hash;
  hash.update(std::as_bytes(std::span(all)));
  hash.update(std::as_bytes(std::span(request.body)));
  return hash.hex();
}

ServedResult<std::string> idempotency_key_of(const ServedRequest& request) {
  constexpr std::size_t kMost = 200;
  const auto found = request.headers.find("idempotency-key");
  if (found == request.headers.end()) return std::string();
  const std::string& key = found->second;
  const bool is_plain = std::ranges::all_of(key, [](char c) { return c > ' ' && c < 0x7F; });
  if (!key.empty() && key.size() <= kMost && is_plain) return key;
  return std::unexpected(field_problem(
      "Idempotency-Key", shown_value(key),
      fmt::format("must be 1 to {} characters of ASCII without spaces, such as a UUID", kMost)));
}

ServedResponse response_of(const Answer& answer) {
  ServedResponse response;
  response.status = answer.status;
  response.headers = answer.headers;
  if (answer.text) {
    response.content_type = answer.text->content_type;
    response.body = answer.text->bytes;
  } else if (answer.status == 204) {
    response.content_type.clear();
  } else {
    response.body = json_line(answer.body);
  }
  return response;
}

ServedResult<ServedResponse> write_once(const Operation& operation, Call& call) {
  auto key = idempotency_key_of(call.request);
  if (!key) return std::unexpected(std::move(key.error()));
  if (call.request.method != "POST") key->clear();  // the other methods repeat themselves
  return operation.is_one_transaction ? write_in_one(operation, call, *key)
                                      : write_in_steps(operation, call, *key);
}

ServedResult<ServedResponse> keep_once(Call& call, std::string_view key,
                                       const std::string& fingerprint,
                                       const ServedResponse& response) {
  Store& store = call.services.store;
  auto keys = store.idempotency_keys();
  auto kept = store.atomically([&]() -> Result<ServedResponse> {
    PLUMB_TRY(const auto earlier, keys.claim(call.caller.project, key, fingerprint, kLease));
    if (earlier) return replayed(*earlier);
    PLUMB_CHECK_RESULT(keys.keep(call.caller.project, key, reply_of(response)));
    return response;
  });
  if (kept) return *std::move(kept);
  return std::unexpected(Problem(kept.error()));
}

Result<void> add_audit_line(Call& call, std::string_view operation, std::string subject) {
  AuditLine line;
  line.actor = call.caller.name;
  line.action = operation;
  line.subject = subject_of(call, subject);
  PLUMB_CHECK_RESULT(call.services.store.audit_log().add(call.caller.project, line));
  return {};
}

}  // namespace plumb
