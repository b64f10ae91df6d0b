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

}  // namespace

Result<Encoder> Encoder::load(TensorReader& read, const EncoderConfig& config,
                              const Linear::Build& build) {
  if (build.precision == Precision::int8) {
    if (config.architecture != Architecture::bert) {
      return fail(ErrorCode::unsupported, "Plumb runs int8 with BERT only; use f32");
    }
    PLUMB_TRY(HiddenOrder order, outliers_first(read, config));
    read.set_order(std::move(order));
  }
  PLUMB_TRY(Parts parts, definition_of(config.architecture).load(read, config, build));
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
  parts_.embeddings.look_up(batch, config_, *kernels_, order_, embedded);
  if (projected) {
    parts_.projection->apply(embedded, tokens, workspace.hidden(), Activation::none,
                             workspace.linear(), pool);
  }
  for (std::size_t i = 0; i < parts_.schedule.size(); ++i) {
    const bool last = i + 1 == parts_.schedule.size();
    run_layer(parts_.layers[parts_.schedule[i]], config_, *kernels_, batch,
              last ? wanted : WantedRows::all, workspace, pool);
  }
}

}  // namespace plumb
