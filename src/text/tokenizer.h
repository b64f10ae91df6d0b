// The tokenizer of a model's folder, whichever of the three kinds it is: WordPiece
// (BERT), SentencePiece unigram (ALBERT, DeBERTa) or byte-level BPE (RoBERTa). The
// ids are those of Hugging Face `tokenizers` for the same file.
//
// Text is bytes. What is not valid UTF-8 is read as Python's
// bytes.decode("utf-8", errors="replace") would.
//
// A Tokenizer is immutable once loaded: any number of threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "text/byte_pair.h"
#include "text/encoded.h"
#include "text/sentencepiece.h"
#include "text/token_id.h"
#include "text/wordpiece.h"

namespace plumb {

class Tokenizer {
 public:
  // Of `folder`: its tokenizer.json, else its spiece.model. Fails with not_found
  // when it has neither, else as parse and read_file.
  static Result<Tokenizer> open(const std::filesystem::path& folder);
  // A tokenizer.json; its model.type says the kind. Fails with corrupt (not JSON, a
  // field of the wrong type) or unsupported; the sentence names `origin` and the field.
  static Result<Tokenizer> parse(std::string_view json, std::string_view origin);

  explicit Tokenizer(WordPiece tokenizer);
  explicit Tokenizer(SentencePiece tokenizer);
  explicit Tokenizer(BytePair tokenizer);

  // Appends the text between the model's special tokens ([CLS] text [SEP], or
  // <s> text </s>) to `ids`, at most `max_tokens` of them (>= 2). Never fails: any
  // bytes are some text.
  Encoded encode(std::string_view text, std::size_t max_tokens, std::vector<TokenId>& ids) const;

  // Appends a pair, [CLS] first [SEP] second [SEP] or <s> first </s></s> second </s>,
  // to `ids` and for each of these ids its segment to `type_ids`, at most `max_tokens`
  // (>= 4). Truncated as the reference's longest_first: the longer text loses tokens
  // until both are equally long, then both do.
  Encoded encode_pair(std::string_view first, std::string_view second, std::size_t max_tokens,
                      std::vector<TokenId>& ids, std::vector<std::uint8_t>& type_ids) const;

  // The text of the ids, special tokens left out, as the reference's decode().
  // Ids outside the vocabulary are skipped.
  std::string decode(std::span<const TokenId> ids) const;

  std::size_t vocabulary_size() const;  // ids are in [0, vocabulary_size())

 private:
  std::variant<WordPiece, SentencePiece, BytePair> kind_;
};

}  // namespace plumb
