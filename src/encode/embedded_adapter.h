// The adapter that travels inside the binary: models/stereotype-minilm, where the
// tree has it when Plumb is configured.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace plumb {

struct EmbeddedAdapter {
  std::string_view name;  // empty: this binary carries none
  std::string_view config;
  std::span<const std::byte> weights;  // a whole adapter.safetensors
};

EmbeddedAdapter embedded_adapter();

}  // namespace plumb
