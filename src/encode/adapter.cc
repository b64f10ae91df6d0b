#include "encode/adapter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "encode/architecture.h"
#include "encode/config_reader.h"
#include "model/safetensors.h"

namespace plumb {
namespace {

constexpr std::string_view kVersion = "adapter/1";
constexpr std::size_t kMaxRank = 1'024;
constexpr double kMaxAlpha = 1e6;

std::vector<std::string> read_labels(ConfigReader& read) {
  auto labels = read.texts("labels").value_or(std::vector<std::string>());
  const std::set<std::string> different(labels.begin(), labels.end());
  if (labels.size() < 2 || different.size() < labels.size()) {
    read.must_be("labels", "a list of at least two different texts");
  }
  return labels;
}

// The tensors there may be and their shapes.
using Shapes = std::map<std::string, std::vector<std::size_t>, std::less<>>;

Shapes possible_tensors(const AdapterConfig& config, const EncoderConfig& base) {
  Shapes shapes;
  const auto add = [&](const std::string& name, std::size_t columns, std::size_t depth) {
    shapes[name + ".lora_A"] = {config.rank, depth};
    shapes[name + ".lora_B"] = {columns, config.rank};
  };
  for (std::size_t i = 0; i < base.layers; ++i) {
    const LayerNames names = bert_layer_names(i);
    for (const std::string& name : {names.query, names.key, names.value, names.attention_output}) {
      add(name, base.hidden, base.hidden);
    }
    add(names.up, base.intermediate, base.hidden);
    add(names.down, base.hidden, base.intermediate);
  }
  shapes["classifier.weight"] = {config.labels.size(), base.hidden};
  shapes["classifier.bias"] = {config.labels.size()};
  return shapes;
}

}  // namespace

bool AdapterConfig::describes(std::string_view text) {
  auto read = ConfigReader::parse(text, "");
  return read && read->text_or("plumb", "").starts_with("adapter/");
}

Result<AdapterConfig> AdapterConfig::parse(std::string_view text, std::string_view origin) {
  PLUMB_TRY(ConfigReader read, ConfigReader::parse(text, origin));
  if (read.text_or("plumb", "") != kVersion) {
    read.complain(fmt::format("{}: plumb is {}; this Plumb reads \"{}\"", origin,
                              read.shown("plumb"), kVersion),
                  ErrorCode::unsupported);
  }
  AdapterConfig config;
  config.base = read.text_or("base", "");
  if (config.base.empty()) read.complain(fmt::format("{}: base must name a model", origin));
  config.base_sha256 = read.text_or("base_sha256", "");
  config.rank = read.size("rank", kMaxRank);
  config.alpha = read.positive_number("alpha", kMaxAlpha);
  config.max_tokens = read.positive_or("max_tokens", kMostTokens, kMostTokens);
  config.labels = read_labels(read);
  if (read.text_or("pooling", "") != "mean") {
    read.complain(fmt::format("{}: pooling is {}; Plumb pools by \"mean\" only", origin,
                              read.shown("pooling")),
                  ErrorCode::unsupported);
  }
  if (config.max_tokens < kFewestTokens) {
    read.complain(fmt::format("{}: max_tokens must be at least {}", origin, kFewestTokens));
  }
  if (read.error() != nullptr) return std::unexpected(*read.error());
  return config;
}

Result<Adapter> Adapter::load(const AdapterConfig& config, std::span<const std::byte> safetensors,
                              std::string_view origin, const EncoderConfig& base) {
  PLUMB_TRY(const auto tensors, parse_safetensors(safetensors, origin));
  const Shapes possible = possible_tensors(config, base);
  const auto wrong = [&](std::string_view name, const std::string& what) {
    return fail(ErrorCode::corrupt, fmt::format("{}: tensor {} {}", origin, name, what));
  };
  std::map<std::string, std::vector<float>, std::less<>> read;
  for (const auto& [name, tensor] : tensors) {
    const auto place = possible.find(name);
    if (place == possible.end()) {
      return wrong(name, fmt::format("has no place in {}", config.base));
    }
    if (tensor.shape != place->second) {
      return wrong(name,
                   fmt::format("has the shape [{}] where [{}] is expected",
                               fmt::join(tensor.shape, ", "), fmt::join(place->second, ", ")));
    }
    std::vector<float>& values = read[name];
    if (!widen(tensor, values)) {
      return wrong(name,
                   fmt::format("is {} where F16 or F32 is expected", dtype_name(tensor.dtype)));
    }
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
      return wrong(name, "holds a value that is not a finite number");
    }
  }
  Adapter adapter;
  adapter.rank_ = config.rank;
  adapter.scale_ = config.alpha / static_cast<float>(config.rank);
  for (const char* name : {"classifier.weight", "classifier.bias"}) {
    if (!read.contains(name)) return wrong(name, "is missing");
  }
  adapter.head_weight_ = std::move(read["classifier.weight"]);
  adapter.head_bias_ = std::move(read["classifier.bias"]);
  for (auto& [name, values] : read) {
    const std::size_t dot = name.rfind('.');
    const bool is_a = name.ends_with(".lora_A");
    if (!is_a && !name.ends_with(".lora_B")) continue;  // the head's
    const std::string other = name.substr(0, dot) + (is_a ? ".lora_B" : ".lora_A");
    if (!read.contains(other)) return wrong(other, fmt::format("is missing beside {}", name));
    Update& update = adapter.updates_[name.substr(0, dot)];
    (is_a ? update.a : update.b) = std::move(values);
  }
  return adapter;
}

std::vector<float> Adapter::changed(std::string_view name, std::span<const float> weight) const {
  const Update& update = updates_.find(name)->second;
  const std::size_t depth = update.a.size() / rank_;
  const std::size_t columns = update.b.size() / rank_;
  std::vector<float> result(weight.begin(), weight.end());
  std::vector<float> row(depth);
  for (std::size_t column = 0; column < columns; ++column) {
    std::ranges::fill(row, 0.0F);
    for (std::size_t r = 0; r < rank_; ++r) {
      const float b = update.b[column * rank_ + r];
      const float* a = update.a.data() + r * depth;
      for (std::size_t d = 0; d < depth; ++d) row[d] += b * a[d];
    }
    float* to = result.data() + column * depth;
    for (std::size_t d = 0; d < depth; ++d) to[d] += scale_ * row[d];
  }
  return result;
}

}  // namespace plumb
