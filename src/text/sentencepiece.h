// SentencePiece unigram as the classifiers have it, ALBERT's and DeBERTa's: the same ids
// as Hugging Face for the file that is read.
//
// A `tokenizer.json` is followed to the letter, as the `tokenizers` library does. A
// `spiece.model` says only pieces and charsmap; the rest is what the AlbertTokenizer of
// transformers 5 puts around it. The two differ: the tokenizer.json of ALBERT lowers the
// score of pieces such as "5," by 100, and the spiece.model makes of ( ) " - . and others
// tokens that end a word.
//
// Text is bytes. What is not valid UTF-8 is read as Python's
// bytes.decode("utf-8", errors="replace") would. Truncation and padding written in the
// file are ignored; the caller says how many ids it takes.
//
// A SentencePiece is immutable once loaded: any number of threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/encoded.h"
#include "text/token_id.h"
#include "text/tokenizer_document.h"

namespace plumb {

class SentencePiece {
 public:
  // A file that ends in .model is read as parse_model, any other as parse. Fails like
  // these, or as read_file.
  static Result<SentencePiece> open(const std::filesystem::path& file);
  // Of a tokenizer.json. Fails with corrupt (not JSON, a field of the wrong type) or
  // unsupported (a tokenizer of another kind; the sentence names the field). `origin`
  // names the source in errors.
  static Result<SentencePiece> parse(std::string_view json, std::string_view origin);
  static Result<SentencePiece> parse(const TokenizerDocument& document, std::string_view origin);
  // Of ALBERT's spiece.model.
  static Result<SentencePiece> parse_model(std::string_view bytes, std::string_view origin);

  SentencePiece(SentencePiece&&) noexcept;
  SentencePiece& operator=(SentencePiece&&) noexcept;
  ~SentencePiece();

  // Appends [CLS] text [SEP] to `ids`, at most `max_tokens` of them (>= 2). Never fails:
  // any bytes are some text. Once the text is known to be truncated, reading stops at
  // the next space between two words.
  Encoded encode(std::string_view text, std::size_t max_tokens, std::vector<TokenId>& ids) const;

  // Appends [CLS] first [SEP] second [SEP] to `ids` and for each of these ids its segment
  // to `type_ids`; at most `max_tokens` (>= 3), truncated as the reference's
  // longest_first (pair.h).
  Encoded encode_pair(std::string_view first, std::string_view second, std::size_t max_tokens,
                      std::vector<TokenId>& ids, std::vector<std::uint8_t>& type_ids) const;

  // The text of the ids, special tokens left out, as the reference's decode(). Ids
  // outside the vocabulary are skipped.
  std::string decode(std::span<const TokenId> ids) const;

  std::size_t vocabulary_size() const;  // ids are in [0, vocabulary_size())

 private:
  struct Tables;
  class Pass;
  explicit SentencePiece(std::unique_ptr<const Tables> tables);

  std::unique_ptr<const Tables> tables_;
};

}  // namespace plumb
