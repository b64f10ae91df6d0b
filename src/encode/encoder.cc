#include "encode/encoder.h"

#include "encode/architecture.h"

namespace plumb {
namespace {

// The order for int8, from all norms of a BERT.
Result<HiddenOrder> outliers_first(TensorReader& read, const EncoderConfig& config) {
  std::vector<LayerNormWeights> norms(1);
  PLUMB_TRY(norms[0], read.norm("embeddings.LayerNorm", config.hidden));
  for (std::size_t i = 0; i < config.layers; ++i) {
    const LayerNames names = bert_layer_names(i);
    PLUMB_TRY(norms.emplace_back(), read.norm(names.attention_norm, config.hidden));
    PLUMB_TRY(norms.emplace_back(), read.norm(names.output_norm, config.hidden));
  }
  return HiddenOrder::outliers_first(norms);
}

Result<FirstTokenAttention> read_first_token(TensorReader& read, const LayerNames& names,
                                             const EncoderConfig& config,
                                             const Linear::Build& build) {
  const std::size_t hidden = config.hidden;
  FirstTokenAttention::Projections parts;
  PLUMB_TRY(parts.query, read.from_hidden(names.query, hidden, hidden));
  PLUMB_TRY(parts.key, read.from_hidden(names.key, hidden, hidden));
  PLUMB_TRY(parts.value, read.from_hidden(names.value, hidden, hidden));
  FirstTokenAttention attention(config, build, parts);
  read.forget_parts();
  return attention;
}

}  // namespace

Result<Encoder> Encoder::load(TensorReader& read, const EncoderConfig& config,
                              const Linear::Build& build, WantedRows wanted) {
  if (build.precision == Precision::int8) {
    if (config.architecture != Architecture::bert) {
      return fail(ErrorCode::unsupported, "Plumb runs int8 with BERT only; use f32");
    }
    PLUMB_TRY(HiddenOrder order, outliers_first(read, config));
    read.set_order(std::move(order));
  }
  PLUMB_TRY(Parts parts, definition_of(config.architecture).load(read, config, build));
  if (wanted == WantedRows::first_of_text && build.precision == Precision::f32 &&
      !config.relative) {
    PLUMB_TRY(parts.first_token, read_first_token(read, parts.last, config, build));
  }
  if (wanted == WantedRows::all && build.precision == Precision::f32 &&
      RememberedProjection::has_summands(config)) {
    parts.remembered.emplace(parts.embeddings, parts.layers.front().query_key_value, config, build);
  }
  Encoder encoder(config, build.kernels, std::move(parts));
  encoder.order_ = read.order();
  encoder.kept_ = read.take_kept();
  return encoder;
}

void Encoder::run(const TokenBatch& batch, WantedRows wanted, LayerWorkspace& workspace,
                  ThreadPool& pool) const {
  const std::size_t tokens = batch.ids.size();
  workspace.reserve(config_, *kernels_, tokens, batch.longest(),
                    static_cast<std::size_t>(pool.threads()));
  const bool projected = parts_.projection.has_value();
  float* embedded = projected ? workspace.projected() : workspace.hidden();
  const bool remembered = parts_.remembered.has_value() && batch.segments.empty();
  parts_.embeddings.look_up(batch, config_, *kernels_, order_, embedded, workspace.moments());
  if (remembered) {
    parts_.remembered->run(batch, workspace.moments(), workspace.widened(), workspace.remembered(),
                           pool);
  }
  if (projected) {
    parts_.projection->apply(embedded, tokens, workspace.hidden(), Activation::none,
                             workspace.linear(), pool);
  }
  for (std::size_t i = 0; i < parts_.schedule.size(); ++i) {
    LayerStep step{.layer = parts_.layers[parts_.schedule[i]], .projected = i == 0 && remembered};
    if (i == 0 && parts_.first_projection) step.from_embeddings = &*parts_.first_projection;
    if (i + 1 == parts_.schedule.size()) {
      step.wanted = wanted;
      if (parts_.first_token) step.first_token = &*parts_.first_token;
    }
    run_layer(step, config_, *kernels_, batch, workspace, pool);
  }
}

}  // namespace plumb
