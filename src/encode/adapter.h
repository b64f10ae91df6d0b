// A classifier that is a small change to an embedding model: low-rank updates of
// dense layers, and a linear head. docs/formats/adapter.md has the format.
//
// Foreign bytes: fails with corrupt or unsupported and a sentence that names the
// file and the field or tensor.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/classification_head.h"
#include "encode/encoder_config.h"

namespace plumb {

struct AdapterConfig {
  std::string base;         // a model of the registry
  std::string base_sha256;  // empty: any weights of that name
  std::size_t rank = 0;
  float alpha = 0;
  std::size_t max_tokens = kMostTokens;
  std::vector<std::string> labels;

  // Whether a config.json says that it is an adapter's, of any version.
  static bool describes(std::string_view json);
  static Result<AdapterConfig> parse(std::string_view json, std::string_view origin);
};

// Immutable once loaded; threads may share it.
class Adapter {
 public:
  // `safetensors` is the whole file. Every tensor must be one that `base` has a
  // place for, and of its shape.
  static Result<Adapter> load(const AdapterConfig& config, std::span<const std::byte> safetensors,
                              std::string_view origin, const EncoderConfig& base);

  // Whether there is an update for the dense layer of that name.
  bool changes(std::string_view name) const { return updates_.contains(name); }
  // weight + alpha / rank * B A. Only where changes(name).
  std::vector<float> changed(std::string_view name, std::span<const float> weight) const;

  ClassificationHead head() const { return {head_weight_, head_bias_}; }

 private:
  struct Update {
    std::vector<float> a, b;  // [rank][depth], [columns][rank]
  };
  std::size_t rank_ = 0;
  float scale_ = 0;
  std::map<std::string, Update, std::less<>> updates_;
  std::vector<float> head_weight_, head_bias_;
};

}  // namespace plumb
