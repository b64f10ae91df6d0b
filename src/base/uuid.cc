#include "base/uuid.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <random>

namespace plumb {

std::string random_uuid() {
  std::random_device device;  // the kernel's
  const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
  const std::uint64_t high = (word() & ~std::uint64_t{0xF000}) | 0x4000;  // version 4
  const std::uint64_t low = (word() & ~(std::uint64_t{3} << 62)) | std::uint64_t{1}
                                                                       << 63;  // variant
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xFFFF,
                     high & 0xFFFF, low >> 48, low & 0xFFFF'FFFF'FFFF);
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (dash ? c != '-' : !hex) return false;
  }
  return true;
}

}  // namespace plumb
