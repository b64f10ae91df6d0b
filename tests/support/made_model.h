// Model folders whose weights follow from the names of their tensors, as
// tests/golden/classifiers.py makes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace plumb::testing {

// Values in [-1, 1) times a spread, by splitmix64 over FNV-1a of the name plus the index.
inline std::vector<float> made_values(std::string_view name, std::size_t size) {
  std::uint64_t seed = 0xcbf29ce484222325U;
  for (const char c : name) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  const bool scale = name.contains("LayerNorm.weight") || name.contains("layer_norm.weight");
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) {
    std::uint64_t x = seed + (i + 1) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    x ^= x >> 31;
    const float unit = static_cast<float>(x >> 40) * 0x1p-23F - 1.0F;
    values[i] = unit * 0.25F + (scale ? 1.0F : 0.0F);
  }
  return values;
}

// A tensor as a safetensors file holds it.
struct MadeTensor {
  std::string dtype;
  std::vector<std::size_t> shape;
  std::string bytes;
};

inline MadeTensor made_tensor(std::string_view name, const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  for (const std::size_t side : shape) size *= side;
  const auto values = made_values(name, size);
  return {"F32", shape,
          std::string(reinterpret_cast<const char*>(values.data()), size * sizeof(float))};
}

using MadeTensors = std::map<std::string, MadeTensor>;

inline std::string safetensors_bytes(const MadeTensors& tensors) {
  nlohmann::json header = nlohmann::json::object();
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    header[name] = {{"dtype", tensor.dtype},
                    {"shape", tensor.shape},
                    {"data_offsets", {data.size(), data.size() + tensor.bytes.size()}}};
    data += tensor.bytes;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string size(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) size[i] = static_cast<char>(text.size() >> (8 * i));
  return size + text + data;
}

inline void write_bytes(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace plumb::testing
