#include "store/secret_token.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "base/sha256.h"

namespace plumb {

std::string random_hex(std::size_t bytes) {
  std::array<unsigned char, 32> drawn;
  std::string hex;
  while (hex.size() < 2 * bytes) {
    if (::getentropy(drawn.data(), drawn.size()) != 0) return {};
    for (const unsigned byte : drawn) hex += fmt::format("{:02x}", byte);
  }
  hex.resize(2 * bytes);
  return hex;
}

std::string token_hash(std::string_view token) {
  return sha256_hex(std::as_bytes(std::span(token)));
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = difference | static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^
                                                    static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

}  // namespace plumb
