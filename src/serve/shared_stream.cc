#include <span>
#include <utility>

#include "serve/credentials.h"
#include "serve/shared_stream_json.h"
#include "serve/write_once_json.h"

namespace plumb {
namespace {

constexpr int kClientWentAway = 499;  // counted, never sent

}  // namespace

ServedResult<void> SharedStream::open(const Operation& operation) {
  auto key = idempotency_key_of(request_);
  if (!key) return std::unexpected(std::move(key.error()));
  key_ = *std::move(key);
  auto inner = operation.stream(call_);
  if (!inner) return std::unexpected(std::move(inner.error()));
  inner_ = *std::move(inner);
  // Before the first line: whatever of the stream becomes durable has its line in the audit log.
  PLUMB_CHECK_RESULT(add_audit_line(call_, operation.id, ""));
  return {};
}

std::optional<ServedResponse> SharedStream::take(std::string_view bytes) {
  if (!key_.empty()) hash_.update(std::as_bytes(std::span(bytes)));
  taken_bytes_ += bytes.size();
  try {
    if (const auto fits = check_body_size(caller_, taken_bytes_); !fits) {
      ServedResponse refusal = response_of(fits.error());
      inner_->tell_durable(refusal);
      return finish_(std::move(refusal));
    }
    auto early = inner_->take(bytes);
    if (!early) return std::nullopt;
    return finish_(*std::move(early));
  } catch (const std::exception& error) {
    return finish_(std::unexpected(problem_of(error)));
  }
}

ServedResponse SharedStream::finish() {
  try {
    return finish_(kept(inner_->finish()));
  } catch (const std::exception& error) {
    return finish_(std::unexpected(problem_of(error)));
  }
}

void SharedStream::broke_off() {
  inner_->broke_off();
  finish_(refused(kClientWentAway, "the client went away"));
}

ServedResult<ServedResponse> SharedStream::kept(ServedResponse response) {
  if (key_.empty() || response.status >= 300) return response;
  auto kept = keep_once(call_, key_, fingerprint_of(request_) + hash_.hex(), response);
  // What the stream made durable stays, and is told.
  if (!kept) kept.error().extra = nlohmann::ordered_json::parse(response.body, nullptr, false);
  return kept;
}

}  // namespace plumb
