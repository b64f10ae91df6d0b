// The pieces of a WordPiece vocabulary: id to text, and the longest piece that a
// word starts with. A flat hash table over one string of all pieces; looking up
// allocates nothing. Immutable: any thread may read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/token_id.h"

namespace plumb {

// Marks a piece that continues a word.
inline constexpr std::string_view kContinuingPrefix = "##";

// A longer word is not looked up.
inline constexpr std::size_t kMaxWordBytes = 1024;

class Vocabulary {
 public:
  // The index of a piece is its id. Each piece is valid UTF-8. Of two equal
  // pieces the second can't be found: the caller asks first_duplicate().
  explicit Vocabulary(std::span<const std::string_view> pieces);

  std::optional<TokenId> first_duplicate() const { return first_duplicate_; }

  struct Match {
    TokenId id = -1;
    std::size_t length = 0;  // bytes of the word; 0: no piece fits
  };
  // The longest piece that `rest` starts with. `continues`: it is not the start
  // of its word, so only ##pieces count. At most kMaxWordBytes of `rest` are
  // looked at. Time: O(longest piece).
  // A word never contains '#' beside another character, so a ##piece is not
  // looked for at the start of one.
  Match longest_match(std::string_view rest, bool continues) const;

  std::optional<TokenId> find(std::string_view piece) const;
  std::string_view text(TokenId id) const {  // `id` is in [0, size())
    const auto i = static_cast<std::size_t>(id);
    return std::string_view(text_).substr(ends_[i], ends_[i + 1] - ends_[i]);
  }
  std::size_t size() const { return ends_.size() - 1; }

 private:
  struct Slot {
    std::uint32_t fingerprint = 0;
    TokenId id = -1;  // -1: free
  };

  std::size_t home(std::uint64_t hash) const { return static_cast<std::size_t>(hash >> shift_); }
  std::size_t after(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  bool holds(Slot slot, std::uint64_t hash, std::string_view bytes, bool continues) const;
  TokenId probe(std::uint64_t hash, std::string_view bytes, bool continues) const;
  void insert(TokenId id);

  std::string text_;                 // all pieces, one after the other
  std::vector<std::uint32_t> ends_;  // piece i: [ends_[i], ends_[i + 1])
  std::vector<Slot> slots_;          // a power of two, at most half full; linear probing
  int shift_ = 0;
  std::size_t longest_ = 0;  // bytes of the longest piece, without its prefix
  std::optional<TokenId> first_duplicate_;
};

}  // namespace plumb
