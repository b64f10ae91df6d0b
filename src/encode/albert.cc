// ALBERT (arXiv 1909.11942): narrow embeddings, widened by one projection, and one
// layer, or a few, whose weights all depths share.
#include <fmt/format.h>

#include <array>
#include <numeric>
#include <vector>

#include "encode/architecture.h"
#include "encode/config_reader.h"

namespace plumb {
namespace {

void read_config(ConfigReader& read, EncoderConfig& config) {
  read.only("position_embedding_type", "absolute");
  config.positions = read.size("max_position_embeddings");
  config.segments = read.count_or("type_vocab_size", 2);
  config.embedding = read.size("embedding_size");
  config.layer_groups = read.positive_or("num_hidden_groups", 1, kMaxLayers);
  config.layers_a_group = read.positive_or("inner_group_num", 1, kMaxLayers);
  if (config.layer_groups > config.layers) {
    read.complain(fmt::format("{}: num_hidden_groups {} must be at most num_hidden_layers {}",
                              read.file(), config.layer_groups, config.layers));
  }
}

LayerNames layer_names(std::size_t group, std::size_t inner) {
  const std::string layer =
      fmt::format("encoder.albert_layer_groups.{}.albert_layers.{}.", group, inner);
  return {.query = layer + "attention.query",
          .key = layer + "attention.key",
          .value = layer + "attention.value",
          .attention_output = layer + "attention.dense",
          .attention_norm = layer + "attention.LayerNorm",
          .up = layer + "ffn",
          .down = layer + "ffn_output",
          .output_norm = layer + "full_layer_layer_norm"};
}

// W (M e + m) + b = (W M) e + (W m + b): what a dense layer gives behind the projection M
// of the embeddings e, straight from them.
class JoinedPart {
 public:
  JoinedPart(const Linear::Part& projection, const Linear::Part& dense,
             const Linear::Build& build) {
    const std::size_t hidden = projection.bias.size();
    const std::size_t embedding = projection.weight.size() / hidden;
    const std::vector<float> turned = transposed(projection.weight, embedding);
    const std::vector<float> zeros(embedding, 0.0F);
    const Linear::Part columns{turned, zeros};
    weight_.resize(dense.bias.size() * embedding);
    Linear::Scratch scratch;
    Linear(build, hidden, 0, std::span(&columns, 1))
        .apply(dense.weight.data(), dense.bias.size(), weight_.data(), Activation::none, scratch,
               build.pool);
    for (std::size_t row = 0; row < dense.bias.size(); ++row) {
      const auto weights = dense.weight.subspan(row * hidden, hidden);
      bias_.push_back(static_cast<float>(std::inner_product(
          weights.begin(), weights.end(), projection.bias.begin(), double{dense.bias[row]})));
    }
  }
  Linear::Part part() const { return {weight_, bias_}; }

 private:
  std::vector<float> weight_, bias_;
};

Result<Linear> read_first_projection(TensorReader& read, const Linear::Part& projection,
                                     const EncoderConfig& config, const Linear::Build& build) {
  const LayerNames names = layer_names(0, 0);
  std::vector<JoinedPart> joined;
  for (const std::string& name : {names.query, names.key, names.value}) {
    PLUMB_TRY(const auto dense, read.from_hidden(name, config.hidden, config.hidden));
    joined.emplace_back(projection, dense, build);
  }
  const std::array parts{joined[0].part(), joined[1].part(), joined[2].part()};
  return Linear(build, config.embedding, 0, parts);
}

Result<Encoder::Parts> load(TensorReader& read, const EncoderConfig& config,
                            const Linear::Build& build) {
  Encoder::Parts parts;
  PLUMB_TRY(parts.embeddings, TokenEmbeddings::read(read, config));
  PLUMB_TRY(const auto projection,
            read.dense("encoder.embedding_hidden_mapping_in", config.hidden, config.embedding));
  parts.projection.emplace(build, config.embedding, 0, std::span(&projection, 1));
  PLUMB_TRY(parts.first_projection, read_first_projection(read, projection, config, build));
  for (std::size_t group = 0; group < config.layer_groups; ++group) {
    for (std::size_t inner = 0; inner < config.layers_a_group; ++inner) {
      PLUMB_TRY(auto layer, read_layer(read, layer_names(group, inner), config, build));
      parts.layers.push_back(std::move(layer));
    }
  }
  // A depth runs all layers of its group; groups share the depths evenly.
  for (std::size_t depth = 0; depth < config.layers; ++depth) {
    const std::size_t group = depth * config.layer_groups / config.layers;
    for (std::size_t inner = 0; inner < config.layers_a_group; ++inner) {
      parts.schedule.push_back(group * config.layers_a_group + inner);
    }
  }
  parts.last = layer_names(config.layer_groups - 1, config.layers_a_group - 1);
  return parts;
}

Result<ClassificationHead> load_head(TensorReader& read, const EncoderConfig& config,
                                     std::size_t labels, const Linear::Build& build) {
  return ClassificationHead::read(read, {"albert.pooler", ClassificationHead::Squash::tanh},
                                  "classifier", config.hidden, labels, build);
}

}  // namespace

extern const ArchitectureDefinition kAlbert;
const ArchitectureDefinition kAlbert{"albert", "albert.", &read_config, &load, &load_head};

}  // namespace plumb
