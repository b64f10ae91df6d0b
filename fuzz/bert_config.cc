// Hostile bytes as a model's config.json: refused with a sentence that names the
// origin, or read into sizes that keep the promises the encoder relies on.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "encode/bert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto config = plumb::BertConfig::parse(text, "config.json");
  if (!config) {
    if (config.error().message.find("config.json") == std::string::npos) std::abort();
    return 0;
  }
  const bool sound = config->layers > 0 && config->heads > 0 && config->vocabulary > 0 &&
                     config->positions > 0 && config->hidden % (config->heads * 32) == 0 &&
                     config->intermediate % 32 == 0 && config->layer_norm_epsilon > 0;
  if (!sound) std::abort();
  return 0;
}
