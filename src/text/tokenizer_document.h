// The fields of a Hugging Face tokenizer.json, each looked up by its JSON pointer
// ("/model/type"); one that is missing or wrong is named in the error. For the
// readers of this room.
//
// The string_views that it gives live as long as the document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "text/token_id.h"

namespace plumb {

inline constexpr std::size_t kMaxTokenizerBytes = 64 * 1024 * 1024;
inline constexpr std::size_t kMaxVocabulary = 4'000'000;

struct ScoredPiece {
  std::string_view piece;
  double score;  // finite
};

class TokenizerDocument {
 public:
  // Fails with unsupported (too long) or corrupt (not JSON). `origin` names the
  // source in errors.
  static Result<TokenizerDocument> parse(std::string_view json, std::string_view origin);

  TokenizerDocument(TokenizerDocument&&) noexcept;
  TokenizerDocument& operator=(TokenizerDocument&&) noexcept;
  ~TokenizerDocument();

  bool holds(std::string_view pointer) const;  // it is there and not null

  // Each fails with corrupt when the field is missing or of another type.
  Result<std::string_view> text(std::string_view pointer) const;
  Result<bool> flag(std::string_view pointer) const;
  Result<std::int64_t> integer(std::string_view pointer) const;
  Result<std::size_t> array_size(std::string_view pointer) const;
  Result<std::vector<std::string_view>> texts(std::string_view pointer) const;

  // A flag that older files leave out.
  Result<bool> flag_or(std::string_view pointer, bool missing) const;

  // WordPiece, Unigram or BPE: model.type, or what model holds where the file is so old
  // that it does not say.
  Result<std::string_view> model_type() const;

  // Each fails with unsupported when the field holds something else.
  Result<void> require_model_type(std::string_view expected) const;
  Result<void> require_text(std::string_view pointer, std::string_view expected) const;
  Result<void> require_flag(std::string_view pointer, bool expected) const;

  // An object of pieces and ids, by id. Fails with corrupt when the ids are not 0 to
  // its size - 1, each once.
  Result<std::vector<std::string_view>> vocabulary(std::string_view pointer) const;

  // model.vocab as an array of [piece, score], by id. Scores are rounded as the
  // reference's parser rounds them (serde_number.h).
  Result<std::vector<ScoredPiece>> scored_vocabulary() const;

  // model.merges: an array of [left, right], or of "left right" as older files have it.
  Result<std::vector<std::pair<std::string_view, std::string_view>>> merges() const;

  std::unexpected<Error> corrupt(std::string_view pointer, std::string_view what) const;
  std::unexpected<Error> unsupported(std::string_view pointer, std::string_view what) const;

  // Foreign text, short and plain enough for a sentence.
  static std::string shown(std::string_view text);

 private:
  struct Parsed;
  explicit TokenizerDocument(std::unique_ptr<const Parsed> parsed);

  std::string sentence(std::string_view pointer, std::string_view what) const;
  Result<void> check_vocabulary_size(std::string_view pointer, std::size_t size) const;

  std::unique_ptr<const Parsed> parsed_;
};

}  // namespace plumb
