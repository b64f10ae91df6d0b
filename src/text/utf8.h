// UTF-8 that may be broken. Every function here reads bytes as Python's
// bytes.decode("utf-8", errors="replace") does: each maximal part of an
// ill-formed sequence counts as one U+FFFD (Unicode 15, section 3.9, "U+FFFD
// Substitution of Maximal Subparts"). Pure functions; none allocates but
// replace_invalid_utf8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumb {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

struct DecodedCodePoint {
  char32_t value = kReplacementCharacter;
  std::uint32_t length = 1;  // bytes read, 1 to 4
};

// The code point at the start of `text`, which must not be empty.
DecodedCodePoint decode_code_point(std::string_view text);

// Writes a code point (not a surrogate, at most U+10FFFF) to `out`, which has
// room for 4 bytes; returns how many were written.
std::size_t encode_code_point(char32_t value, char* out);

// The bytes at the start of `text` that are ASCII, looked at eight at a time.
std::size_t ascii_prefix(std::string_view text);

bool is_valid_utf8(std::string_view text);

// The text with every ill-formed part replaced: always valid UTF-8.
std::string replace_invalid_utf8(std::string_view text);

// How many code points the text has, replacements included.
std::size_t count_code_points(std::string_view text);

// White space as Python's str.isspace() sees it: Unicode White_Space and the
// separators U+001C to U+001F.
bool is_white_space(char32_t value);

// White space as Unicode's White_Space has it, and so Rust.
bool is_unicode_white_space(char32_t value);

// Whether nothing is left after stripping white space, as Python's str.strip()
// sees it.
bool is_blank(std::string_view text);

}  // namespace plumb
