#include "text/byte_level.h"

#include <utf8proc.h>

#include <array>
#include <cstdint>

#include "text/unicode_ranges.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using unicode::in;
using unicode::Range;

#include "text/byte_level_corrections.inc"

constexpr std::size_t kAlphabet = 512;

// Bytes that are a character of Latin-1 that can be seen are written as that character,
// the others as the characters from U+0100 on. By character: its byte, or -1.
constexpr std::array<std::int16_t, kAlphabet> kBytes = [] {
  std::array<std::int16_t, kAlphabet> bytes{};
  bytes.fill(-1);
  std::size_t next = 256;
  for (std::int16_t byte = 0; byte < 256; ++byte) {
    const bool seen =
        (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
    bytes[seen ? static_cast<std::size_t>(byte) : next++] = byte;
  }
  return bytes;
}();

enum class Class : std::uint8_t { letter, number, space, other };

Class class_of(char32_t value) {
  if (value < 0x80) {
    if ((value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z')) return Class::letter;
    if (value >= '0' && value <= '9') return Class::number;
    return is_unicode_white_space(value) ? Class::space : Class::other;
  }
  if (is_unicode_white_space(value)) return Class::space;
  const int category = utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->category;
  if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) return Class::letter;
  if (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) return Class::number;
  return in(kLetter, value) ? Class::letter : in(kNumber, value) ? Class::number : Class::other;
}

// Reads on as long as characters are of one class.
class Run {
 public:
  Run(std::string_view text, std::size_t at) : text_(text), end_(at) { look(); }

  bool at_end() const { return end_ == text_.size(); }
  Class next_class() const { return class_; }  // of the character behind the run
  std::size_t end() const { return end_; }
  std::size_t last() const { return last_; }  // where its last character starts
  bool valid() const { return valid_; }

  void take() {
    last_ = end_;
    end_ += next_.length;
    valid_ = valid_ && (next_.value != kReplacementCharacter ||
                        text_.substr(last_).starts_with("\xEF\xBF\xBD"));
    look();
  }
  void take_all(Class kind) {
    while (!at_end() && class_ == kind) take();
  }

 private:
  void look() {
    if (at_end()) return;
    next_ = decode_code_point(text_.substr(end_));
    class_ = class_of(next_.value);
  }

  std::string_view text_;
  std::size_t end_;
  std::size_t last_ = 0;
  bool valid_ = true;
  DecodedCodePoint next_;
  Class class_ = Class::other;
};

std::size_t contraction_length(std::string_view text) {
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"}) {
    if (text.starts_with(ending)) return ending.size();
  }
  return 0;
}

}  // namespace

std::optional<std::string> byte_level_bytes(std::string_view piece) {
  std::string bytes;
  while (!piece.empty()) {
    const DecodedCodePoint next = decode_code_point(piece);
    if (next.value >= kAlphabet || kBytes[next.value] < 0) return std::nullopt;
    bytes += static_cast<char>(kBytes[next.value]);
    piece.remove_prefix(next.length);
  }
  return bytes;
}

ByteLevelWord byte_level_run(std::string_view text) {
  Run run(text, 0);
  run.take_all(run.next_class());
  return {run.end(), run.valid()};
}

ByteLevelWord byte_level_word(std::string_view text) {
  if (const std::size_t length = contraction_length(text)) return {length, true};
  if (text.front() == ' ') {
    Run behind(text, 1);
    if (!behind.at_end() && behind.next_class() != Class::space) {
      behind.take_all(behind.next_class());
      return {behind.end(), behind.valid()};
    }
  }
  Run run(text, 0);
  const Class kind = run.next_class();
  run.take_all(kind);
  // White space leaves its last character to the word behind it.
  if (kind == Class::space && !run.at_end() && run.last() > 0) return {run.last(), true};
  return {run.end(), run.valid()};
}

}  // namespace plumb
