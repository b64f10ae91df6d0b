// Any bytes: parse_safetensors answers or refuses, and what it answers lies
// inside the bytes and has the size its shape says.
#include "model/safetensors.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto tensors = plumb::parse_safetensors(bytes, "fuzz");
  if (!tensors) {
    if (tensors.error().message.empty()) std::abort();
    return 0;
  }
  std::size_t covered = 0;
  for (const auto& [name, tensor] : *tensors) {
    std::size_t items = 1;
    for (const std::size_t length : tensor.shape) items *= length;
    const bool empty = tensor.bytes.empty();
    if (empty != (items == 0)) std::abort();
    if (!empty && tensor.bytes.size() % items != 0) std::abort();
    if (!empty && (tensor.bytes.data() < bytes.data() ||
                   tensor.bytes.data() + tensor.bytes.size() > bytes.data() + bytes.size())) {
      std::abort();
    }
    covered += tensor.bytes.size();
  }
  if (covered > size) std::abort();
  return 0;
}
