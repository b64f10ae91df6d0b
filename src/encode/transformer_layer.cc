#include "encode/transformer_layer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

namespace plumb {
namespace {

// From the projections [query | key | value] in widened() into context().
void attend(const TransformerLayer& layer, const EncoderConfig& config, const Kernels& kernels,
            const TokenBatch& batch, WantedRows wanted, LayerWorkspace& workspace,
            ThreadPool& pool) {
  const std::size_t hidden = config.hidden;
  const std::size_t heads = config.heads;
  const std::size_t head_size = config.head_size();
  const float scale = layer.relative ? layer.relative->scale(head_size)
                                     : 1.0F / std::sqrt(static_cast<float>(head_size));
  pool.run(static_cast<int>(batch.texts() * heads), [&](int task, int worker) {
    const std::size_t text = static_cast<std::size_t>(task) / heads;
    const std::size_t head = static_cast<std::size_t>(task) % heads;
    const std::size_t begin = batch.offsets[text];
    const bool all = wanted == WantedRows::all;
    const float* projections = workspace.widened() + begin * 3 * hidden + head * head_size;
    RelativeAttentionArgs relative;
    if (layer.relative) relative = layer.relative->of_head(head);
    kernels.attention(
        {.query = projections,
         .key = projections + hidden,
         .value = projections + 2 * hidden,
         .stride = 3 * hidden,
         .length = batch.length(text),
         .queries = all ? batch.length(text) : 1,
         .head_size = head_size,
         .scale = scale,
         .relative = layer.relative ? &relative : nullptr,
         .output = workspace.context() + (all ? begin : text) * hidden + head * head_size,
         .output_stride = hidden,
         .scratch = workspace.scratch(worker)});
  });
}

void normalise(const Kernels& kernels, const EncoderConfig& config, const LayerNormWeights& norm,
               float* rows, const float* residual, std::size_t count) {
  kernels.layer_norm({.rows = rows,
                      .residual = residual,
                      .count = count,
                      .columns = config.hidden,
                      .scale = norm.scale.data(),
                      .shift = norm.shift.data(),
                      .epsilon = config.layer_norm_epsilon});
}

// Moves the first row of each text to the front. Row `text` is never behind the
// row it comes from.
void keep_first_rows(const TokenBatch& batch, std::size_t hidden, float* rows) {
  for (std::size_t text = 1; text < batch.texts(); ++text) {
    std::memmove(rows + text * hidden, rows + batch.offsets[text] * hidden, hidden * sizeof(float));
  }
}

}  // namespace

Result<TransformerLayer> read_layer(TensorReader& read, const LayerNames& names,
                                    const EncoderConfig& config, const Linear::Build& build) {
  const std::size_t hidden = config.hidden;
  PLUMB_TRY(const auto query, read.from_hidden(names.query, hidden, hidden));
  PLUMB_TRY(const auto key, read.from_hidden(names.key, hidden, hidden));
  PLUMB_TRY(const auto value, read.from_hidden(names.value, hidden, hidden));
  PLUMB_TRY(const auto joined, read.to_hidden(names.attention_output, hidden, hidden));
  PLUMB_TRY(const auto up, read.from_hidden(names.up, config.intermediate, hidden));
  PLUMB_TRY(const auto down, read.to_hidden(names.down, hidden, config.intermediate));
  PLUMB_TRY(const auto attention_norm, read.norm(names.attention_norm, hidden));
  PLUMB_TRY(const auto output_norm, read.norm(names.output_norm, hidden));
  const auto linear = [&](std::size_t depth, std::size_t leading,
                          std::initializer_list<Linear::Part> parts) {
    return Linear(build, depth, leading, parts);
  };
  const std::size_t leading = read.order().leading();
  TransformerLayer layer{linear(hidden, leading, {query, key, value}),
                         linear(hidden, 0, {joined}),
                         linear(hidden, leading, {up}),
                         linear(config.intermediate, 0, {down}),
                         attention_norm,
                         output_norm};
  read.forget_parts();
  return layer;
}

void LayerWorkspace::reserve(const EncoderConfig& config, const Kernels& kernels,
                             std::size_t tokens, std::size_t longest, std::size_t threads) {
  if (tokens > tokens_) {
    hidden_ = Buffer<float>(tokens * config.hidden);
    projected_ = Buffer<float>(tokens * std::max(config.hidden, config.embedding));
    context_ = Buffer<float>(tokens * config.hidden);
    moments_ = Buffer<RowMoments>(tokens);
    widened_ = Buffer<float>(
        tokens * std::max(3 * config.hidden, config.intermediate + Linear::kSpaceFloats));
    tokens_ = tokens;
  }
  const std::size_t buckets = config.relative ? 2 * config.relative->span : 0;
  const std::size_t scratch =
      (kernels.attention_scratch(longest, config.head_size(), buckets) + 15) / 16 * 16;
  if (scratch * threads > scratch_.size()) scratch_ = Buffer<float>(scratch * threads);
  scratch_a_thread_ = scratch;
}

void run_layer(const LayerStep& step, const EncoderConfig& config, const Kernels& kernels,
               const TokenBatch& batch, LayerWorkspace& workspace, ThreadPool& pool) {
  const TransformerLayer& layer = step.layer;
  float* hidden = workspace.hidden();
  float* projected = workspace.projected();
  float* widened = workspace.widened();
  std::size_t rows = batch.ids.size();
  const auto apply = [&](const Linear& linear, const float* input, float* output,
                         Activation activation, RowStrides strides = {}) {
    linear.apply(input, rows, output, activation, workspace.linear(), pool, strides);
  };
  const bool first_alone = step.wanted == WantedRows::first_of_text;
  if (first_alone && step.first_token != nullptr) {
    step.first_token->run(hidden, batch, workspace.context(), workspace.first_token(), pool);
  } else {
    if (step.from_embeddings != nullptr) {
      apply(*step.from_embeddings, projected, widened, Activation::none);
    } else if (!step.projected) {
      apply(layer.query_key_value, hidden, widened, Activation::none);
    }
    attend(layer, config, kernels, batch, step.wanted, workspace, pool);
  }
  if (first_alone) {
    keep_first_rows(batch, config.hidden, hidden);
    rows = batch.texts();
  }
  apply(layer.attention_output, workspace.context(), projected, Activation::none);
  normalise(kernels, config, layer.attention_norm, projected, hidden, rows);
  const std::size_t spaced = layer.up.spaced_columns();
  apply(layer.up, projected, widened, config.activation, {.output = spaced});
  apply(layer.down, widened, hidden, Activation::none, {.input = spaced});
  normalise(kernels, config, layer.output_norm, hidden, projected, rows);
}

}  // namespace plumb
