// Lower case as Python's str.lower() has it: full mappings (U+0130 becomes two
// characters) and the final sigma (Unicode 15, section 3.13), whatever the
// language.
//
// The mappings are utf8proc's, Cased and Case_Ignorable those of Python: see
// lower_case_corrections.py. Broken UTF-8 reads as utf8.h says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

std::string lower_case(std::string_view text);

struct CharacterCount {
  char32_t character = 0;
  std::uint32_t times = 0;

  friend bool operator==(const CharacterCount&, const CharacterCount&) = default;
};

// How often each character comes in lower_case(text), without writing that down.
// Reused from text to text, it allocates only for scripts that are new to it.
// One thread at a time.
class CharacterTally {
 public:
  CharacterTally();
  ~CharacterTally();
  CharacterTally(CharacterTally&&) noexcept;
  CharacterTally& operator=(CharacterTally&&) noexcept;

  // Ascending by character, no count is 0; valid until the next call. `text` is
  // shorter than 2^32 bytes.
  std::span<const CharacterCount> count(std::string_view text);

  // Code points of the last text as it was given.
  std::uint32_t code_points() const { return code_points_; }

 private:
  static constexpr std::size_t kPageSize = 256;
  using Page = std::array<std::uint32_t, kPageSize>;

  std::size_t count_ascii(std::string_view text);
  void add(char32_t character);
  void collect();

  // Bytes below 0x80 as they came: case is folded once a text. Two tables, so
  // that a letter twice in a row does not wait for its own store.
  std::array<std::array<std::uint32_t, 128>, 2> ascii_{};
  std::vector<std::unique_ptr<Page>> pages_;  // of the other characters, by character / 256
  std::vector<char32_t> touched_;             // characters of pages_ that are not 0
  std::vector<CharacterCount> counts_;
  std::uint32_t code_points_ = 0;
};

}  // namespace plumb
