#include "serve/write_once_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <type_traits>
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

// Store::atomically() of a ServedResult<T>() that may be refused: what it wrote is then rolled
// back.
template <class Body>
auto in_one(Store& store, const Body& body) -> std::invoke_result_t<const Body&> {
  using Value = typename std::invoke_result_t<const Body&>::value_type;
  std::optional<Problem> problem;
  auto done = store.atomically([&]() -> Result<Value> {
    auto value = body();
    if (value) return *std::move(value);
    problem = std::move(value.error());
    return fail(ErrorCode::conflict, "the operation was refused");
  });
  if (done) return *std::move(done);
  return std::unexpected(problem ? *std::move(problem) : Problem(done.error()));
}

// The idempotency key of one request; where the caller gave none, nothing happens.
class RequestKey {
 public:
  RequestKey(Call& call, std::string name) : call_(call), name_(std::move(name)) {}

  ServedResult<std::optional<ServedResponse>> claim() const {
    if (name_.empty()) return std::nullopt;
    return claimed(call_, name_, fingerprint_of(call_.request));
  }
  Result<void> keep(const Answer& answer, const ServedResponse& response) const {
    if (name_.empty()) return {};
    return keys().keep(call_.caller.project, name_, reply_of(answer, response));
  }
  Result<void> release() const {
    if (name_.empty()) return {};
    return keys().release(call_.caller.project, name_);
  }

 private:
  IdempotencyKeys keys() const { return call_.services.store.idempotency_keys(); }

  Call& call_;
  std::string name_;
};

// What is there when the transaction has ended: an answer, or what is left to do for one.
struct Written {
  ServedResponse response{};
  AnswerFunction afterwards{};
};

// Inside of the transaction.
ServedResult<Written> write(const Operation& operation, Call& call, const AnswerFunction& function,
                            const RequestKey& key) {
  auto answer = function(call);
  if (!answer) return std::unexpected(std::move(answer.error()));
  Written written{response_of(*answer), answer->afterwards};
  const bool is_refused = answer->status >= 400;  // by the words of another protocol
  if (is_refused) {
    PLUMB_CHECK_RESULT(key.release());
    return written;
  }
  PLUMB_CHECK_RESULT(add_audit_line(call, operation.id, answer->audit));
  if (!written.afterwards) PLUMB_CHECK_RESULT(key.keep(*answer, written.response));
  return written;
}

// The work, its line and its key in one transaction: all of it is there, or nothing.
ServedResult<Written> write_at_once(const Operation& operation, Call& call, const RequestKey& key) {
  return in_one(call.services.store, [&]() -> ServedResult<Written> {
    auto earlier = key.claim();
    if (!earlier) return std::unexpected(std::move(earlier.error()));
    if (*earlier) return Written{**std::move(earlier)};
    return write(operation, call, operation.answer, key);
  });
}

// Work that takes its time: the key is claimed before it, and given back where it failed.
ServedResult<Written> write_prepared(const Operation& operation, Call& call,
                                     const RequestKey& key) {
  auto earlier = key.claim();
  if (!earlier) return std::unexpected(std::move(earlier.error()));
  if (*earlier) return Written{**std::move(earlier)};
  auto prepared = operation.prepare(call);
  auto written =
      prepared ? in_one(call.services.store, [&] { return write(operation, call, *prepared, key); })
               : ServedResult<Written>(std::unexpected(std::move(prepared.error())));
  if (!written) PLUMB_CHECK_RESULT(key.release());
  return written;
}

ServedResult<ServedResponse> finish(Call& call, const AnswerFunction& afterwards,
                                    const RequestKey& key) {
  auto answer = afterwards(call);
  if (!answer) {
    PLUMB_CHECK_RESULT(key.release());
    return std::unexpected(std::move(answer.error()));
  }
  ServedResponse response = response_of(*answer);
  PLUMB_CHECK_RESULT(key.keep(*answer, response));
  return response;
}

ServedResult<ServedResponse> done_once(const Operation& operation, Call& call,
                                       const RequestKey& key) {
  auto written = operation.prepare ? write_prepared(operation, call, key)
                                   : write_at_once(operation, call, key);
  if (!written) return std::unexpected(std::move(written.error()));
  if (written->afterwards) return finish(call, written->afterwards, key);
  return std::move(written->response);
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
  auto done = done_once(operation, call, RequestKey(call, *std::move(key)));
  if (!done && operation.reword != nullptr) operation.reword(done.error());
  return done;
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
