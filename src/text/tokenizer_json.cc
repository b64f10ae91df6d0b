#include "text/tokenizer_json.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace plumb {
namespace {

// A tokenizer that works in any other way would give other ids.
Result<void> check_kind(const TokenizerDocument& document) {
  PLUMB_CHECK_RESULT(document.require_text("/normalizer/type", "BertNormalizer"));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/clean_text", true));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/handle_chinese_chars", true));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/lowercase", true));
  if (document.holds("/normalizer/strip_accents")) {  // null: as lowercase
    PLUMB_CHECK_RESULT(document.require_flag("/normalizer/strip_accents", true));
  }
  PLUMB_CHECK_RESULT(document.require_text("/pre_tokenizer/type", "BertPreTokenizer"));
  PLUMB_CHECK_RESULT(document.require_model_type("WordPiece"));
  PLUMB_CHECK_RESULT(document.require_text("/model/unk_token", "[UNK]"));
  PLUMB_CHECK_RESULT(document.require_text("/model/continuing_subword_prefix", kContinuingPrefix));
  PLUMB_CHECK_RESULT(document.require_text("/decoder/type", "WordPiece"));
  PLUMB_CHECK_RESULT(document.require_text("/decoder/prefix", kContinuingPrefix));
  return document.require_flag("/decoder/cleanup", true);
}

Result<std::size_t> read_word_chars(const TokenizerDocument& document) {
  constexpr std::string_view kField = "/model/max_input_chars_per_word";
  PLUMB_TRY(const auto chars, document.integer(kField));
  if (chars >= 1 && chars <= static_cast<std::int64_t>(kMaxWordChars)) {
    return static_cast<std::size_t>(chars);
  }
  return document.unsupported(kField,
                              fmt::format("is {}; Plumb reads 1 to {}", chars, kMaxWordChars));
}

Result<Vocabulary> read_vocabulary(const TokenizerDocument& document) {
  constexpr std::string_view kField = "/model/vocab";
  PLUMB_TRY(const auto pieces, document.vocabulary(kField));
  Vocabulary vocabulary(pieces);
  if (const auto id = vocabulary.first_duplicate()) {
    return document.corrupt(
        kField, fmt::format("has \"{}\" twice", TokenizerDocument::shown(vocabulary.text(*id))));
  }
  return vocabulary;
}

Result<TokenId> require_piece(const TokenizerDocument& document, const Vocabulary& vocabulary,
                              std::string_view piece) {
  if (const auto id = vocabulary.find(piece)) return *id;
  return document.corrupt("/model/vocab", fmt::format("has no {}", piece));
}

// [CLS] A [SEP], with the ids of the vocabulary.
Result<void> check_template(const TokenizerDocument& document, TokenId classify, TokenId separate) {
  constexpr std::string_view kSingle = "/post_processor/single";
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/type", "TemplateProcessing"));
  PLUMB_TRY(const std::size_t parts, document.array_size(kSingle));
  if (parts != 3) {
    return document.unsupported(kSingle,
                                fmt::format("has {} parts; Plumb reads [CLS] A [SEP]", parts));
  }
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/0/SpecialToken/id", "[CLS]"));
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/1/Sequence/id", "A"));
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/2/SpecialToken/id", "[SEP]"));
  const std::pair<std::string_view, TokenId> expected[] = {{"[CLS]", classify},
                                                           {"[SEP]", separate}};
  for (const auto& [name, id] : expected) {
    const std::string field = fmt::format("/post_processor/special_tokens/{}/ids", name);
    PLUMB_TRY(const std::size_t size, document.array_size(field));
    const auto found = document.integer(field + "/0");
    if (size != 1 || !found || *found != id) {
      return document.corrupt(field, fmt::format("is not [{}], the id in model.vocab", id));
    }
  }
  return {};
}

Result<AddedToken> read_raw_token(const TokenizerDocument& document, const Vocabulary& vocabulary,
                                  std::size_t at) {
  const auto name = [&](std::string_view field) {
    return fmt::format("/added_tokens/{}{}", at, field);
  };
  for (const std::string_view flag : {"/single_word", "/lstrip", "/rstrip", "/normalized"}) {
    PLUMB_TRY(const bool set, document.flag(name(flag)));
    if (set) return document.unsupported(name(flag), "is true; Plumb reads false");
  }
  PLUMB_TRY(const bool special, document.flag(name("/special")));
  PLUMB_TRY(const auto id, document.integer(name("/id")));
  PLUMB_TRY(const auto content, document.text(name("/content")));
  if (content.empty()) return document.corrupt(name("/content"), "is empty");
  // Broken bytes become U+FFFD for the reference before it looks for added tokens.
  if (content.find("\xEF\xBF\xBD") != std::string_view::npos) {
    return document.unsupported(name("/content"), "holds U+FFFD, which stands for broken bytes");
  }
  const auto known = vocabulary.find(content);
  if (!known || *known != id) {
    return document.corrupt(name("/id"),
                            fmt::format("is {}, which model.vocab does not give to \"{}\"", id,
                                        TokenizerDocument::shown(content)));
  }
  return AddedToken{.content = std::string(content), .id = *known, .special = special};
}

Result<std::vector<AddedToken>> read_raw_tokens(const TokenizerDocument& document,
                                                const Vocabulary& vocabulary) {
  PLUMB_TRY(const std::size_t size, document.array_size("/added_tokens"));
  if (size > kMaxAddedTokens) {
    return document.unsupported("/added_tokens",
                                fmt::format("has more than {} tokens", kMaxAddedTokens));
  }
  std::vector<AddedToken> tokens;
  for (std::size_t at = 0; at < size; ++at) {
    PLUMB_TRY(auto token, read_raw_token(document, vocabulary, at));
    tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace

Result<TokenizerFile> parse_tokenizer_json(const TokenizerDocument& document) {
  PLUMB_CHECK_RESULT(check_kind(document));
  PLUMB_TRY(const std::size_t word_chars, read_word_chars(document));
  PLUMB_TRY(auto vocabulary, read_vocabulary(document));
  PLUMB_TRY(const TokenId unknown, require_piece(document, vocabulary, "[UNK]"));
  PLUMB_TRY(const TokenId classify, require_piece(document, vocabulary, "[CLS]"));
  PLUMB_TRY(const TokenId separate, require_piece(document, vocabulary, "[SEP]"));
  PLUMB_CHECK_RESULT(check_template(document, classify, separate));
  PLUMB_TRY(auto added_tokens, read_raw_tokens(document, vocabulary));
  return TokenizerFile{
      std::move(vocabulary), std::move(added_tokens), unknown, classify, separate, word_chars};
}

}  // namespace plumb
