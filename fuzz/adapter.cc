// Hostile bytes as an adapter's safetensors: refused with a sentence that names the
// origin, or an adapter whose updates fit its base.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "encode/adapter.h"

namespace {

constexpr const char* kBase =
    R"({"model_type":"bert","num_hidden_layers":1,"hidden_size":32,"num_attention_heads":1,
        "intermediate_size":32,"vocab_size":10,"max_position_embeddings":8,
        "layer_norm_eps":1e-12})";
constexpr const char* kConfig =
    R"({"plumb":"adapter/1","base":"b","rank":1,"alpha":2,"pooling":"mean","labels":["a","b"]})";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto base = plumb::EncoderConfig::parse(kBase, "base");
  static const auto config = plumb::AdapterConfig::parse(kConfig, "config");
  if (!base || !config) std::abort();
  const auto adapter =
      plumb::Adapter::load(*config, std::as_bytes(std::span(data, size)), "bytes", *base);
  if (!adapter) {
    if (adapter.error().message.find("bytes") == std::string::npos) std::abort();
    return 0;
  }
  const std::string query = "encoder.layer.0.attention.self.query";
  const std::vector<float> weight(32 * 32, 1.0F);
  if (adapter->changes(query) && adapter->changed(query, weight).size() != weight.size()) {
    std::abort();
  }
  if (adapter->head().labels() != 2) std::abort();
  return 0;
}
