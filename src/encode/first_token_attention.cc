#include "encode/first_token_attention.h"

#include <cmath>
#include <cstring>

namespace plumb {
namespace {

void grow(Buffer<float>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = Buffer<float>(size);
}

}  // namespace

FirstTokenAttention::FirstTokenAttention(const EncoderConfig& config, const Linear::Build& build,
                                         const Projections& projections)
    : kernels_(&build.kernels),
      hidden_(config.hidden),
      heads_(config.heads),
      head_size_(config.head_size()),
      query_(build, config.hidden, 0, std::span(&projections.query, 1)),
      keys_(hidden_ * hidden_),
      values_(hidden_ * hidden_),
      no_bias_(hidden_, 0.0F),
      value_bias_(projections.value.bias.begin(), projections.value.bias.end()) {
  const std::size_t panels = hidden_ / kernels_->panel_width;
  build.pool.run(static_cast<int>(heads_), [&](int task, int) {
    const std::size_t first = static_cast<std::size_t>(task) * head_size_ * hidden_;
    const auto head =
        transposed(projections.key.weight.subspan(first, head_size_ * hidden_), hidden_);
    for (std::size_t panel = 0; panel < panels; ++panel) {
      kernels_->pack(head.data(), head_size_, panel, keys_.data() + first);
    }
  });
  build.pool.run(static_cast<int>(panels), [&](int panel, int) {
    kernels_->pack(projections.value.weight.data(), hidden_, static_cast<std::size_t>(panel),
                   values_.data());
  });
}

void FirstTokenAttention::run(const float* rows, const TokenBatch& batch, float* context,
                              Scratch& scratch, ThreadPool& pool) const {
  const std::size_t texts = batch.texts();
  grow(scratch.first, texts * hidden_);
  grow(scratch.query, texts * hidden_);
  grow(scratch.asked, texts * heads_ * hidden_);
  grow(scratch.seen, texts * heads_ * hidden_);
  for (std::size_t text = 0; text < texts; ++text) {
    std::memcpy(scratch.first.data() + text * hidden_, rows + batch.offsets[text] * hidden_,
                hidden_ * sizeof(float));
  }
  query_.apply(scratch.first.data(), texts, scratch.query.data(), Activation::none, scratch.linear,
               pool);
  ask(texts, scratch, pool);
  look(rows, batch, scratch, pool);
  answer(texts, scratch, context, pool);
}

// asked = W_k^T q, head by head.
void FirstTokenAttention::ask(std::size_t texts, Scratch& scratch, ThreadPool& pool) const {
  pool.run(static_cast<int>(heads_), [&](int task, int) {
    const auto head = static_cast<std::size_t>(task);
    kernels_->product({.input = scratch.query.data() + head * head_size_,
                       .input_stride = hidden_,
                       .rows = texts,
                       .depth = head_size_,
                       .weights = keys_.data() + head * head_size_ * hidden_,
                       .bias = no_bias_.data(),
                       .output = scratch.asked.data() + head * hidden_,
                       .output_stride = heads_ * hidden_,
                       .panel_begin = 0,
                       .panel_end = hidden_ / kernels_->panel_width,
                       .activation = Activation::none});
  });
}

// seen = softmax(scale * asked X^T) X, text by text: the heads are the queries, and the
// token's rows are both keys and values.
void FirstTokenAttention::look(const float* rows, const TokenBatch& batch, Scratch& scratch,
                               ThreadPool& pool) const {
  const std::size_t a_thread =
      (kernels_->attention_scratch(batch.longest(), hidden_, 0) + 15) / 16 * 16;
  grow(scratch.attention, a_thread * static_cast<std::size_t>(pool.threads()));
  pool.run(static_cast<int>(batch.texts()), [&](int task, int worker) {
    const auto text = static_cast<std::size_t>(task);
    const float* tokens = rows + batch.offsets[text] * hidden_;
    kernels_->attention(
        {.query = scratch.asked.data() + text * heads_ * hidden_,
         .key = tokens,
         .value = tokens,
         .stride = hidden_,
         .length = batch.length(text),
         .queries = heads_,
         .head_size = hidden_,
         .scale = 1.0F / std::sqrt(static_cast<float>(head_size_)),
         .output = scratch.seen.data() + text * heads_ * hidden_,
         .output_stride = hidden_,
         .scratch = scratch.attention.data() + static_cast<std::size_t>(worker) * a_thread});
  });
}

// context = W_v seen + b_v, head by head.
void FirstTokenAttention::answer(std::size_t texts, const Scratch& scratch, float* context,
                                 ThreadPool& pool) const {
  const std::size_t panels = head_size_ / kernels_->panel_width;
  pool.run(static_cast<int>(heads_), [&](int task, int) {
    const auto head = static_cast<std::size_t>(task);
    kernels_->product({.input = scratch.seen.data() + head * hidden_,
                       .input_stride = heads_ * hidden_,
                       .rows = texts,
                       .depth = hidden_,
                       .weights = values_.data(),
                       .bias = value_bias_.data(),
                       .output = context,
                       .output_stride = hidden_,
                       .panel_begin = head * panels,
                       .panel_end = (head + 1) * panels,
                       .activation = Activation::none});
  });
}

}  // namespace plumb
