// Whole numbers as flags and settings are written: in decimal digits alone.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace plumb {

// None where the text is no such number, or it lies outside of [low, high].
template <class Integer>
std::optional<Integer> parse_whole_number(std::string_view text, Integer low, Integer high) {
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool whole = error == std::errc() && stop == end && value >= low && value <= high;
  return whole ? std::optional(value) : std::nullopt;
}

}  // namespace plumb
