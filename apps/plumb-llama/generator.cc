#include "generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/hash.h"
#include "text/utf8.h"

namespace plumb {
namespace {

struct FreeSampler {
  void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
};
using Sampler = std::unique_ptr<llama_sampler, FreeSampler>;

// In the order of transformers: the penalty, over prompt and reply; temperature; top-p.
Sampler make_sampler(const Sampling& sampling, const LoadedModel& model,
                     std::span<const llama_token> prompt) {
  Sampler chain(llama_sampler_chain_init(llama_sampler_chain_default_params()));
  const auto add = [&](llama_sampler* link) { llama_sampler_chain_add(chain.get(), link); };
  if (sampling.repetition_penalty != 1) {
    add(llama_sampler_init_penalties(static_cast<std::int32_t>(model.vocabulary_size()),
                                     static_cast<std::int32_t>(model.context_tokens()),
                                     static_cast<float>(sampling.repetition_penalty), 0, 0));
  }
  if (sampling.temperature == 0) {
    add(llama_sampler_init_greedy());
  } else {
    add(llama_sampler_init_temp(static_cast<float>(sampling.temperature)));
    if (sampling.top_p < 1) add(llama_sampler_init_top_p(static_cast<float>(sampling.top_p), 1));
    add(llama_sampler_init_dist(static_cast<std::uint32_t>(sampling.seed ^ (sampling.seed >> 32))));
  }
  for (const llama_token token : prompt) llama_sampler_accept(chain.get(), token);
  return chain;
}

// A reply that stopped at its bound may end within a character; what is there of it goes.
std::string text_of(std::string_view bytes) {
  constexpr std::string_view kReplacement = "\uFFFD";
  std::string text = replace_invalid_utf8(bytes);
  const bool cut_off = text.ends_with(kReplacement) && !bytes.ends_with(kReplacement) &&
                       !bytes.empty() && static_cast<unsigned char>(bytes.back()) >= 0x80;
  if (cut_off) text.resize(text.size() - kReplacement.size());
  return text;
}

}  // namespace

struct Generator::Running {
  std::size_t index = 0;
  std::vector<llama_token> prompt;
  Sampler sampler;
  llama_seq_id sequence = 0;
  std::uint32_t max_tokens = 0;
  llama_token last = 0;  // chosen, not yet computed
  std::string bytes;
  ChatReply reply;
  bool done = false;
  std::uint64_t digest = 0;
};

Generator::Generator(const LoadedModel& model, ParentLink& parent, std::uint64_t kept_bytes,
                     bool reuse)
    : model_(model),
      parent_(parent),
      cache_(model.context(), model.side_by_side(), kept_bytes, reuse),
      batch_(llama_batch_init(static_cast<std::int32_t>(std::max(kChunk, kMaxSideBySide)), 0, 1)) {}

Generator::~Generator() {
  llama_batch_free(batch_);
}

void Generator::answer(const WorkerAsk& ask) {
  ask_ = &ask;
  for (std::size_t i = 0; i < ask.requests.size(); ++i) waiting_.push_back(i);
  while (!waiting_.empty() || !running_.empty()) {
    stop_if_told();
    while (!waiting_.empty() && cache_.has_free_sequence()) {
      const std::size_t index = waiting_.front();
      waiting_.pop_front();
      begin(index);
      finish_done();
    }
    decode_next();
    finish_done();
  }
}

void Generator::stop_if_told() {
  while (parent_.has_command()) {
    const auto command = parent_.read();
    if (!command || !std::holds_alternative<WorkerStop>(*command)) std::exit(0);
    for (const std::size_t index : std::exchange(waiting_, {})) {
      parent_.write(
          WorkerReply{index, fail(ErrorCode::interrupted, "stopped before it began"), ""});
    }
  }
}

void Generator::begin(std::size_t index) {
  const ChatRequest& request = ask_->requests[index];
  const auto refuse = [&](Error error) {
    parent_.write(WorkerReply{index, std::unexpected(std::move(error)), ""});
  };
  auto prompt = model_.prompt(request.messages);
  if (!prompt) return refuse(prompt.error());
  if (prompt->size() + request.sampling.max_tokens > model_.context_tokens()) {
    return refuse(
        {ErrorCode::invalid_input,
         fmt::format("a prompt of {} tokens and a reply of up to {} do not fit the "
                     "context of {} tokens; shorten the one or the other, or give the "
                     "model more context",
                     prompt->size(), request.sampling.max_tokens, model_.context_tokens())});
  }
  auto running = std::make_unique<Running>();
  running->index = index;
  running->prompt = *std::move(prompt);
  running->sampler = make_sampler(request.sampling, model_, running->prompt);
  running->max_tokens = request.sampling.max_tokens;
  const auto place = cache_.take(request.conversation, running->prompt);
  running->sequence = place.sequence;
  running->reply.prompt_tokens = running->prompt.size();
  running->reply.reused_tokens = place.known;
  if (auto computed = compute_prompt(*running, place.known); !computed) {
    cache_.forget(place.sequence);
    return refuse(computed.error());
  }
  running_.push_back(std::move(running));
}

Result<void> Generator::decode(bool alone) {
  const std::int32_t code = llama_decode(model_.context(), batch_);
  parent_.sign(static_cast<std::uint64_t>(batch_.n_tokens));
  if (code == 0) return {};
  return fail(ErrorCode::io, fmt::format("llama.cpp could not compute {} (code {})",
                                         alone ? "a prompt" : "the next tokens", code));
}

Result<void> Generator::compute_prompt(Running& running, std::uint32_t known) {
  const auto size = static_cast<std::uint32_t>(running.prompt.size());
  for (std::uint32_t from = known; from < size; from += kChunk) {
    const std::uint32_t rows = std::min(kChunk, size - from);
    batch_.n_tokens = static_cast<std::int32_t>(rows);
    for (std::uint32_t row = 0; row < rows; ++row) {
      batch_.token[row] = running.prompt[from + row];
      batch_.pos[row] = static_cast<llama_pos>(from + row);
      batch_.n_seq_id[row] = 1;
      batch_.seq_id[row][0] = running.sequence;
      batch_.logits[row] = from + row + 1 == size;
    }
    PLUMB_CHECK_RESULT(decode(true));
  }
  choose_token(running, batch_.n_tokens - 1);
  return {};
}

void Generator::decode_next() {
  if (running_.empty()) return;
  // A sequence's neighbours in the batch are its neighbours in the cache: fewer, longer views.
  std::ranges::sort(running_, {}, [](const auto& running) { return running->sequence; });
  batch_.n_tokens = 0;
  for (const auto& running : running_) {
    const std::int32_t row = batch_.n_tokens++;
    batch_.token[row] = running->last;
    batch_.pos[row] =
        static_cast<llama_pos>(running->prompt.size() + running->reply.completion_tokens - 1);
    batch_.n_seq_id[row] = 1;
    batch_.seq_id[row][0] = running->sequence;
    batch_.logits[row] = 1;
  }
  if (auto decoded = decode(false); !decoded) {
    for (const auto& running : std::exchange(running_, {})) {
      cache_.forget(running->sequence);
      parent_.write(WorkerReply{running->index, std::unexpected(decoded.error()), ""});
    }
    return;
  }
  for (std::size_t row = 0; row < running_.size(); ++row) {
    choose_token(*running_[row], static_cast<std::int32_t>(row));
  }
}

void Generator::choose_token(Running& running, std::int32_t row) {
  if (ask_->digest) {
    const float* logits = llama_get_logits_ith(model_.context(), row);
    const std::string_view bytes(reinterpret_cast<const char*>(logits),
                                 model_.vocabulary_size() * sizeof(float));
    running.digest = hash64(bytes, running.digest);
  }
  running.last = llama_sampler_sample(running.sampler.get(), model_.context(), row);
  if (model_.ends_reply(running.last)) {
    running.reply.finish = FinishReason::stop;
    running.done = true;
    return;
  }
  running.bytes += model_.piece(running.last);
  if (++running.reply.completion_tokens == running.max_tokens) {
    running.reply.finish = FinishReason::length;
    running.done = true;
  }
}

void Generator::finish_done() {
  for (const auto& running : running_) {
    if (!running->done) continue;
    cache_.leave(running->sequence, running->prompt);
    running->reply.text = text_of(running->bytes);
    parent_.write(WorkerReply{running->index, std::move(running->reply),
                              ask_->digest ? fmt::format("{:016x}", running->digest) : ""});
  }
  std::erase_if(running_, [](const auto& running) { return running->done; });
}

}  // namespace plumb
