#include "text/serde_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace plumb {
namespace {

constexpr int kLargestPower = 308;

// 1e0 to 1e308, each the nearest double, as a compiler reads the literals.
const std::array<double, kLargestPower + 1>& powers_of_ten() {
  static const auto powers = [] {
    std::array<double, kLargestPower + 1> made;
    char literal[] = "1e000";
    for (int i = 0; i <= kLargestPower; ++i) {
      literal[2] = static_cast<char>('0' + i / 100);
      literal[3] = static_cast<char>('0' + i / 10 % 10);
      literal[4] = static_cast<char>('0' + i % 10);
      made[static_cast<std::size_t>(i)] = std::strtod(literal, nullptr);
    }
    return made;
  }();
  return powers;
}

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// The digits of a number as an integer of 64 bits and a power of ten. Once a digit
// does not fit, those behind it only count.
struct Digits {
  std::uint64_t significand = 0;
  std::int64_t exponent = 0;
  bool full = false;

  void add(char byte, bool fraction) {
    const auto digit = static_cast<std::uint64_t>(byte - '0');
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    if (!full && (significand < kMost / 10 || (significand == kMost / 10 && digit <= kMost % 10))) {
      significand = significand * 10 + digit;
      if (fraction) --exponent;
    } else {
      full = true;
      if (!fraction) ++exponent;
    }
  }
};

std::optional<double> scaled(std::uint64_t significand, std::int64_t exponent) {
  auto value = static_cast<double>(significand);
  while (exponent < -kLargestPower) {
    if (value == 0.0) return value;
    value /= 1e308;
    exponent += kLargestPower;
  }
  if (exponent < 0) return value / powers_of_ten()[static_cast<std::size_t>(-exponent)];
  if (exponent > kLargestPower) return value == 0.0 ? std::optional(value) : std::nullopt;
  value *= powers_of_ten()[static_cast<std::size_t>(exponent)];
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parse_serde_number(std::string_view token) {
  std::size_t at = 0;
  const auto peek = [&] { return at < token.size() ? token[at] : '\0'; };
  const bool negative = peek() == '-';
  if (negative) ++at;
  if (!is_digit(peek())) return std::nullopt;
  Digits digits;
  for (; is_digit(peek()); ++at) digits.add(token[at], false);
  if (peek() == '.') {
    ++at;
    for (; is_digit(peek()); ++at) digits.add(token[at], true);
  }
  if (peek() == 'e' || peek() == 'E') {
    ++at;
    const bool down = peek() == '-';
    if (down || peek() == '+') ++at;
    std::int64_t power = 0;
    for (; is_digit(peek()); ++at) {
      power = std::min<std::int64_t>(power * 10 + (token[at] - '0'), 1'000'000);
    }
    digits.exponent += down ? -power : power;
  }
  while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++at;
  if (at != token.size()) return std::nullopt;
  const auto value = scaled(digits.significand, digits.exponent);
  if (!value) return std::nullopt;
  return negative ? -*value : *value;
}

}  // namespace plumb
