#include "serve/write_once_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
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

// The earlier answer to the key; none where it is this request's now. 422 where the key was used
// for another request and 409 while the first one is at work, as the IETF's draft has it
// (draft-ietf-httpapi-idempotency-key-header, "Error Scenarios").
ServedResult<std::optional<ServedResponse>> claimed(Call& call, std::string_view key,
                                                    const std::string& fingerprint) {
  const auto earlier =
      call.services.store.idempotency_keys().claim(call.caller.project, key, fingerprint, kLease);
  if (!earlier) {
    Problem problem(earlier.error());
    const bool is_of_key = problem.status == 422 || problem.status == 409;
    if (is_of_key) problem.errors = {{"Idempotency-Key", shown_value(key), problem.detail}};
    return std::unexpected(std::move(problem));
  }
  if (!*earlier) return std::nullopt;
  return replayed(**earlier);
}

std::string subject_of(const Call& call, const std::string& given) {
  if (!given.empty()) return given;
  const std::string_view path = call.request.path;
  return std::string(path.starts_with(kApiRoot) ? path.substr(kApiRoot.size()) : path.substr(1));
}

// Store::atomically() of a body that may be refused: what it wrote is then rolled back.
ServedResult<ServedResponse> in_one(Store& store,
                                    const std::function<ServedResult<ServedResponse>()>& body) {
  std::optional<Problem> problem;
  auto done = store.atomically([&]() -> Result<ServedResponse> {
    auto response = body();
    if (response) return *std::move(response);
    problem = std::move(response.error());
    return fail(ErrorCode::conflict, "the operation was refused");
  });
  if (done) return *std::move(done);
  return std::unexpected(problem ? *std::move(problem) : Problem(done.error()));
}

// The work, its line and its key in one transaction: all of it is there, or nothing.
ServedResult<ServedResponse> write_in_one(const Operation& operation, Call& call,
                                          const std::string& key) {
  Store& store = call.services.store;
  return in_one(store, [&]() -> ServedResult<ServedResponse> {
    if (!key.empty()) {
      auto earlier = claimed(call, key, fingerprint_of(call.request));
      if (!earlier) return std::unexpected(std::move(earlier.error()));
      if (*earlier) return **std::move(earlier);
    }
    auto answer = operation.answer(call);
    if (!answer) return std::unexpected(std::move(answer.error()));
    const ServedResponse response = response_of(*answer);
    PLUMB_CHECK_RESULT(add_audit_line(call, operation.id, answer->audit));
    if (!key.empty()) {
      PLUMB_CHECK_RESULT(
          store.idempotency_keys().keep(call.caller.project, key, reply_of(*answer, response)));
    }
    return response;
  });
}

// Work that takes its time: the key is claimed before it, and given back where it failed.
ServedResult<ServedResponse> write_in_steps(const Operation& operation, Call& call,
                                            const std::string& key) {
  Store& store = call.services.store;
  auto keys = store.idempotency_keys();
  if (!key.empty()) {
    auto earlier = claimed(call, key, fingerprint_of(call.request));
    if (!earlier) return std::unexpected(std::move(earlier.error()));
    if (*earlier) return **std::move(earlier);
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
  return in_one(store, [&]() -> ServedResult<ServedResponse> {
    auto earlier = claimed(call, key, fingerprint);
    if (!earlier) return std::unexpected(std::move(earlier.error()));
    if (*earlier) return **std::move(earlier);
    PLUMB_CHECK_RESULT(store.idempotency_keys().keep(call.caller.project, key, reply_of(response)));
    return response;
  });
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
