#include "text/sentencepiece.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/file.h"
#include "text/added_tokens.h"
#include "text/frame_json.h"
#include "text/normalizer.h"
#include "text/pair.h"
#include "text/spiece_model.h"
#include "text/unigram.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// U+2581, which stands for the space before a word.
constexpr std::string_view kMeta = "\xE2\x96\x81";

// A text is normalized in parts of about this size, so that of a long one no more is
// read than is kept.
constexpr std::size_t kPartBytes = 4096;

bool is_ascii_word(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z');
}

// The end of the part that starts at `from`: before a space between two ASCII letters or
// digits, where no cluster, replacement or added token can reach across.
std::size_t part_end(std::string_view text, std::size_t from) {
  if (text.size() - from <= kPartBytes) return text.size();
  for (std::size_t at = from + kPartBytes; at + 1 < text.size(); ++at) {
    if (text[at] == ' ' && is_ascii_word(text[at - 1]) && is_ascii_word(text[at + 1])) return at;
  }
  return text.size();
}

// The pre_tokenizer, or the decoder, of a tokenizer.json.
struct Metaspace {
  bool splits_white_space = false;
  bool prepends = true;
};

Result<Metaspace> read_metaspace(const TokenizerDocument& document, const std::string& at) {
  PLUMB_CHECK_RESULT(document.require_text(at + "/type", "Metaspace"));
  PLUMB_CHECK_RESULT(document.require_text(at + "/replacement", kMeta));
  PLUMB_TRY(const bool splits, document.flag_or(at + "/split", true));
  if (!splits) return document.unsupported(at + "/split", "is false; Plumb reads true");
  PLUMB_TRY(const bool prepends, document.flag_or(at + "/add_prefix_space", true));
  if (!document.holds(at + "/prepend_scheme")) return Metaspace{.prepends = prepends};
  PLUMB_TRY(const auto scheme, document.text(at + "/prepend_scheme"));
  if (scheme != "always" && scheme != "never") {
    return document.unsupported(at + "/prepend_scheme",
                                fmt::format("is \"{}\"; Plumb reads \"always\" and \"never\"",
                                            TokenizerDocument::shown(scheme)));
  }
  return Metaspace{.prepends = scheme == "always"};
}

Result<Metaspace> read_pre_tokenizer(const TokenizerDocument& document) {
  PLUMB_TRY(const auto type, document.text("/pre_tokenizer/type"));
  if (type != "Sequence") return read_metaspace(document, "/pre_tokenizer");
  constexpr std::string_view kParts = "/pre_tokenizer/pretokenizers";
  PLUMB_TRY(const std::size_t size, document.array_size(kParts));
  if (size != 1 && size != 2) {
    return document.unsupported(kParts, fmt::format("has {} parts; Plumb reads WhitespaceSplit "
                                                    "and Metaspace, or Metaspace alone",
                                                    size));
  }
  if (size == 2) {
    PLUMB_CHECK_RESULT(document.require_text(fmt::format("{}/0/type", kParts), "WhitespaceSplit"));
  }
  PLUMB_TRY(auto metaspace, read_metaspace(document, fmt::format("{}/{}", kParts, size - 1)));
  metaspace.splits_white_space = size == 2;
  return metaspace;
}

Result<Unigram> read_unigram(const TokenizerDocument& document, std::string_view origin) {
  PLUMB_CHECK_RESULT(document.require_model_type("Unigram"));
  PLUMB_TRY(const bool falls_back, document.flag_or("/model/byte_fallback", false));
  if (falls_back) {
    return document.unsupported("/model/byte_fallback", "is true; Plumb reads false");
  }
  PLUMB_TRY(const auto unknown, document.integer("/model/unk_id"));
  PLUMB_TRY(const auto pieces, document.scored_vocabulary());
  if (unknown < 0 || static_cast<std::size_t>(unknown) >= pieces.size()) {
    return document.corrupt(
        "/model/unk_id", fmt::format("is {}, which is none of {} pieces", unknown, pieces.size()));
  }
  return Unigram::build(pieces, static_cast<TokenId>(unknown), origin);
}

// What the reference looks for in the text when it reads a spiece.model: the special
// tokens of ALBERT, [CLS] third and [SEP] fourth, and the model's own symbols.
Result<std::vector<AddedToken>> albert_tokens(const SpieceModel& file, const Unigram& model,
                                              std::string_view origin) {
  std::vector<AddedToken> tokens;
  for (const std::string_view name : {"<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"}) {
    const auto id = model.find(name);
    if (!id) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{} has no piece {}, so it is not ALBERT's; Plumb reads other "
                              "SentencePiece models from a tokenizer.json",
                              origin, name));
    }
    tokens.push_back({.content = std::string(name), .id = *id, .special = true});
  }
  for (const SpieceModel::Piece& piece : file.pieces) {
    const bool control = piece.type == SpieceModel::Type::control;
    if ((!control && piece.type != SpieceModel::Type::user_defined) || piece.text.empty()) continue;
    if (std::any_of(tokens.begin(), tokens.end(),
                    [&](const AddedToken& token) { return token.content == piece.text; })) {
      continue;
    }
    if (tokens.size() == kMaxAddedTokens) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{} has more than {} symbols", origin, kMaxAddedTokens));
    }
    // Broken bytes become U+FFFD for the reference before it looks for added tokens.
    if (piece.text.find("\xEF\xBF\xBD") != std::string_view::npos) {
      return fail(
          ErrorCode::unsupported,
          fmt::format("{} has a symbol with U+FFFD, which stands for broken bytes", origin));
    }
    const auto id = model.find(piece.text);
    tokens.push_back(
        {.content = std::string(piece.text), .id = id.value_or(0), .special = control});
  }
  return tokens;
}

// The tokens of one kind, those for normalized text as they are once normalized.
AddedTokens select(const std::vector<AddedToken>& tokens, bool normalized,
                   const Normalizer& normalizer) {
  std::vector<AddedToken> chosen;
  for (const AddedToken& token : tokens) {
    if (token.normalized != normalized) continue;
    chosen.push_back(token);
    if (normalized) normalizer.apply(chosen.back().content, {});
    if (chosen.back().content.empty()) chosen.pop_back();
  }
  return AddedTokens(std::move(chosen));
}

// Whether no token of normalized text can reach over the end of a part.
bool stay_in_parts(const AddedTokens& tokens) {
  return std::all_of(tokens.tokens().begin(), tokens.tokens().end(), [](const AddedToken& token) {
    return !token.takes_left && !token.takes_right && token.content.find(' ') == std::string::npos;
  });
}

}  // namespace

struct SentencePiece::Tables {
  Unigram model;
  Normalizer normalizer;
  Metaspace metaspace;
  bool decoder_drops_first = true;  // the space of the first word, when decoding
  Frame frame{};
  AddedTokens raw_tokens = {};         // looked for in the text as it came
  AddedTokens normalized_tokens = {};  // and in the normalized one
  bool reads_in_parts = false;
  std::vector<std::optional<AddedToken>> added = {};  // by id

  void add_tokens(const std::vector<AddedToken>& tokens) {
    raw_tokens = select(tokens, false, normalizer);
    normalized_tokens = select(tokens, true, normalizer);
    reads_in_parts = normalizer.splits_at_spaces() && stay_in_parts(normalized_tokens);
    added.resize(model.size());
    for (const AddedToken& token : tokens) {
      const auto id = static_cast<std::size_t>(token.id);
      if (id >= added.size()) added.resize(id + 1);
      added[id] = token;
    }
  }
};

// One pass over one text.
class SentencePiece::Pass {
 public:
  Pass(const Tables& tables, std::size_t limit, std::vector<TokenId>& ids)
      : tables_(tables),
        ids_(ids),
        most_(limit < ids.max_size() - ids.size() ? ids.size() + limit : ids.max_size()) {}

  // Returns whether the text had more tokens than the limit.
  bool read(std::string_view text) {
    std::size_t at = 0;
    bool first = true;  // the part starts at the start of the text or behind a token
    while (at < text.size() && !truncated_) {
      const std::size_t end = tables_.reads_in_parts ? part_end(text, at) : text.size();
      const auto token = tables_.raw_tokens.find(text, at, end);
      const std::size_t part = token ? token->start : end;
      if (part > at) {
        read_part(text.substr(at, part - at), {first, token || part == text.size()});
      }
      if (token && !truncated_) add_token(token->id);
      at = token ? token->end : end;
      first = token.has_value();
    }
    return truncated_;
  }

 private:
  void read_part(std::string_view text, Normalizer::Part part) {
    if (is_valid_utf8(text)) {
      normalized_ = text;
    } else {
      normalized_ = replace_invalid_utf8(text);
    }
    tables_.normalizer.apply(normalized_, part);
    const std::string_view whole = normalized_;
    for (std::size_t at = 0; at < whole.size() && !truncated_;) {
      const auto token = tables_.normalized_tokens.find(whole, at, whole.size());
      const std::size_t end = token ? token->start : whole.size();
      read_split(whole.substr(at, end - at), part.first || at > 0);
      if (token && !truncated_) add_token(token->id);
      at = token ? token->end : end;
    }
  }

  // `starts`: nothing before it belongs to it.
  void read_split(std::string_view text, bool starts) {
    if (!tables_.metaspace.splits_white_space) return read_words(text, starts);
    while (!text.empty() && !truncated_) {
      std::size_t length = 0;
      std::size_t gap = 0;
      while (length < text.size() && gap == 0) {
        const DecodedCodePoint next = decode_code_point(text.substr(length));
        if (is_unicode_white_space(next.value)) {
          gap = next.length;
        } else {
          length += next.length;
        }
      }
      if (length > 0) read_words(text.substr(0, length), true);
      text.remove_prefix(length + gap);
    }
  }

  // Each space, or the character that stands for it, starts a word.
  void read_words(std::string_view text, bool starts) {
    word_.clear();
    if (starts && tables_.metaspace.prepends && !text.empty() && text.front() != ' ' &&
        !text.starts_with(kMeta)) {
      word_ = kMeta;
    }
    while (!text.empty() && !truncated_) {
      const std::size_t plain = std::min(text.find_first_of(" \xE2"), text.size());
      word_.append(text.substr(0, plain));
      text.remove_prefix(plain);
      if (text.empty()) break;
      const bool space = text.front() == ' ';
      if (space || text.starts_with(kMeta)) {
        end_word();
        word_ = kMeta;
        text.remove_prefix(space ? 1 : kMeta.size());
      } else {
        word_ += text.front();
        text.remove_prefix(1);
      }
    }
    if (!truncated_) end_word();
  }

  void end_word() {
    if (word_.empty() || truncated_) return;
    truncated_ = tables_.model.segment(word_, most_ - ids_.size(), scratch_, ids_);
    word_.clear();
  }

  void add_token(TokenId id) {
    if (ids_.size() == most_) {
      truncated_ = true;
    } else {
      ids_.push_back(id);
    }
  }

  const Tables& tables_;
  std::vector<TokenId>& ids_;
  const std::size_t most_;  // ids_ may hold
  bool truncated_ = false;
  std::string normalized_;
  std::string word_;
  Unigram::Scratch scratch_;
};

SentencePiece::SentencePiece(std::unique_ptr<const Tables> tables) : tables_(std::move(tables)) {}
SentencePiece::SentencePiece(SentencePiece&&) noexcept = default;
SentencePiece& SentencePiece::operator=(SentencePiece&&) noexcept = default;
SentencePiece::~SentencePiece() = default;

Result<SentencePiece> SentencePiece::open(const std::filesystem::path& file) {
  PLUMB_TRY(const std::string bytes, read_file(file, kMaxTokenizerBytes));
  return file.extension() == ".model" ? parse_model(bytes, file.string())
                                      : parse(bytes, file.string());
}

Result<SentencePiece> SentencePiece::parse(std::string_view json, std::string_view origin) {
  PLUMB_TRY(const auto document, TokenizerDocument::parse(json, origin));
  return parse(document, origin);
}

Result<SentencePiece> SentencePiece::parse(const TokenizerDocument& document,
                                           std::string_view origin) {
  PLUMB_TRY(auto model, read_unigram(document, origin));
  PLUMB_TRY(auto normalizer, Normalizer::read(document, origin));
  PLUMB_TRY(const auto metaspace, read_pre_tokenizer(document));
  PLUMB_TRY(const auto decoder, read_metaspace(document, "/decoder"));
  PLUMB_TRY(const auto tokens,
            read_added_tokens(document, model.size(),
                              [&](std::string_view piece) { return model.find(piece); }));
  auto tables = std::make_unique<Tables>(Tables{.model = std::move(model),
                                                .normalizer = std::move(normalizer),
                                                .metaspace = metaspace,
                                                .decoder_drops_first = decoder.prepends});
  tables->add_tokens(tokens);
  PLUMB_TRY(tables->frame, read_frame(document, tables->added.size()));
  return SentencePiece(std::move(tables));
}

Result<SentencePiece> SentencePiece::parse_model(std::string_view bytes, std::string_view origin) {
  PLUMB_TRY(const auto file, parse_spiece_model(bytes, origin));
  std::vector<ScoredPiece> pieces;
  for (const SpieceModel::Piece& piece : file.pieces) pieces.push_back({piece.text, piece.score});
  constexpr TokenId kUnknown = 1;  // whatever the file says, as in the reference
  PLUMB_TRY(auto model, Unigram::build(pieces, kUnknown, origin));
  PLUMB_TRY(auto normalizer, Normalizer::albert(file.charsmap, origin));

  PLUMB_TRY(const auto tokens, albert_tokens(file, model, origin));
  const Frame frame = bert_frame(tokens[2].id, tokens[3].id);
  auto tables = std::make_unique<Tables>(Tables{.model = std::move(model),
                                                .normalizer = std::move(normalizer),
                                                .metaspace = {.splits_white_space = true},
                                                .frame = frame});
  tables->add_tokens(tokens);
  return SentencePiece(std::move(tables));
}

Encoded SentencePiece::encode(std::string_view text, std::size_t max_tokens,
                              std::vector<TokenId>& ids) const {
  const std::size_t before = ids.size();
  ids.push_back(tables_->frame.classify);
  const bool truncated = Pass(*tables_, std::max<std::size_t>(max_tokens, 2) - 2, ids).read(text);
  ids.push_back(tables_->frame.separate);
  return {ids.size() - before, truncated};
}

Encoded SentencePiece::encode_pair(std::string_view first, std::string_view second,
                                   std::size_t max_tokens, std::vector<TokenId>& ids,
                                   std::vector<std::uint8_t>& type_ids) const {
  const auto append = [&](std::string_view text, std::size_t limit, std::vector<TokenId>& out) {
    return Pass(*tables_, limit, out).read(text);
  };
  return append_pair(tables_->frame, first, second, max_tokens, append, ids, type_ids);
}

std::string SentencePiece::decode(std::span<const TokenId> ids) const {
  std::string text;
  bool first = true;
  for (const TokenId id : ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= tables_->added.size()) continue;
    const auto& added = tables_->added[static_cast<std::size_t>(id)];
    if (added && added->special) continue;
    std::string_view piece = added ? std::string_view(added->content) : tables_->model.text(id);
    for (std::size_t at = piece.find(kMeta); at != piece.npos; at = piece.find(kMeta)) {
      text.append(piece.substr(0, at));
      if (!first || !tables_->decoder_drops_first) text += ' ';
      piece.remove_prefix(at + kMeta.size());
    }
    text.append(piece);
    first = false;
  }
  return text;
}

std::size_t SentencePiece::vocabulary_size() const {
  return tables_->added.size();
}

}  // namespace plumb
