// Hostile bytes as a model's config.json, of an encoder, a classifier or an adapter, and as its
// modules.json: refused with a sentence that names the origin, or read into sizes that keep the
// promises the encoder relies on.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "encode/adapter.h"
#include "encode/encoder_config.h"
#include "encode/relative_attention.h"
#include "encode/sentence_pipeline.h"

namespace {

void require(bool sound) {
  if (!sound) std::abort();
}

void check(const plumb::EncoderConfig& config) {
  require(config.layers > 0 && config.heads > 0 && config.vocabulary > 0);
  require(config.hidden % (config.heads * 32) == 0 && config.intermediate % 32 == 0);
  require(config.embedding % 32 == 0 && config.embedding > 0);
  require(config.layer_norm_epsilon > 0);
  require(config.max_tokens >= 1 && config.max_tokens <= plumb::kMostTokens);
  require(config.positions == 0 || config.first_position + config.max_tokens <= config.positions);
  if (config.padding) {
    require(static_cast<std::size_t>(*config.padding) < config.positions);
    require(static_cast<std::size_t>(*config.padding) < config.vocabulary);
  }
  require(config.layer_groups >= 1 && config.layer_groups <= config.layers);
  if (!config.relative) return;
  const auto buckets = plumb::distance_buckets(*config.relative, config.max_tokens);
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    require(buckets[i] < 2 * config.relative->span);
    require(i == 0 || buckets[i - 1] <= buckets[i]);
  }
}

template <class T>
bool read(const plumb::Result<T>& parsed) {
  if (!parsed) require(parsed.error().message.find("config.json") != std::string::npos);
  return parsed.has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto encoder = plumb::EncoderConfig::parse(text, "config.json");
  if (read(encoder)) check(*encoder);
  const auto classifier = plumb::SequenceClassifierConfig::parse(text, "config.json");
  if (read(classifier)) {
    require(encoder.has_value() && classifier->labels.size() >= 2);
  }
  const auto adapter = plumb::AdapterConfig::parse(text, "config.json");
  if (read(adapter)) {
    require(plumb::AdapterConfig::describes(text));
    require(adapter->rank > 0 && adapter->alpha > 0 && adapter->labels.size() >= 2);
    require(adapter->max_tokens >= 4 && adapter->max_tokens <= plumb::kMostTokens);
  }
  const auto pipeline = plumb::read_sentence_pipeline(text, "config.json");
  if (read(pipeline)) {
    require(!pipeline->pooling.empty() && pipeline->pooling != "..");
    require(pipeline->pooling.find('/') == std::string::npos);
  }
  return 0;
}
