// A SentencePiece `precompiled_charsmap`: what each character, or short cluster of
// characters, is replaced with, as a Darts double array over UTF-8 and a string of the
// replacements. Read as the Precompiled normalizer of Hugging Face `tokenizers` does.
// The bytes are never trusted. Immutable: any thread may read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

class Charsmap {
 public:
  // The longest replacement that is accepted, in bytes: it bounds how much longer a
  // text can get. The longest of Unicode's own (U+FDFA) has 33.
  static constexpr std::size_t kMaxReplacement = 128;

  // Fails with corrupt; `origin` starts the sentence.
  static Result<Charsmap> parse(std::string_view bytes, std::string_view origin);

  // Appends `text` (valid UTF-8) to `out`, each cluster of less than 6 bytes that
  // starts with a known key replaced as a whole, else each character that is one.
  void append(std::string_view text, std::string& out) const;

  std::size_t longest_replacement() const { return longest_; }

 private:
  Charsmap() = default;

  // The replacement of the shortest key that `chunk` starts with.
  std::optional<std::string_view> find(std::string_view chunk) const;
  void append_characters(std::string_view cluster, std::string& out) const;
  std::size_t plain_prefix(std::string_view text) const;

  std::vector<std::uint32_t> units_;
  std::string replacements_;  // each ends with a NUL
  std::size_t longest_ = 1;
  std::array<bool, 256> plain_{};  // bytes that are ASCII and no key
};

}  // namespace plumb
