// What a BERT tokenizer does with each code point before it looks at the
// vocabulary: BertNormalizer (clean_text, handle_chinese_chars, NFD without
// non-spacing marks, lowercase) and BertPreTokenizer of Hugging Face
// `tokenizers`, folded into one Fate a code point.
//
// The properties are utf8proc's, corrected where the reference's older (or
// newer) Unicode tables disagree: see unicode_corrections.py. A test compares
// every code point with the reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace plumb {

class Fate {
 public:
  enum class Kind : std::uint8_t {
    letter,    // becomes `value`, part of a word
    space,     // ends a word
    isolated,  // becomes `value`, a word of its own: punctuation, Han
    removed,   // as if it had not been there
    barrier,   // leaves nothing, but marks do not reorder across it
    mark,      // becomes `value`, part of a word; reorders by `combining_class`
    sequence,  // becomes several: CodePoints::sequence()
    hangul,    // becomes its jamo: CodePoints::jamo()
  };

  constexpr Fate() = default;
  constexpr Fate(Kind kind, char32_t value, std::uint8_t combining_class = 0)
      : bits_(static_cast<std::uint32_t>(kind) << 29 |
              static_cast<std::uint32_t>(combining_class) << 21 | value) {}

  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 29); }
  constexpr char32_t value() const { return bits_ & 0x1FFFFF; }
  constexpr std::uint8_t combining_class() const {
    return static_cast<std::uint8_t>((bits_ >> 21) & 0xFF);
  }
  friend constexpr bool operator==(Fate, Fate) = default;

 private:
  std::uint32_t bits_ = 0;
};

// A two-stage table over all of Unicode, about 300 KB. Immutable.
class CodePoints {
 public:
  // Built at first use, once a process; any thread may call.
  static const CodePoints& table();

  // `value` is at most U+10FFFF.
  Fate fate(char32_t value) const {
    const Fate stored = blocks_[index_[value >> 8]][value & 0xFF];
    return stored.value() == 0 ? Fate(stored.kind(), value, stored.combining_class()) : stored;
  }

  // Of a Fate of kind sequence: letters, isolated and marks, in order.
  std::span<const Fate> sequence(Fate fate) const {
    const Fate* first = sequences_.data() + fate.value();
    return {first + 1, static_cast<std::size_t>(first->value())};
  }

  struct Jamo {
    std::array<char32_t, 3> letters;
    std::size_t count;  // 2 or 3
  };
  // Of a Hangul syllable, U+AC00 to U+D7A3.
  static Jamo jamo(char32_t syllable);

 private:
  static constexpr std::size_t kBlockSize = 256;
  static constexpr std::size_t kBlocks = 0x110000 / kBlockSize;
  // A stored value of 0 means the code point itself, so that uniform blocks are shared.
  using Block = std::array<Fate, kBlockSize>;

  CodePoints();
  Fate derive(char32_t value);

  std::array<std::uint16_t, kBlocks> index_{};
  std::vector<Block> blocks_;
  std::vector<Fate> sequences_{Fate()};  // each: a Fate whose value is the count, then the Fates
};

}  // namespace plumb
