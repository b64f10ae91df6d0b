#include "text/wordpiece.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "text/code_points.h"
#include "text/pair.h"
#include "text/tokenizer_json.h"
#include "text/utf8.h"
#include "text/vocabulary.h"

namespace plumb {
namespace {

// What the first byte of a code point tells before it is decoded.
enum class ByteClass : std::uint8_t {
  letter,       // an ASCII letter or digit
  space,        // an ASCII space
  other,        // anything else: look at the code point
  added_token,  // an added token may start here
};

using ByteClasses = std::array<ByteClass, 256>;

std::uint8_t index_of(char byte) {
  return static_cast<std::uint8_t>(byte);
}

ByteClasses classify_bytes(const std::vector<AddedToken>& added_tokens) {
  ByteClasses classes;
  classes.fill(ByteClass::other);
  for (char32_t value = 0; value < 0x80; ++value) {
    const Fate::Kind kind = CodePoints::table().fate(value).kind();
    if (kind == Fate::Kind::letter) classes[value] = ByteClass::letter;
    if (kind == Fate::Kind::space) classes[value] = ByteClass::space;
  }
  for (const AddedToken& token : added_tokens) {
    classes[index_of(token.content.front())] = ByteClass::added_token;
  }
  return classes;
}

char ascii_lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

}  // namespace

struct WordPiece::Tables {
  TokenizerFile file;
  const CodePoints& code_points;
  ByteClasses byte_classes;
  std::vector<bool> special;  // by id
};

namespace {

// One pass over one text. Holds the word being read, at most word_chars of it,
// and the combining marks that wait for the next starter to be put in order.
class Pass {
 public:
  Pass(const TokenizerFile& file, const CodePoints& code_points, const ByteClasses& byte_classes,
       std::size_t limit, std::vector<TokenId>& ids)
      : file_(file),
        code_points_(code_points),
        byte_classes_(byte_classes),
        ids_(ids),
        start_(ids.size()),
        limit_(limit) {}

  // Returns whether the text had more tokens than the limit.
  bool read(std::string_view text) {
    while (!text.empty() && !truncated_) {
      text.remove_prefix(read_next(text));
    }
    end_word();
    return truncated_;
  }

 private:
  // Each read_ function returns how many bytes it took.
  std::size_t read_next(std::string_view text) {
    switch (byte_classes_[index_of(text.front())]) {
      case ByteClass::letter:
        return read_letters(text);
      case ByteClass::space:
        end_word();
        return 1;
      case ByteClass::other:
        return read_code_point(text);
      case ByteClass::added_token:
        return read_added_token(text);
    }
    std::unreachable();
  }

  std::size_t read_letters(std::string_view text) {
    if (!begin_word()) return text.size();
    std::size_t at = 0;
    do {
      if (word_chars_++ < file_.word_chars) word_[word_bytes_++] = ascii_lower(text[at]);
      ++at;
    } while (at < text.size() && byte_classes_[index_of(text[at])] == ByteClass::letter);
    return at;
  }

  std::size_t read_code_point(std::string_view text) {
    const DecodedCodePoint next = decode_code_point(text);
    apply(code_points_.fate(next.value));
    return next.length;
  }

  void apply(Fate fate) {
    switch (fate.kind()) {
      case Fate::Kind::letter:
        return add_letter(fate.value());
      case Fate::Kind::space:
        return end_word();
      case Fate::Kind::isolated:
        end_word();
        add_letter(fate.value());
        return end_word();
      case Fate::Kind::removed:
        return;
      case Fate::Kind::barrier:
        return place_marks();
      case Fate::Kind::mark:
        return add_mark(fate);
      case Fate::Kind::sequence:
        for (const Fate part : code_points_.sequence(fate)) apply(part);
        return;
      case Fate::Kind::hangul:
        const CodePoints::Jamo jamo = CodePoints::jamo(fate.value());
        for (std::size_t i = 0; i < jamo.count; ++i) add_letter(jamo.letters[i]);
        return;
    }
  }

  // The longest added token that starts here, as the reference's leftmost-longest search.
  std::size_t read_added_token(std::string_view text) {
    const AddedToken* longest = nullptr;
    for (const AddedToken& token : file_.added_tokens) {
      if (text.starts_with(token.content) &&
          (longest == nullptr || token.content.size() > longest->content.size())) {
        longest = &token;
      }
    }
    if (longest == nullptr) return read_code_point(text);
    end_word();
    add_token(longest->id);
    return longest->content.size();
  }

  // Before a starter is added to the word. False: it would be one token too many.
  bool begin_word() {
    place_marks();
    if (word_chars_ == 0 && full()) truncated_ = true;
    return !truncated_;
  }

  void add_letter(char32_t value) {
    if (begin_word()) add_to_word(value);
  }

  void add_to_word(char32_t value) {
    if (word_chars_++ < file_.word_chars) {
      word_bytes_ += encode_code_point(value, word_.data() + word_bytes_);
    }
  }

  // Marks past the length of a word need no order: the word is [UNK] by then.
  void add_mark(Fate mark) {
    if (mark_count_ < marks_.size()) {
      marks_[mark_count_++] = mark;
    } else {
      word_chars_ = file_.word_chars + 1;
    }
  }

  // Canonical ordering: by combining class, equal ones as they came.
  void place_marks() {
    if (mark_count_ == 0) return;
    for (std::size_t i = 1; i < mark_count_; ++i) {
      const Fate mark = marks_[i];
      std::size_t at = i;
      for (; at > 0 && marks_[at - 1].combining_class() > mark.combining_class(); --at) {
        marks_[at] = marks_[at - 1];
      }
      marks_[at] = mark;
    }
    for (std::size_t i = 0; i < mark_count_; ++i) add_to_word(marks_[i].value());
    mark_count_ = 0;
  }

  void end_word() {
    place_marks();
    if (word_chars_ == 0) return;
    if (full() || word_chars_ > file_.word_chars) {
      add_token(file_.unknown);
    } else {
      match_word({word_.data(), word_bytes_});
    }
    word_chars_ = 0;
    word_bytes_ = 0;
  }

  // Greedy, longest piece first; a word with a part that no piece fits is [UNK] as a whole.
  void match_word(std::string_view word) {
    const std::size_t before = ids_.size();
    for (std::size_t at = 0; at < word.size();) {
      const auto match = file_.vocabulary.longest_match(word.substr(at), at > 0);
      if (match.length == 0) {
        ids_.resize(before);
        ids_.push_back(file_.unknown);
        break;
      }
      ids_.push_back(match.id);
      at += match.length;
    }
    if (ids_.size() - start_ > limit_) {
      ids_.resize(start_ + limit_);
      truncated_ = true;
    }
  }

  bool full() const { return ids_.size() - start_ == limit_; }

  void add_token(TokenId id) {
    if (full()) {
      truncated_ = true;
    } else {
      ids_.push_back(id);
    }
  }

  const TokenizerFile& file_;
  const CodePoints& code_points_;
  const ByteClasses& byte_classes_;
  std::vector<TokenId>& ids_;
  const std::size_t start_;  // of this text's tokens in ids_
  const std::size_t limit_;  // of their number
  bool truncated_ = false;
  std::size_t word_chars_ = 0;  // counts on past what word_ holds
  std::size_t word_bytes_ = 0;
  std::size_t mark_count_ = 0;
  std::array<char, kMaxWordBytes> word_;
  std::array<Fate, kMaxWordChars + 1> marks_;
};

// Into a new string: a piece is as long as a foreign file says, and replacing in
// place would move its rest each time.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string replaced;
  std::size_t done = 0;
  for (; at != std::string::npos; at = text.find(from, done)) {
    replaced.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = replaced.append(text, done);
}

// What the reference's WordPiece decoder does to each piece, in its order.
void clean_up(std::string& piece) {
  constexpr std::pair<std::string_view, std::string_view> kRules[] = {
      {" .", "."},   {" ?", "?"},     {" !", "!"},     {" ,", ","},
      {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},   {" do not", " don't"},
      {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"},
  };
  for (const auto& [from, to] : kRules) replace_all(piece, from, to);
}

}  // namespace

WordPiece::WordPiece(std::unique_ptr<const Tables> tables) : tables_(std::move(tables)) {}
WordPiece::WordPiece(WordPiece&&) noexcept = default;
WordPiece& WordPiece::operator=(WordPiece&&) noexcept = default;
WordPiece::~WordPiece() = default;

Result<WordPiece> WordPiece::open(const std::filesystem::path& tokenizer_json) {
  PLUMB_TRY(const std::string json, read_file(tokenizer_json, kMaxTokenizerBytes));
  return parse(json, tokenizer_json.string());
}

Result<WordPiece> WordPiece::parse(std::string_view json, std::string_view origin) {
  PLUMB_TRY(const auto document, TokenizerDocument::parse(json, origin));
  return parse(document);
}

Result<WordPiece> WordPiece::parse(const TokenizerDocument& document) {
  PLUMB_TRY(auto file, parse_tokenizer_json(document));
  std::vector<bool> special(file.vocabulary.size());
  for (const AddedToken& token : file.added_tokens) {
    if (token.special) special[static_cast<std::size_t>(token.id)] = true;
  }
  const ByteClasses byte_classes = classify_bytes(file.added_tokens);
  return WordPiece(std::unique_ptr<const Tables>(
      new Tables{std::move(file), CodePoints::table(), byte_classes, std::move(special)}));
}

Encoded WordPiece::encode(std::string_view text, std::size_t max_tokens,
                          std::vector<TokenId>& ids) const {
  const TokenizerFile& file = tables_->file;
  const std::size_t before = ids.size();
  ids.push_back(file.classify);
  Pass pass(file, tables_->code_points, tables_->byte_classes,
            std::max<std::size_t>(max_tokens, 2) - 2, ids);
  const bool truncated = pass.read(text);
  ids.push_back(file.separate);
  return {ids.size() - before, truncated};
}

Encoded WordPiece::encode_pair(std::string_view first, std::string_view second,
                               std::size_t max_tokens, std::vector<TokenId>& ids,
                               std::vector<std::uint8_t>& type_ids) const {
  const TokenizerFile& file = tables_->file;
  const auto append = [&](std::string_view text, std::size_t limit, std::vector<TokenId>& out) {
    Pass pass(file, tables_->code_points, tables_->byte_classes, limit, out);
    return pass.read(text);
  };
  return append_pair(bert_frame(file.classify, file.separate), first, second, max_tokens, append,
                     ids, type_ids);
}

std::string WordPiece::decode(std::span<const TokenId> ids) const {
  const Vocabulary& vocabulary = tables_->file.vocabulary;
  std::string text;
  std::string piece;
  bool first = true;
  for (const TokenId id : ids) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary.size()) continue;
    if (tables_->special[static_cast<std::size_t>(id)]) continue;
    piece = vocabulary.text(id);
    if (!first && piece.starts_with(kContinuingPrefix)) {
      piece.erase(0, kContinuingPrefix.size());
    } else if (!first) {
      piece.insert(0, 1, ' ');
    }
    first = false;
    clean_up(piece);
    text += piece;
  }
  return text;
}

std::size_t WordPiece::vocabulary_size() const {
  return tables_->file.vocabulary.size();
}

}  // namespace plumb
