#include "text/byte_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/file.h"
#include "text/added_tokens.h"
#include "text/byte_level.h"
#include "text/byte_trie.h"
#include "text/frame_json.h"
#include "text/merges.h"
#include "text/pair.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// All pieces together, in bytes: a node of the trie takes 12 for each at worst.
constexpr std::size_t kMaxPieces = 16 * 1024 * 1024;

// A tokenizer that works in any other way would give other ids.
Result<void> check_kind(const TokenizerDocument& document) {
  PLUMB_CHECK_RESULT(document.require_model_type("BPE"));
  if (document.holds("/normalizer")) {
    return document.unsupported("/normalizer", "is set; Plumb reads byte-level BPE without one");
  }
  PLUMB_CHECK_RESULT(document.require_text("/pre_tokenizer/type", "ByteLevel"));
  PLUMB_CHECK_RESULT(document.require_text("/decoder/type", "ByteLevel"));
  for (const char* field : {"/model/continuing_subword_prefix", "/model/end_of_word_suffix"}) {
    if (document.holds(field)) PLUMB_CHECK_RESULT(document.require_text(field, ""));
  }
  for (const char* field : {"/model/byte_fallback", "/model/ignore_merges"}) {
    if (document.holds(field)) PLUMB_CHECK_RESULT(document.require_flag(field, false));
  }
  if (document.holds("/model/dropout")) {
    return document.unsupported("/model/dropout", "is set; Plumb reads null");
  }
  PLUMB_TRY(const bool splits, document.flag_or("/pre_tokenizer/use_regex", true));
  if (!splits) return document.unsupported("/pre_tokenizer/use_regex", "is false");
  return {};
}

// The pieces of model.vocab by id, as they are written and as the bytes they stand for.
struct Pieces {
  std::vector<std::string_view> written;
  std::vector<std::string> bytes;  // of a piece that stands for none: as it is written
  std::vector<bool> known;         // it stands for bytes
};

Result<Pieces> read_pieces(const TokenizerDocument& document) {
  constexpr std::string_view kField = "/model/vocab";
  Pieces pieces;
  PLUMB_TRY(pieces.written, document.vocabulary(kField));
  std::size_t size = 0;
  for (const std::string_view piece : pieces.written) {
    size += piece.size();
    if (size > kMaxPieces) {
      return document.unsupported(kField, fmt::format("has more than {} bytes", kMaxPieces));
    }
    auto bytes = byte_level_bytes(piece);
    pieces.known.push_back(bytes.has_value());
    pieces.bytes.push_back(bytes ? *std::move(bytes) : std::string(piece));
  }
  return pieces;
}

// Those that a text can hold; the others keep their id, and are not found.
ByteTrie trie_of(const Pieces& pieces) {
  std::vector<std::string_view> keys;
  for (std::size_t i = 0; i < pieces.bytes.size(); ++i) {
    keys.push_back(pieces.known[i] ? std::string_view(pieces.bytes[i]) : std::string_view());
  }
  return ByteTrie(keys);
}

Result<std::array<TokenId, 256>> find_bytes(const TokenizerDocument& document,
                                            const ByteTrie& trie) {
  std::array<TokenId, 256> ids;
  for (std::size_t value = 0; value < ids.size(); ++value) {
    const auto byte = static_cast<char>(value);
    const auto id = trie.find({&byte, 1});
    if (!id) {
      return document.unsupported("/model/vocab",
                                  fmt::format("has no piece for the byte {}", value));
    }
    ids[value] = *id;
  }
  return ids;
}

Result<std::vector<Merges::Merge>> read_merges(const TokenizerDocument& document,
                                               const ByteTrie& trie) {
  PLUMB_TRY(const auto pairs, document.merges());
  std::vector<Merges::Merge> merges;
  merges.reserve(pairs.size());
  for (const auto& [left, right] : pairs) {
    const auto find = [&](std::string_view piece) -> std::optional<TokenId> {
      const auto bytes = byte_level_bytes(piece);
      return bytes ? trie.find(*bytes) : std::nullopt;
    };
    const auto left_id = find(left);
    const auto right_id = find(right);
    const auto merged = find(std::string(left) + std::string(right));
    if (!left_id || !right_id || !merged) {
      return document.corrupt(
          "/model/merges",
          fmt::format("joins \"{}\" and \"{}\", and model.vocab does not have "
                      "both and what they make",
                      TokenizerDocument::shown(left), TokenizerDocument::shown(right)));
    }
    merges.push_back({*left_id, *right_id, *merged});
  }
  return merges;
}

// By id, whether the merges make of a piece's bytes exactly this piece: a word that is one
// of these needs no merging. That is nearly every piece, and nearly every word.
std::vector<bool> find_whole(const Pieces& pieces, const Merges& merges) {
  constexpr std::size_t kLongest = 256;  // longer words are merged whatever they are
  std::vector<bool> whole;
  Merges::Scratch scratch;
  std::vector<TokenId> ids;
  for (std::size_t id = 0; id < pieces.bytes.size(); ++id) {
    ids.clear();
    if (pieces.known[id] && pieces.bytes[id].size() <= kLongest) {
      merges.apply(pieces.bytes[id], scratch, ids);
    }
    whole.push_back(ids.size() == 1 && ids[0] == static_cast<TokenId>(id));
  }
  return whole;
}

AddedTokens select(const std::vector<AddedToken>& tokens, bool normalized) {
  std::vector<AddedToken> chosen;
  std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(chosen),
               [&](const AddedToken& token) { return token.normalized == normalized; });
  return AddedTokens(std::move(chosen));
}

}  // namespace

struct BytePair::Tables {
  ByteTrie trie;
  Merges merges;
  std::vector<bool> whole;                // by id: the merges make exactly this piece of its bytes
  bool adds_space;                        // before a text that does not start with one
  std::vector<std::string> decoded = {};  // by id; special ones are empty
  Frame frame{};
  AddedTokens raw_tokens = {};         // looked for first
  AddedTokens normalized_tokens = {};  // and in what these leave

  void add_tokens(const std::vector<AddedToken>& tokens) {
    raw_tokens = select(tokens, false);
    normalized_tokens = select(tokens, true);
    for (const AddedToken& token : tokens) {
      const auto id = static_cast<std::size_t>(token.id);
      if (id >= decoded.size()) decoded.resize(id + 1);
      decoded[id] = token.special ? "" : byte_level_bytes(token.content).value_or(token.content);
    }
  }
};

// One pass over one text.
class BytePair::Pass {
 public:
  Pass(const Tables& tables, std::size_t limit, std::vector<TokenId>& ids)
      : tables_(tables),
        ids_(ids),
        most_(limit < ids.max_size() - ids.size() ? ids.size() + limit : ids.max_size()) {}

  // Returns whether the text had more tokens than the limit.
  bool read(std::string_view text) {
    read_between(text, tables_.raw_tokens, [&](std::string_view part) {
      read_between(part, tables_.normalized_tokens,
                   [&](std::string_view split) { read_split(split); });
    });
    return truncated_;
  }

 private:
  template <class Read>
  void read_between(std::string_view text, const AddedTokens& tokens, Read read) {
    for (std::size_t at = 0; at < text.size() && !truncated_;) {
      const auto token = tokens.find(text, at, text.size());
      const std::size_t end = token ? token->start : text.size();
      if (end > at) read(text.substr(at, end - at));
      if (token && !truncated_) add_token(token->id);
      at = token ? token->end : end;
    }
  }

  void read_split(std::string_view text) {
    // The space that is added may join what follows, so the first word is read from a copy.
    if (tables_.adds_space && text.front() != ' ') {
      text.remove_prefix(read_spaced(text));
    }
    while (!text.empty() && !truncated_) {
      const ByteLevelWord word = byte_level_word(text);
      add_word(text.substr(0, word.length), word.valid);
      text.remove_prefix(word.length);
    }
  }

  // Reads the word that an added space starts. Returns the bytes of `text` in it.
  std::size_t read_spaced(std::string_view text) {
    const DecodedCodePoint first = decode_code_point(text);
    if (is_unicode_white_space(first.value)) {
      // The space and the white space behind it are one run.
      spaced_ = " ";
      std::size_t end = 0;
      std::size_t last = 0;
      while (end < text.size()) {
        const DecodedCodePoint next = decode_code_point(text.substr(end));
        if (!is_unicode_white_space(next.value)) break;
        last = end;
        end += next.length;
      }
      const std::size_t taken = end == text.size() ? end : last;
      spaced_ += text.substr(0, taken);
      add_word(spaced_, true);
      return taken;
    }
    // Behind a space there is no contraction: its apostrophe starts a run of others.
    const ByteLevelWord word = byte_level_run(text);
    spaced_ = " ";
    spaced_ += text.substr(0, word.length);
    add_word(spaced_, word.valid);
    return word.length;
  }

  void add_word(std::string_view word, bool valid) {
    if (ids_.size() == most_) {
      truncated_ = true;
      return;
    }
    if (!valid) {
      replaced_ = replace_invalid_utf8(word);
      word = replaced_;
    }
    if (const auto id = tables_.trie.find(word);
        id && tables_.whole[static_cast<std::size_t>(*id)]) {
      ids_.push_back(*id);
      return;
    }
    for (std::size_t at = 0; at < word.size(); at += Merges::kMaxWord) {
      tables_.merges.apply(word.substr(at, Merges::kMaxWord), scratch_, ids_);
    }
    if (ids_.size() > most_) {
      ids_.resize(most_);
      truncated_ = true;
    }
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
  std::string spaced_;
  std::string replaced_;
  Merges::Scratch scratch_;
};

BytePair::BytePair(std::unique_ptr<const Tables> tables) : tables_(std::move(tables)) {}
BytePair::BytePair(BytePair&&) noexcept = default;
BytePair& BytePair::operator=(BytePair&&) noexcept = default;
BytePair::~BytePair() = default;

Result<BytePair> BytePair::open(const std::filesystem::path& tokenizer_json) {
  PLUMB_TRY(const std::string json, read_file(tokenizer_json, kMaxTokenizerBytes));
  return parse(json, tokenizer_json.string());
}

Result<BytePair> BytePair::parse(std::string_view json, std::string_view origin) {
  PLUMB_TRY(const auto document, TokenizerDocument::parse(json, origin));
  return parse(document);
}

Result<BytePair> BytePair::parse(const TokenizerDocument& document) {
  PLUMB_CHECK_RESULT(check_kind(document));
  PLUMB_TRY(const bool adds_space, document.flag("/pre_tokenizer/add_prefix_space"));
  PLUMB_TRY(auto pieces, read_pieces(document));
  ByteTrie trie = trie_of(pieces);
  PLUMB_TRY(const auto bytes, find_bytes(document, trie));
  PLUMB_TRY(const auto merges, read_merges(document, trie));
  PLUMB_TRY(const auto tokens,
            read_added_tokens(document, pieces.written.size(), [&](std::string_view content) {
              const auto found = std::find(pieces.written.begin(), pieces.written.end(), content);
              return found == pieces.written.end()
                         ? std::nullopt
                         : std::optional(static_cast<TokenId>(found - pieces.written.begin()));
            }));
  auto tables = std::make_unique<Tables>(Tables{.trie = std::move(trie),
                                                .merges = Merges(merges, bytes),
                                                .whole = {},
                                                .adds_space = adds_space});
  tables->whole = find_whole(pieces, tables->merges);
  tables->decoded = std::move(pieces.bytes);
  tables->add_tokens(tokens);
  PLUMB_TRY(tables->frame, read_frame(document, tables->decoded.size()));
  return BytePair(std::move(tables));
}

Encoded BytePair::encode(std::string_view text, std::size_t max_tokens,
                         std::vector<TokenId>& ids) const {
  const std::size_t before = ids.size();
  ids.push_back(tables_->frame.classify);
  const bool truncated = Pass(*tables_, std::max<std::size_t>(max_tokens, 2) - 2, ids).read(text);
  ids.push_back(tables_->frame.separate);
  return {ids.size() - before, truncated};
}

Encoded BytePair::encode_pair(std::string_view first, std::string_view second,
                              std::size_t max_tokens, std::vector<TokenId>& ids,
                              std::vector<std::uint8_t>& type_ids) const {
  const auto append = [&](std::string_view text, std::size_t limit, std::vector<TokenId>& out) {
    return Pass(*tables_, limit, out).read(text);
  };
  return append_pair(tables_->frame, first, second, max_tokens, append, ids, type_ids);
}

std::string BytePair::decode(std::span<const TokenId> ids) const {
  std::string bytes;
  for (const TokenId id : ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= tables_->decoded.size()) continue;
    bytes += tables_->decoded[static_cast<std::size_t>(id)];
  }
  return replace_invalid_utf8(bytes);
}

std::size_t BytePair::vocabulary_size() const {
  return tables_->decoded.size();
}

}  // namespace plumb
