// WordPiece of a Hugging Face `tokenizer.json` (BertNormalizer, BertPreTokenizer,
// WordPiece, TemplateProcessing): the same ids as the `tokenizers` library.
//
// Text is bytes. What is not valid UTF-8 is read as Python's
// bytes.decode("utf-8", errors="replace") would. Truncation and padding written
// in the file are ignored, as sentence-transformers overrides them; the caller
// says how many ids it takes.
//
// A WordPiece is immutable once loaded: any number of threads may share it.
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

class WordPiece {
 public:
  // Fails with corrupt (not JSON, a field of the wrong type), unsupported (a
  // tokenizer of another kind; the sentence names the field) or as read_file.
  static Result<WordPiece> open(const std::filesystem::path& tokenizer_json);
  // `origin` names the source in errors.
  static Result<WordPiece> parse(std::string_view json, std::string_view origin);
  static Result<WordPiece> parse(const TokenizerDocument& document);

  WordPiece(WordPiece&&) noexcept;
  WordPiece& operator=(WordPiece&&) noexcept;
  ~WordPiece();

  // Appends [CLS] text [SEP] to `ids`, at most `max_tokens` of them (>= 2).
  // Work and memory are bounded by what is kept: reading stops once the text is
  // known to be truncated. Never fails: any bytes are some text.
  Encoded encode(std::string_view text, std::size_t max_tokens, std::vector<TokenId>& ids) const;

  // Appends [CLS] first [SEP] second [SEP] to `ids` and for each of these ids its
  // segment, 0 up to the first [SEP], to `type_ids`; at most `max_tokens` (>= 3),
  // truncated as the reference's longest_first (pair.h).
  Encoded encode_pair(std::string_view first, std::string_view second, std::size_t max_tokens,
                      std::vector<TokenId>& ids, std::vector<std::uint8_t>& type_ids) const;

  // The text of the ids, special tokens left out, as the reference's decode().
  // Ids outside the vocabulary are skipped.
  std::string decode(std::span<const TokenId> ids) const;

  std::size_t vocabulary_size() const;  // ids are in [0, vocabulary_size())

 private:
  struct Tables;
  explicit WordPiece(std::unique_ptr<const Tables> tables);
  std::unique_ptr<const Tables> tables_;
};

}  // namespace plumb
