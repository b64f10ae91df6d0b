#include "text/tokenizer.h"

#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "text/tokenizer_document.h"

namespace plumb {
namespace {

template <class Kind>
Result<Tokenizer> as_tokenizer(Result<Kind> read) {
  PLUMB_TRY(auto kind, std::move(read));
  return Tokenizer(std::move(kind));
}

}  // namespace

Tokenizer::Tokenizer(WordPiece tokenizer) : kind_(std::move(tokenizer)) {}
Tokenizer::Tokenizer(SentencePiece tokenizer) : kind_(std::move(tokenizer)) {}
Tokenizer::Tokenizer(BytePair tokenizer) : kind_(std::move(tokenizer)) {}

Result<Tokenizer> Tokenizer::open(const std::filesystem::path& folder) {
  const auto json_file = folder / "tokenizer.json";
  std::error_code ignored;
  if (std::filesystem::exists(json_file, ignored)) {
    PLUMB_TRY(const std::string json, read_file(json_file, kMaxTokenizerBytes));
    return parse(json, json_file.string());
  }
  const auto model_file = folder / "spiece.model";
  if (std::filesystem::exists(model_file, ignored)) {
    return as_tokenizer(SentencePiece::open(model_file));
  }
  return fail(ErrorCode::not_found,
              fmt::format("{} holds neither tokenizer.json nor ALBERT's spiece.model; the "
                          "save_pretrained of transformers writes a tokenizer.json",
                          folder.string()));
}

Result<Tokenizer> Tokenizer::parse(std::string_view json, std::string_view origin) {
  PLUMB_TRY(const auto document, TokenizerDocument::parse(json, origin));
  PLUMB_TRY(const auto type, document.model_type());
  if (type == "WordPiece") return as_tokenizer(WordPiece::parse(document));
  if (type == "Unigram") return as_tokenizer(SentencePiece::parse(document, origin));
  if (type == "BPE") return as_tokenizer(BytePair::parse(document));
  return document.unsupported(
      "/model/type", fmt::format("is \"{}\"; Plumb reads \"WordPiece\", \"Unigram\" and \"BPE\"",
                                 TokenizerDocument::shown(type)));
}

Encoded Tokenizer::encode(std::string_view text, std::size_t max_tokens,
                          std::vector<TokenId>& ids) const {
  return std::visit([&](const auto& kind) { return kind.encode(text, max_tokens, ids); }, kind_);
}

Encoded Tokenizer::encode_pair(std::string_view first, std::string_view second,
                               std::size_t max_tokens, std::vector<TokenId>& ids,
                               std::vector<std::uint8_t>& type_ids) const {
  return std::visit(
      [&](const auto& kind) { return kind.encode_pair(first, second, max_tokens, ids, type_ids); },
      kind_);
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
  return std::visit([&](const auto& kind) { return kind.decode(ids); }, kind_);
}

std::size_t Tokenizer::vocabulary_size() const {
  return std::visit([](const auto& kind) { return kind.vocabulary_size(); }, kind_);
}

}  // namespace plumb
