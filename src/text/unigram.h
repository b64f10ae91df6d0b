// The unigram language model of SentencePiece: of all ways to cut a word into pieces, the
// one whose scores add up highest. The best path of Viterbi over a trie, with the choices
// of Hugging Face `tokenizers`: of equal paths the one whose last piece is longest, a
// character that no piece covers costs 10 more than the worst piece, and unknown
// characters that follow one another are one token.
//
// Immutable: any thread may read, each with a Scratch of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/byte_trie.h"
#include "text/token_id.h"
#include "text/tokenizer_document.h"

namespace plumb {

class Unigram {
 public:
  // The longest piece, in bytes, that is accepted: time is this times a text's length
  // at worst. SentencePiece itself makes none of more than 16 characters.
  static constexpr std::size_t kMaxPiece = 512;

  // The index of a piece is its id; of two equal ones the last is found. Fails with
  // corrupt or unsupported; `origin` starts the sentence.
  static Result<Unigram> build(std::span<const ScoredPiece> pieces, TokenId unknown,
                               std::string_view origin);

  // What segment() works in; kept from word to word.
  class Scratch {
    friend class Unigram;
    struct Best {
      double score;
      TokenId id;            // of the last piece
      std::uint32_t length;  // of it, in bytes; 0: nothing ends here
    };
    std::vector<Best> best_;         // of the paths that end at each byte
    std::vector<std::size_t> ends_;  // of the pieces of a path, last first
  };

  // Appends the ids of `word` (valid UTF-8), at most `limit`; returns whether it had
  // more. Memory is bounded by where the best paths part: a long word is read in steps.
  bool segment(std::string_view word, std::size_t limit, Scratch& scratch,
               std::vector<TokenId>& ids) const;

  std::optional<TokenId> find(std::string_view piece) const { return trie_.find(piece); }
  std::string_view text(TokenId id) const;  // `id` is in [0, size())
  std::size_t size() const { return scores_.size(); }

 private:
  Unigram() = default;

  class Path;

  ByteTrie trie_;
  std::vector<double> scores_;
  std::string text_;                 // all pieces, one after the other
  std::vector<std::uint32_t> ends_;  // piece i: [ends_[i], ends_[i + 1])
  TokenId unknown_ = 0;
  double unknown_score_ = 0;
  std::size_t longest_ = 0;  // bytes of the longest piece
};

}  // namespace plumb
