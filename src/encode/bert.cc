// BERT (arXiv 1810.04805): embeddings of words, positions and segments, layers one
// after the other, and a classifier on the pooled first token.
#include <fmt/format.h>

#include <numeric>

#include "encode/architecture.h"
#include "encode/config_reader.h"

namespace plumb {
namespace {

void read_config(ConfigReader& read, EncoderConfig& config) {
  read.only("position_embedding_type", "absolute");
  config.positions = read.size("max_position_embeddings");
  config.segments = read.count_or("type_vocab_size", 2);
}

Result<Encoder::Parts> load(TensorReader& read, const EncoderConfig& config,
                            const Linear::Build& build) {
  Encoder::Parts parts;
  PLUMB_TRY(parts.embeddings, TokenEmbeddings::read(read, config));
  PLUMB_TRY(parts.layers, read_layers(read, config, build, &bert_layer_names));
  parts.schedule.resize(config.layers);
  std::iota(parts.schedule.begin(), parts.schedule.end(), std::size_t{0});
  parts.last = bert_layer_names(config.layers - 1);
  return parts;
}

Result<ClassificationHead> load_head(TensorReader& read, const EncoderConfig& config,
                                     std::size_t labels, const Linear::Build& build) {
  return ClassificationHead::read(read, {"bert.pooler.dense", ClassificationHead::Squash::tanh},
                                  "classifier", config.hidden, labels, build);
}

}  // namespace

extern const ArchitectureDefinition kBert;
const ArchitectureDefinition kBert{"bert", "bert.", &read_config, &load, &load_head};

LayerNames bert_layer_names(std::size_t index) {
  const std::string layer = fmt::format("encoder.layer.{}.", index);
  return {.query = layer + "attention.self.query",
          .key = layer + "attention.self.key",
          .value = layer + "attention.self.value",
          .attention_output = layer + "attention.output.dense",
          .attention_norm = layer + "attention.output.LayerNorm",
          .up = layer + "intermediate.dense",
          .down = layer + "output.dense",
          .output_norm = layer + "output.LayerNorm"};
}

Result<std::vector<TransformerLayer>> read_layers(TensorReader& read, const EncoderConfig& config,
                                                  const Linear::Build& build,
                                                  LayerNames (*names)(std::size_t index)) {
  // Fewer layers than the file has would run, and give vectors of no model that was trained.
  if (const std::string next = names(config.layers).query + ".weight"; read.has(next)) {
    return fail(
        ErrorCode::corrupt,
        fmt::format("the config.json beside {} says num_hidden_layers {}, but the weights go "
                    "on with {}; they belong to different models; get a good copy of the "
                    "model",
                    read.file(), config.layers, next));
  }
  std::vector<TransformerLayer> layers;
  for (std::size_t i = 0; i < config.layers; ++i) {
    PLUMB_TRY(auto layer, read_layer(read, names(i), config, build));
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace plumb
