// Byte-level BPE of a Hugging Face `tokenizer.json`, as RoBERTa has it (ByteLevel, BPE,
// RobertaProcessing): the same ids as the `tokenizers` library.
//
// Text is bytes. What is not valid UTF-8 is read as Python's
// bytes.decode("utf-8", errors="replace") would. Truncation and padding written in the
// file are ignored; the caller says how many ids it takes.
//
// A BytePair is immutable once loaded: any number of threads may share it.
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

class BytePair {
 public:
  // Fails with corrupt (not JSON, a field of the wrong type), unsupported (a tokenizer
  // of another kind; the sentence names the field) or as read_file.
  static Result<BytePair> open(const std::filesystem::path& tokenizer_json);
  // `origin` names the source in errors.
  static Result<BytePair> parse(std::string_view json, std::string_view origin);
  static Result<BytePair> parse(const TokenizerDocument& document);

  BytePair(BytePair&&) noexcept;
  BytePair& operator=(BytePair&&) noexcept;
  ~BytePair();

  // Appends <s> text </s> to `ids`, at most `max_tokens` of them (>= 2). Never fails:
  // any bytes are some text. Once the text is known to be truncated, no further word is
  // cut up. Time is O(n log n) in the longest word, memory some 40 bytes a byte of it.
  Encoded encode(std::string_view text, std::size_t max_tokens, std::vector<TokenId>& ids) const;

  // Appends <s> first </s></s> second </s> to `ids` and for each of these ids its
  // segment (0, for RoBERTa) to `type_ids`; at most `max_tokens` (>= 4), truncated as the
  // reference's longest_first (pair.h).
  Encoded encode_pair(std::string_view first, std::string_view second, std::size_t max_tokens,
                      std::vector<TokenId>& ids, std::vector<std::uint8_t>& type_ids) const;

  // The text of the ids, special tokens left out, as the reference's decode(). Ids
  // outside the vocabulary are skipped.
  std::string decode(std::span<const TokenId> ids) const;

  std::size_t vocabulary_size() const;  // ids are in [0, vocabulary_size())

 private:
  struct Tables;
  class Pass;
  explicit BytePair(std::unique_ptr<const Tables> tables);

  std::unique_ptr<const Tables> tables_;
};

}  // namespace plumb
