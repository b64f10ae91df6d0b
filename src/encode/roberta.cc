// RoBERTa (arXiv 1907.11692): BERT's layers; positions are counted from behind the
// padding's id, segments are one, and the classifier's dense layer is its own.
#include "encode/architecture.h"
#include "encode/config_reader.h"

namespace plumb {

extern const ArchitectureDefinition kBert;
extern const ArchitectureDefinition kRoberta;

namespace {

void read_config(ConfigReader& read, EncoderConfig& config) {
  read.only("position_embedding_type", "absolute");
  config.positions = read.size("max_position_embeddings");
  config.segments = read.count_or("type_vocab_size", 1);
  const std::size_t padding = read.count_or("pad_token_id", 1);
  if (padding + 1 >= config.positions || padding >= config.vocabulary) {
    read.complain(read.file() +
                  ": pad_token_id must be less than max_position_embeddings - 1 "
                  "and than vocab_size");
    return;
  }
  config.padding = static_cast<TokenId>(padding);
  config.first_position = padding + 1;
}

// The names are BERT's.
Result<Encoder::Parts> load(TensorReader& read, const EncoderConfig& config,
                            const Linear::Build& build) {
  return kBert.load(read, config, build);
}

Result<ClassificationHead> load_head(TensorReader& read, const EncoderConfig& config,
                                     std::size_t labels, const Linear::Build& build) {
  return ClassificationHead::read(read, {"classifier.dense", ClassificationHead::Squash::tanh},
                                  "classifier.out_proj", config.hidden, labels, build);
}

}  // namespace

const ArchitectureDefinition kRoberta{"roberta", "roberta.", &read_config, &load, &load_head};

}  // namespace plumb
