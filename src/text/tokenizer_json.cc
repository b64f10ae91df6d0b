#include "text/tokenizer_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace plumb {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// Matching added tokens costs a look at each that starts with the byte at hand.
constexpr std::size_t kMaxAddedTokens = 1024;
constexpr std::size_t kMaxVocabulary = 4'000'000;

// Reads fields by JSON pointer and says which one is wrong.
class Document {
 public:
  Document(element root, std::string_view origin) : root_(root), origin_(origin) {}

  template <class T>
  Result<T> get(std::string_view pointer) const {
    return get_from<T>(root_, pointer, pointer);
  }

  // `name` is what the error calls the field at `pointer` below `parent`.
  template <class T>
  Result<T> get_from(element parent, std::string_view pointer, std::string_view name) const {
    element found;
    if (parent.at_pointer(pointer).get(found) != simdjson::SUCCESS) {
      return corrupt(name, "is missing");
    }
    T value;
    if (found.get(value) != simdjson::SUCCESS) return corrupt(name, "has the wrong type");
    return value;
  }

  Result<void> require_text(std::string_view pointer, std::string_view expected) const {
    PLUMB_TRY(const auto found, get<std::string_view>(pointer));
    if (found == expected) return {};
    return unsupported(pointer,
                       fmt::format("is \"{}\"; Plumb reads \"{}\"", shown(found), expected));
  }

  Result<void> require_flag(std::string_view pointer, bool expected) const {
    PLUMB_TRY(const bool found, get<bool>(pointer));
    if (found == expected) return {};
    return unsupported(pointer, fmt::format("is {}; Plumb reads {}", found, expected));
  }

  std::unexpected<Error> corrupt(std::string_view field, std::string_view what) const {
    return fail(ErrorCode::corrupt, sentence(field, what));
  }
  std::unexpected<Error> unsupported(std::string_view field, std::string_view what) const {
    return fail(ErrorCode::unsupported, sentence(field, what));
  }

  // Foreign text, short and plain enough for a sentence.
  static std::string shown(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::size_t cut = std::min(text.size(), kMost);
    while (cut < text.size() && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    std::string plain(text.substr(0, cut));
    std::replace_if(
        plain.begin(), plain.end(), [](unsigned char byte) { return byte < 0x20 || byte == 0x7F; },
        '?');
    return cut < text.size() ? plain + "..." : plain;
  }

 private:
  std::string sentence(std::string_view field, std::string_view what) const {
    std::string dotted(field.substr(field.starts_with('/') ? 1 : 0));
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    return fmt::format("{}: the field {} {}", origin_, dotted, what);
  }

  element root_;
  std::string_view origin_;
};

// A tokenizer that works in any other way would give other ids.
Result<void> check_kind(const Document& document) {
  PLUMB_CHECK_RESULT(document.require_text("/normalizer/type", "BertNormalizer"));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/clean_text", true));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/handle_chinese_chars", true));
  PLUMB_CHECK_RESULT(document.require_flag("/normalizer/lowercase", true));
  PLUMB_TRY(const auto accents, document.get<element>("/normalizer/strip_accents"));
  if (!accents.is_null()) {  // null: as lowercase
    PLUMB_CHECK_RESULT(document.require_flag("/normalizer/strip_accents", true));
  }
  PLUMB_CHECK_RESULT(document.require_text("/pre_tokenizer/type", "BertPreTokenizer"));
  PLUMB_CHECK_RESULT(document.require_text("/model/type", "WordPiece"));
  PLUMB_CHECK_RESULT(document.require_text("/model/unk_token", "[UNK]"));
  PLUMB_CHECK_RESULT(document.require_text("/model/continuing_subword_prefix", kContinuingPrefix));
  PLUMB_CHECK_RESULT(document.require_text("/decoder/type", "WordPiece"));
  PLUMB_CHECK_RESULT(document.require_text("/decoder/prefix", kContinuingPrefix));
  return document.require_flag("/decoder/cleanup", true);
}

Result<std::size_t> read_word_chars(const Document& document) {
  constexpr std::string_view kField = "/model/max_input_chars_per_word";
  PLUMB_TRY(const auto chars, document.get<std::int64_t>(kField));
  if (chars >= 1 && chars <= static_cast<std::int64_t>(kMaxWordChars)) {
    return static_cast<std::size_t>(chars);
  }
  return document.unsupported(kField,
                              fmt::format("is {}; Plumb reads 1 to {}", chars, kMaxWordChars));
}

Result<Vocabulary> read_vocabulary(const Document& document) {
  constexpr std::string_view kField = "/model/vocab";
  PLUMB_TRY(const auto entries, document.get<object>(kField));
  // object::size() saturates, so the entries are counted.
  const auto size = static_cast<std::size_t>(std::distance(entries.begin(), entries.end()));
  if (size > kMaxVocabulary) {
    return document.unsupported(
        kField, fmt::format("has {} tokens; Plumb reads at most {}", size, kMaxVocabulary));
  }
  std::vector<std::string_view> pieces(size);
  std::vector<bool> taken(size);
  for (const auto& [piece, value] : entries) {
    std::int64_t id = 0;
    if (value.get(id) != simdjson::SUCCESS || id < 0 || static_cast<std::size_t>(id) >= size) {
      return document.corrupt(kField, fmt::format("gives \"{}\" an id that is not in 0 to {}",
                                                  Document::shown(piece), size - 1));
    }
    const auto at = static_cast<std::size_t>(id);
    if (taken[at]) {
      return document.corrupt(kField,
                              fmt::format("gives the id {} to \"{}\" and to \"{}\"", id,
                                          Document::shown(pieces[at]), Document::shown(piece)));
    }
    taken[at] = true;
    pieces[at] = piece;
  }
  Vocabulary vocabulary(pieces);
  if (const auto id = vocabulary.first_duplicate()) {
    return document.corrupt(kField,
                            fmt::format("has \"{}\" twice", Document::shown(vocabulary.text(*id))));
  }
  return vocabulary;
}

Result<TokenId> require_piece(const Document& document, const Vocabulary& vocabulary,
                              std::string_view piece) {
  if (const auto id = vocabulary.find(piece)) return *id;
  return document.corrupt("/model/vocab", fmt::format("has no {}", piece));
}

// [CLS] A [SEP], with the ids of the vocabulary.
Result<void> check_template(const Document& document, TokenId classify, TokenId separate) {
  constexpr std::string_view kSingle = "/post_processor/single";
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/type", "TemplateProcessing"));
  PLUMB_TRY(const auto single, document.get<array>(kSingle));
  if (single.size() != 3) {
    return document.unsupported(
        kSingle, fmt::format("has {} parts; Plumb reads [CLS] A [SEP]", single.size()));
  }
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/0/SpecialToken/id", "[CLS]"));
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/1/Sequence/id", "A"));
  PLUMB_CHECK_RESULT(document.require_text("/post_processor/single/2/SpecialToken/id", "[SEP]"));
  const std::pair<std::string_view, TokenId> expected[] = {{"[CLS]", classify},
                                                           {"[SEP]", separate}};
  for (const auto& [name, id] : expected) {
    const std::string field = fmt::format("/post_processor/special_tokens/{}/ids", name);
    PLUMB_TRY(const auto ids, document.get<array>(field));
    std::int64_t found = -1;
    if (ids.size() != 1 || ids.at(0).get(found) != simdjson::SUCCESS || found != id) {
      return document.corrupt(field, fmt::format("is not [{}], the id in model.vocab", id));
    }
  }
  return {};
}

Result<AddedToken> read_added_token(const Document& document, const Vocabulary& vocabulary,
                                    element token, std::size_t at) {
  const auto name = [&](std::string_view field) {
    return fmt::format("/added_tokens/{}{}", at, field);
  };
  for (const std::string_view flag : {"/single_word", "/lstrip", "/rstrip", "/normalized"}) {
    PLUMB_TRY(const bool set, document.get_from<bool>(token, flag, name(flag)));
    if (set) return document.unsupported(name(flag), "is true; Plumb reads false");
  }
  PLUMB_TRY(const bool special, document.get_from<bool>(token, "/special", name("/special")));
  PLUMB_TRY(const auto id, document.get_from<std::int64_t>(token, "/id", name("/id")));
  PLUMB_TRY(const auto content,
            document.get_from<std::string_view>(token, "/content", name("/content")));
  if (content.empty()) return document.corrupt(name("/content"), "is empty");
  // Broken bytes become U+FFFD for the reference before it looks for added tokens.
  if (content.find("\xEF\xBF\xBD") != std::string_view::npos) {
    return document.unsupported(name("/content"), "holds U+FFFD, which stands for broken bytes");
  }
  const auto known = vocabulary.find(content);
  if (!known || *known != id) {
    return document.corrupt(name("/id"),
                            fmt::format("is {}, which model.vocab does not give to \"{}\"", id,
                                        Document::shown(content)));
  }
  return AddedToken{std::string(content), *known, special};
}

Result<std::vector<AddedToken>> read_added_tokens(const Document& document,
                                                  const Vocabulary& vocabulary) {
  PLUMB_TRY(const auto entries, document.get<array>("/added_tokens"));
  std::vector<AddedToken> tokens;
  for (const element entry : entries) {
    if (tokens.size() == kMaxAddedTokens) {
      return document.unsupported("/added_tokens",
                                  fmt::format("has more than {} tokens", kMaxAddedTokens));
    }
    PLUMB_TRY(auto token, read_added_token(document, vocabulary, entry, tokens.size()));
    tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace

Result<TokenizerFile> parse_tokenizer_json(std::string_view json, std::string_view origin) {
  if (json.size() > kMaxTokenizerBytes) {
    return fail(ErrorCode::unsupported, fmt::format("{} has {} bytes; a tokenizer has at most {}",
                                                    origin, json.size(), kMaxTokenizerBytes));
  }
  simdjson::dom::parser parser;
  element root;
  if (const auto error = parser.parse(simdjson::padded_string(json)).get(root)) {
    return fail(ErrorCode::corrupt,
                fmt::format("{} is not a tokenizer.json: {}", origin,
                            json.empty() ? "it is empty" : simdjson::error_message(error)));
  }
  const Document document(root, origin);
  PLUMB_CHECK_RESULT(check_kind(document));
  PLUMB_TRY(const std::size_t word_chars, read_word_chars(document));
  PLUMB_TRY(auto vocabulary, read_vocabulary(document));
  PLUMB_TRY(const TokenId unknown, require_piece(document, vocabulary, "[UNK]"));
  PLUMB_TRY(const TokenId classify, require_piece(document, vocabulary, "[CLS]"));
  PLUMB_TRY(const TokenId separate, require_piece(document, vocabulary, "[SEP]"));
  PLUMB_CHECK_RESULT(check_template(document, classify, separate));
  PLUMB_TRY(auto added_tokens, read_added_tokens(document, vocabulary));
  return TokenizerFile{
      std::move(vocabulary), std::move(added_tokens), unknown, classify, separate, word_chars};
}

}  // namespace plumb
