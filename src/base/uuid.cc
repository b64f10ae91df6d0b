#include "base/uuid.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>

namespace plumb {
namespace {

using UuidBytes = std::array<unsigned char, 16>;

unsigned hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

// Of a text that is_uuid.
UuidBytes bytes_of(std::string_view uuid) {
  UuidBytes bytes{};
  std::size_t digits = 0;
  for (const char c : uuid) {
    if (c == '-') continue;
    unsigned char& byte = bytes[digits++ / 2];
    byte = static_cast<unsigned char>(16U * byte + hex_digit(c));
  }
  return bytes;
}

// The version's and the variant's bits in place.
std::string formatted(std::uint64_t high, std::uint64_t low, std::uint64_t version) {
  high = (high & ~std::uint64_t{0xF000}) | version << 12;
  low = (low & ~(std::uint64_t{3} << 62)) | std::uint64_t{1} << 63;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xFFFF,
                     high & 0xFFFF, low >> 48, low & 0xFFFF'FFFF'FFFF);
}

// The standard asks for SHA-1 here; nothing depends on its strength.
std::array<unsigned char, 20> sha1(const std::string& bytes) {
  std::array<unsigned char, 20> digest{};
  // Fails only without memory, or where OpenSSL was built without SHA-1.
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, EVP_sha1(), nullptr) != 1) {
    std::abort();
  }
  return digest;
}

}  // namespace

std::string random_uuid() {
  std::random_device device;  // the kernel's
  const auto word = [&] { return std::uint64_t{device()} << 32 | device(); };
  const std::uint64_t high = word();
  return formatted(high, word(), 4);
}

Result<std::string> name_uuid(std::string_view space, std::string_view name) {
  if (!is_uuid(space)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("\"{}\" is no UUID, so it cannot be a namespace", space));
  }
  const UuidBytes prefix = bytes_of(space);
  const auto digest = sha1(std::string(prefix.begin(), prefix.end()).append(name));
  const auto word = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = at; i < at + 8; ++i) value = value << 8 | digest[i];
    return value;
  };
  return formatted(word(0), word(8), 5);
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
