#include "chat/embedded_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "base/cpu.h"
#include "base/interrupt.h"
#include "chat/chat_weights.h"
#include "chat/worker_process.h"
#include "chat/worker_programs.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::uint32_t kMaxSideBySide = 7;  // apps/plumb-llama/generator.h says why
constexpr int kMaxThreads = 512;
constexpr milliseconds kLookInterval{100};  // how often a wish to stop is looked for

class EmbeddedBackend final : public ChatBackend {
 public:
  EmbeddedBackend(EmbeddedOptions options, ChatWeights weights, WorkerProgram program)
      : options_(std::move(options)), weights_(std::move(weights)), program_(std::move(program)) {}

  // Starts a worker and loads the model, unless one is there.
  Result<void> ensure_worker();

  std::vector<Result<ChatReply>> complete(std::span<const ChatRequest> requests) override;
  Result<std::uint64_t> count_tokens(std::span<const ChatMessage> messages) override;
  std::uint64_t context_tokens() const override { return ready_.context_tokens; }
  ChatProvenance provenance() const override;

 private:
  using Replies = std::vector<std::optional<Result<ChatReply>>>;

  Result<WorkerEvent> next_event(bool& stopping);
  Result<void> exchange(std::span<const ChatRequest> requests, std::span<const std::size_t> indices,
                        Replies& replies);

  EmbeddedOptions options_;
  ChatWeights weights_;
  WorkerProgram program_;
  std::optional<WorkerProcess> worker_;
  WorkerReady ready_;
};

Result<void> EmbeddedBackend::ensure_worker() {
  if (worker_) return {};
  PLUMB_TRY(worker_, WorkerProcess::start(program_.path));
  const WorkerLoad load{.model = weights_.path.string(),
                        .threads = static_cast<std::uint32_t>(options_.threads),
                        .context_tokens = options_.context_tokens,
                        .side_by_side = options_.side_by_side,
                        .cache_bytes = options_.cache_bytes,
                        .reuse = options_.reuse};
  const auto loaded = [&]() -> Result<WorkerReady> {
    bool stopping = true;  // there is nothing to tell it yet
    const auto sent = worker_->send(load, options_.patience);
    auto event = sent ? next_event(stopping) : std::unexpected(sent.error());
    if (!event) {  // a model file that ends its worker is a bad one, whenever we hear of it
      const bool ended = event.error().code == ErrorCode::io;
      return fail(ended ? ErrorCode::corrupt : event.error().code,
                  fmt::format("cannot load {}: {}", weights_.path.string(), event.error().message));
    }
    if (const auto* failure = std::get_if<WorkerFailure>(&*event))
      return fail(failure->error.code, failure->error.message);
    if (const auto* ready = std::get_if<WorkerReady>(&*event)) return *ready;
    return fail(ErrorCode::corrupt, "the chat worker does not say whether it is ready");
  }();
  if (!loaded) {
    worker_.reset();
    return std::unexpected(loaded.error());
  }
  ready_ = *loaded;
  return {};
}

// Waits for an event that is more than a sign of life. Once a wish to stop is seen the worker
// is told, so that it finishes what it has begun and no more.
Result<WorkerEvent> EmbeddedBackend::next_event(bool& stopping) {
  auto last_sign = Clock::now();
  while (Clock::now() - last_sign < options_.patience) {
    if (interrupted() && !std::exchange(stopping, true)) {
      PLUMB_CHECK_RESULT(worker_->send(WorkerStop{}, options_.patience));
    }
    PLUMB_TRY(auto event, worker_->receive(std::min(kLookInterval, options_.patience)));
    if (!event) continue;
    const auto* sign = std::get_if<WorkerSign>(&*event);
    if (sign == nullptr) return *std::move(event);
    last_sign = Clock::now();
    options_.progress(sign->tokens);
  }
  return std::unexpected(
      worker_->ended(fmt::format("gave no sign of life for {:.0f} s and was killed",
                                 std::chrono::duration<double>(options_.patience).count())));
}

// Asks the worker for the requests of these indices; those it replies to are in `replies`,
// also where it fails.
Result<void> EmbeddedBackend::exchange(std::span<const ChatRequest> requests,
                                       std::span<const std::size_t> indices, Replies& replies) {
  WorkerAsk ask;
  for (const std::size_t index : indices) ask.requests.push_back(requests[index]);
  PLUMB_CHECK_RESULT(worker_->send(ask, options_.patience));
  bool stopping = false;
  for (std::size_t missing = indices.size(); missing > 0; --missing) {
    PLUMB_TRY(auto event, next_event(stopping));
    auto* reply = std::get_if<WorkerReply>(&event);
    if (reply == nullptr || reply->index >= indices.size() || replies[indices[reply->index]]) {
      return fail(ErrorCode::corrupt, "the chat worker replies to what nobody asked");
    }
    replies[indices[reply->index]] = std::move(reply->reply);
  }
  return {};
}

std::vector<Result<ChatReply>> EmbeddedBackend::complete(std::span<const ChatRequest> requests) {
  Replies replies(requests.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (auto checked = check_request(requests[i]); checked) {
      open.push_back(i);
    } else {
      replies[i] = std::unexpected(checked.error());
    }
  }
  const auto unanswered = [&] {
    std::erase_if(open, [&](std::size_t i) { return replies[i].has_value(); });
    return !open.empty();
  };
  // All at once; and where that ended the worker, one at a time, to know which of them does.
  for (bool together = true; unanswered(); together = false) {
    const Result<void> ready =
        interrupted() ? fail(ErrorCode::interrupted, "stopped before it began") : ensure_worker();
    if (!ready) {
      for (const std::size_t i : open) replies[i] = std::unexpected(ready.error());
      break;
    }
    const auto asked = together ? std::span(open) : std::span(open).first(1);
    if (const auto done = exchange(requests, asked, replies); !done) {
      worker_.reset();
      if (!together) replies[asked.front()] = std::unexpected(done.error());
    }
  }
  std::vector<Result<ChatReply>> results;
  for (auto& reply : replies) results.push_back(*std::move(reply));
  return results;
}

Result<std::uint64_t> EmbeddedBackend::count_tokens(std::span<const ChatMessage> messages) {
  ChatRequest request;
  request.messages.assign(messages.begin(), messages.end());
  PLUMB_CHECK_RESULT(check_request(request));
  PLUMB_CHECK_RESULT(ensure_worker());
  const auto counted = [&]() -> Result<std::uint64_t> {
    PLUMB_CHECK_RESULT(worker_->send(WorkerCount{request.messages}, options_.patience));
    bool stopping = true;
    PLUMB_TRY(const auto event, next_event(stopping));
    if (const auto* answer = std::get_if<WorkerCounted>(&event)) return answer->tokens;
    if (const auto* failure = std::get_if<WorkerFailure>(&event))
      return fail(failure->error.code, failure->error.message);
    return fail(ErrorCode::corrupt, "the chat worker does not say how many tokens it counted");
  }();
  if (!counted) worker_.reset();
  return counted;
}

ChatProvenance EmbeddedBackend::provenance() const {
  ChatProvenance provenance;
  provenance.backend = "embedded";
  provenance.model = weights_.name;
  provenance.weights_sha256 = weights_.sha256;
  provenance.instruction_set = program_.instruction_set;
  provenance.context_tokens = ready_.context_tokens;
  provenance.side_by_side = ready_.side_by_side;
  provenance.details = ready_.details;
  return provenance;
}

Result<void> check_options(const EmbeddedOptions& options) {
  if (options.threads < 0 || options.threads > kMaxThreads) {
    return fail(ErrorCode::invalid_input,
                fmt::format("threads is {}; it has to be from 1 to {}, or 0 for one for each CPU",
                            options.threads, kMaxThreads));
  }
  if (options.side_by_side < 1 || options.side_by_side > kMaxSideBySide) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} conversations are to be answered side by side; the embedded model "
                            "answers from 1 to {} (--parallel)",
                            options.side_by_side, kMaxSideBySide));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<ChatBackend>> open_embedded_backend(const EmbeddedOptions& options) {
  PLUMB_CHECK_RESULT(check_options(options));
  PLUMB_TRY(auto weights, locate_chat_weights(options.model));
  PLUMB_TRY(auto program, find_worker(options.instruction_set, options.workers));
  EmbeddedOptions settled = options;
  if (settled.threads == 0) settled.threads = available_cpus();
  auto backend =
      std::make_unique<EmbeddedBackend>(std::move(settled), std::move(weights), std::move(program));
  PLUMB_CHECK_RESULT(backend->ensure_worker());
  return std::unique_ptr<ChatBackend>(std::move(backend));
}

}  // namespace plumb
