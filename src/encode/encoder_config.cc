#include "encode/encoder_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/file.h"
#include "encode/architecture.h"
#include "encode/config_reader.h"

namespace plumb {

extern const ArchitectureDefinition kBert;
extern const ArchitectureDefinition kAlbert;
extern const ArchitectureDefinition kRoberta;
extern const ArchitectureDefinition kDebertaV2;

namespace {

constexpr std::array kArchitectures = {Architecture::bert, Architecture::albert,
                                       Architecture::roberta, Architecture::deberta_v2};

// A config without it is BERT's: it was the first.
Architecture read_architecture(ConfigReader& read) {
  const std::string type = read.text_or("model_type", name_of(Architecture::bert));
  std::vector<std::string_view> names;
  for (const Architecture architecture : kArchitectures) {
    if (name_of(architecture) == type) return architecture;
    names.push_back(name_of(architecture));
  }
  read.complain(fmt::format("{}: model_type is {}; Plumb runs {}", read.file(),
                            read.shown("model_type"), fmt::join(names, ", ")),
                ErrorCode::unsupported);
  return Architecture::bert;
}

Activation read_activation(ConfigReader& read, Architecture architecture) {
  const bool albert = architecture == Architecture::albert;
  const std::string name = read.text_or("hidden_act", albert ? "gelu_new" : "gelu");
  if (name == "gelu") return Activation::gelu;
  if (name == "gelu_new" || name == "gelu_fast" || name == "gelu_pytorch_tanh") {
    return Activation::gelu_tanh;
  }
  read.complain(fmt::format("{}: hidden_act is {}; Plumb runs \"gelu\" and \"gelu_new\" only",
                            read.file(), read.shown("hidden_act")),
                ErrorCode::unsupported);
  return Activation::gelu;
}

void check_widths(ConfigReader& read, const EncoderConfig& config) {
  if (config.hidden % (config.heads * kColumnUnit) == 0 && config.intermediate % kColumnUnit == 0 &&
      config.embedding % kColumnUnit == 0) {
    return;
  }
  read.complain(
      fmt::format("{}: hidden_size {} over {} heads, intermediate_size {} and embedding_size {} "
                  "must be multiples of {}",
                  read.file(), config.hidden, config.heads, config.intermediate, config.embedding,
                  kColumnUnit),
      ErrorCode::unsupported);
}

// Weights of a decoder have the same names, and were trained to see only what stands before.
void check_is_encoder(ConfigReader& read) {
  for (const char* field : {"is_decoder", "add_cross_attention"}) {
    if (!read.flag_or(field, false)) continue;
    read.complain(fmt::format("{}: {} is true; Plumb runs encoders only", read.file(), field),
                  ErrorCode::unsupported);
  }
}

EncoderConfig read_encoder(ConfigReader& read) {
  EncoderConfig config;
  config.architecture = read_architecture(read);
  config.layers = read.size("num_hidden_layers", kMaxLayers);
  config.hidden = read.size("hidden_size");
  config.heads = read.size("num_attention_heads");
  config.intermediate = read.size("intermediate_size");
  config.vocabulary = read.size("vocab_size", 100 * kMaxWidth);
  config.embedding = config.hidden;
  config.layer_norm_epsilon = read.positive_number("layer_norm_eps", 1);
  config.activation = read_activation(read, config.architecture);
  config.layer_groups = config.layers;
  definition_of(config.architecture).read_config(read, config);
  check_widths(read, config);
  check_is_encoder(read);
  const std::size_t rows = config.positions > 0 ? config.positions : config.max_tokens;
  if (rows < config.first_position + kFewestTokens) {
    read.complain(fmt::format("{}: max_position_embeddings {} leaves a text fewer than {} tokens",
                              read.file(), rows, kFewestTokens));
    return config;
  }
  config.max_tokens = std::min(kMostTokens, rows - config.first_position);
  return config;
}

// Without id2label, as many as num_labels says, else two, named as transformers
// names them.
std::vector<std::string> read_labels(ConfigReader& read) {
  std::vector<std::string> labels;
  if (!read.has("id2label")) {
    const std::size_t count = read.positive_or("num_labels", 2, kMaxLabels);
    for (std::size_t i = 0; i < count; ++i) labels.push_back(fmt::format("LABEL_{}", i));
    return labels;
  }
  labels = read.numbered_texts("id2label");
  std::set<std::string_view> seen;
  for (const std::string& label : labels) {
    if (!seen.insert(label).second) {
      read.complain(fmt::format("{}: id2label gives two labels one name", read.file()));
    }
  }
  return labels;
}

}  // namespace

const ArchitectureDefinition& definition_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::bert:
      return kBert;
    case Architecture::albert:
      return kAlbert;
    case Architecture::roberta:
      return kRoberta;
    case Architecture::deberta_v2:
      return kDebertaV2;
  }
  std::unreachable();
}

std::string_view name_of(Architecture architecture) {
  return definition_of(architecture).model_type;
}

Result<EncoderConfig> EncoderConfig::open(const std::filesystem::path& config_json) {
  PLUMB_TRY(const std::string text, read_file(config_json, kMaxConfigBytes));
  return parse(text, config_json.string());
}

Result<EncoderConfig> EncoderConfig::parse(std::string_view text, std::string_view origin) {
  PLUMB_TRY(ConfigReader read, ConfigReader::parse(text, origin));
  EncoderConfig config = read_encoder(read);
  if (read.error() != nullptr) return std::unexpected(*read.error());
  return config;
}

Result<SequenceClassifierConfig> SequenceClassifierConfig::parse(std::string_view text,
                                                                 std::string_view origin) {
  PLUMB_TRY(ConfigReader read, ConfigReader::parse(text, origin));
  SequenceClassifierConfig config;
  config.encoder = read_encoder(read);
  read.only("problem_type", "single_label_classification");
  config.labels = read_labels(read);
  if (config.labels.size() < 2) {
    read.complain(fmt::format("{} names {} labels; a classifier has at least two", read.file(),
                              config.labels.size()),
                  ErrorCode::unsupported);
  }
  if (read.error() != nullptr) return std::unexpected(*read.error());
  return config;
}

}  // namespace plumb
