// DeBERTa-v2 and -v3 (arXiv 2006.03654, 2111.09543): BERT's layers, with attention
// to the distance of two tokens in place of a position table. The convolution of
// DeBERTa-v2-xlarge is not computed.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "encode/architecture.h"
#include "encode/config_reader.h"
#include "encode/relative_attention.h"

namespace plumb {
namespace {

RelativePositions read_relative(ConfigReader& read) {
  RelativePositions relative;
  const std::size_t buckets = read.positive_or("position_buckets", 0, 2 * kMostTokens);
  relative.farthest = read.positive_or("max_relative_positions",
                                       read.size("max_position_embeddings"), 64 * kMostTokens);
  relative.logarithmic = buckets > 0;
  relative.span = buckets > 0 ? buckets : std::min(relative.farthest, 64 * kMostTokens);
  const auto terms = read.texts("pos_att_type").value_or(std::vector<std::string>());
  for (const std::string& term : terms) {
    if (term == "c2p") relative.content_to_position = true;
    if (term == "p2c") relative.position_to_content = true;
  }
  relative.shares_projections = read.flag_or("share_att_key", false);
  relative.normalised = read.text_or("norm_rel_ebd", "none").contains("layer_norm");
  if (relative.logarithmic && (relative.span < 4 || relative.farthest < relative.span)) {
    read.complain(read.file() +
                  ": position_buckets must be at least 4 and at most the farthest position");
  }
  return relative;
}

void read_config(ConfigReader& read, EncoderConfig& config) {
  config.max_tokens = read.size("max_position_embeddings");
  config.positions = read.flag_or("position_biased_input", true) ? config.max_tokens : 0;
  config.segments = read.count_or("type_vocab_size", 0);
  const auto unsupported = [&](const std::string& what) {
    read.complain(read.file() + ": " + what, ErrorCode::unsupported);
  };
  if (read.count_or("conv_kernel_size", 0) > 0) {
    unsupported("conv_kernel_size asks for a convolution, which Plumb does not compute");
  }
  if (read.positive_or("embedding_size", config.hidden) != config.hidden) {
    unsupported("embedding_size must be hidden_size");
  }
  if (read.positive_or("attention_head_size", config.head_size()) != config.head_size()) {
    unsupported("attention_head_size must be hidden_size / num_attention_heads");
  }
  if (read.positive_or("pooler_hidden_size", config.hidden) != config.hidden) {
    unsupported("pooler_hidden_size must be hidden_size");
  }
  read.only("pooler_hidden_act", "gelu");
  if (!read.flag_or("relative_attention", false)) return;
  const RelativePositions relative = read_relative(read);
  if (relative.content_to_position || relative.position_to_content) config.relative = relative;
}

LayerNames layer_names(std::size_t index) {
  LayerNames names = bert_layer_names(index);
  for (std::string* name : {&names.query, &names.key, &names.value}) *name += "_proj";
  return names;
}

// The table of distances, [2 * span][hidden], normalised where the model does.
Result<std::vector<float>> read_distances(TensorReader& read, const EncoderConfig& config,
                                          const Kernels& kernels) {
  const std::size_t rows = 2 * config.relative->span;
  PLUMB_TRY(const auto stored,
            read.as_stored("encoder.rel_embeddings.weight", {rows, config.hidden}));
  std::vector<float> table(stored.begin(), stored.end());
  if (!config.relative->normalised) return table;
  PLUMB_TRY(const auto norm, read.norm("encoder.LayerNorm", config.hidden));
  const std::vector<float> zeros(table.size(), 0.0F);
  kernels.layer_norm({.rows = table.data(),
                      .residual = zeros.data(),
                      .count = rows,
                      .columns = config.hidden,
                      .scale = norm.scale.data(),
                      .shift = norm.shift.data(),
                      .epsilon = config.layer_norm_epsilon});
  return table;
}

// The table through one dense layer of `layer`; nothing where the term is not used.
Result<std::vector<float>> project(TensorReader& read, const EncoderConfig& config,
                                   const Linear::Build& build, std::span<const float> table,
                                   bool used, const std::string& name) {
  if (!used) return std::vector<float>();
  PLUMB_TRY(const auto part, read.dense(name, config.hidden, config.hidden));
  const Linear linear(build, config.hidden, 0, std::span(&part, 1));
  std::vector<float> projected(table.size());
  Linear::Scratch scratch;
  linear.apply(table.data(), table.size() / config.hidden, projected.data(), Activation::none,
               scratch, build.pool);
  read.forget_parts();
  return projected;
}

Result<void> add_relative_attention(TensorReader& read, const EncoderConfig& config,
                                    const Linear::Build& build,
                                    std::vector<TransformerLayer>& layers) {
  const RelativePositions& relative = *config.relative;
  PLUMB_TRY(const auto table, read_distances(read, config, build.kernels));
  const auto buckets = std::make_shared<const std::vector<std::uint16_t>>(
      distance_buckets(relative, config.max_tokens));
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const bool shared = relative.shares_projections;
    const std::string self = fmt::format("encoder.layer.{}.attention.self.", i);
    PLUMB_TRY(const auto keys, project(read, config, build, table, relative.content_to_position,
                                       self + (shared ? "key_proj" : "pos_key_proj")));
    PLUMB_TRY(const auto queries, project(read, config, build, table, relative.position_to_content,
                                          self + (shared ? "query_proj" : "pos_query_proj")));
    layers[i].relative.emplace(config, build.kernels, RelativeAttention::Projections{keys, queries},
                               buckets);
  }
  return {};
}

Result<Encoder::Parts> load(TensorReader& read, const EncoderConfig& config,
                            const Linear::Build& build) {
  Encoder::Parts parts;
  PLUMB_TRY(parts.embeddings, TokenEmbeddings::read(read, config));
  PLUMB_TRY(parts.layers, read_layers(read, config, build, &layer_names));
  if (config.relative) {
    PLUMB_CHECK_RESULT(add_relative_attention(read, config, build, parts.layers));
  }
  parts.schedule.resize(config.layers);
  std::iota(parts.schedule.begin(), parts.schedule.end(), std::size_t{0});
  parts.last = layer_names(config.layers - 1);
  return parts;
}

Result<ClassificationHead> load_head(TensorReader& read, const EncoderConfig& config,
                                     std::size_t labels, const Linear::Build& build) {
  return ClassificationHead::read(read, {"pooler.dense", ClassificationHead::Squash::gelu},
                                  "classifier", config.hidden, labels, build);
}

}  // namespace

extern const ArchitectureDefinition kDebertaV2;
const ArchitectureDefinition kDebertaV2{"deberta-v2", "deberta.", &read_config, &load, &load_head};

}  // namespace plumb
