#include "text/utf8.h"

#include <cstring>

namespace plumb {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080;

std::uint8_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint8_t>(text[at]);
}

// What may follow a lead byte: how many continuation bytes, and the range of
// the first of them, which rules out overlong forms, surrogates and values
// past U+10FFFF (Unicode 15, table 3-7).
struct Sequence {
  std::uint32_t continuations = 0;  // 0: not a lead byte
  std::uint8_t second_min = 0x80;
  std::uint8_t second_max = 0xBF;
};

Sequence sequence_of(std::uint8_t lead) {
  if (lead < 0xC2 || lead > 0xF4) return {};
  if (lead < 0xE0) return {.continuations = 1};
  if (lead < 0xF0) {
    if (lead == 0xE0) return {.continuations = 2, .second_min = 0xA0};
    if (lead == 0xED) return {.continuations = 2, .second_max = 0x9F};
    return {.continuations = 2};
  }
  if (lead == 0xF0) return {.continuations = 3, .second_min = 0x90};
  if (lead == 0xF4) return {.continuations = 3, .second_max = 0x8F};
  return {.continuations = 3};
}

}  // namespace

std::size_t ascii_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at + sizeof(std::uint64_t) <= text.size()) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    if ((bytes & kHighBits) != 0) break;
    at += sizeof bytes;
  }
  while (at < text.size() && byte_at(text, at) < 0x80) ++at;
  return at;
}

DecodedCodePoint decode_code_point(std::string_view text) {
  const std::uint8_t lead = byte_at(text, 0);
  if (lead < 0x80) return {lead, 1};
  Sequence sequence = sequence_of(lead);
  if (sequence.continuations == 0) return {};
  char32_t value = lead & (0x3Fu >> sequence.continuations);
  for (std::uint32_t i = 1; i <= sequence.continuations; ++i) {
    if (i >= text.size()) return {kReplacementCharacter, i};
    const std::uint8_t byte = byte_at(text, i);
    if (byte < sequence.second_min || byte > sequence.second_max) return {kReplacementCharacter, i};
    sequence.second_min = 0x80;
    sequence.second_max = 0xBF;
    value = (value << 6) | (byte & 0x3Fu);
  }
  return {value, sequence.continuations + 1};
}

std::size_t encode_code_point(char32_t value, char* out) {
  const auto put = [&](std::size_t at, char32_t byte) { out[at] = static_cast<char>(byte); };
  if (value < 0x80) {
    put(0, value);
    return 1;
  }
  if (value < 0x800) {
    put(0, 0xC0 | (value >> 6));
    put(1, 0x80 | (value & 0x3F));
    return 2;
  }
  if (value < 0x10000) {
    put(0, 0xE0 | (value >> 12));
    put(1, 0x80 | ((value >> 6) & 0x3F));
    put(2, 0x80 | (value & 0x3F));
    return 3;
  }
  put(0, 0xF0 | (value >> 18));
  put(1, 0x80 | ((value >> 12) & 0x3F));
  put(2, 0x80 | ((value >> 6) & 0x3F));
  put(3, 0x80 | (value & 0x3F));
  return 4;
}

bool is_valid_utf8(std::string_view text) {
  while (true) {
    text.remove_prefix(ascii_prefix(text));
    if (text.empty()) return true;
    const DecodedCodePoint next = decode_code_point(text);
    if (next.value == kReplacementCharacter && !text.starts_with("\xEF\xBF\xBD")) return false;
    text.remove_prefix(next.length);
  }
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t ascii = ascii_prefix(text);
    valid.append(text.substr(0, ascii));
    text.remove_prefix(ascii);
    if (text.empty()) break;
    const DecodedCodePoint next = decode_code_point(text);
    char bytes[4];
    valid.append(bytes, encode_code_point(next.value, bytes));
    text.remove_prefix(next.length);
  }
  return valid;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t ascii = ascii_prefix(text);
    count += ascii;
    text.remove_prefix(ascii);
    if (text.empty()) break;
    text.remove_prefix(decode_code_point(text).length);
    ++count;
  }
  return count;
}

bool is_white_space(char32_t value) {
  if (value < 0x80) return (value >= 0x09 && value <= 0x0D) || (value >= 0x1C && value <= 0x20);
  return value == 0x85 || value == 0xA0 || value == 0x1680 ||
         (value >= 0x2000 && value <= 0x200A) || value == 0x2028 || value == 0x2029 ||
         value == 0x202F || value == 0x205F || value == 0x3000;
}

bool is_unicode_white_space(char32_t value) {
  return is_white_space(value) && !(value >= 0x1C && value <= 0x1F);
}

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const DecodedCodePoint next = decode_code_point(text);
    if (!is_white_space(next.value)) return false;
    text.remove_prefix(next.length);
  }
  return true;
}

}  // namespace plumb
