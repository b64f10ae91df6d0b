#include "text/sentences.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "text/utf8.h"
#include "text/words.h"

namespace plumb {
namespace {

using std::string_view;

// Never the last word of a sentence. Sorted, in lower case, without the last dot.
constexpr std::array<string_view, 36> kNeverLast = {
    "approx", "apt", "art", "capt", "cf",   "col",  "dept", "dr",  "e.g", "eq", "esp", "fig",
    "figs",   "gen", "gov", "hon",  "i.e",  "incl", "lt",   "max", "min", "mr", "mrs", "ms",
    "mt",     "mx",  "nos", "p.o",  "prof", "rep",  "resp", "rev", "sen", "st", "vol", "vs"};
static_assert(std::ranges::is_sorted(kNeverLast));

// Last only where no lower-case letter follows.
constexpr std::array<string_view, 9> kMayBeLast = {"al", "co",  "corp", "etc", "inc",
                                                   "jr", "ltd", "no",   "sr"};
static_assert(std::ranges::is_sorted(kMayBeLast));

bool is_one_of(char32_t value, std::u32string_view set) {
  return set.find(value) != std::u32string_view::npos;
}

bool is_stop(char32_t value) {
  return is_one_of(value, U".!?\u2026\u203C\u203D\u2047\u2048\u2049");
}

// Ends a sentence without white space behind it.
bool is_east_asian_stop(char32_t value) {
  return is_one_of(value, U"\u3002\uFF01\uFF1F\uFF61\uFE52\uFE56\uFE57");
}

// Whether the character may stand between the stop and the white space behind it.
bool is_closing(char32_t value) {
  return is_one_of(value,
                   U"\"')]}*_`~\u00BB\u2019\u201D\u203A\u300B\u300D\u300F\u3011\u3015\uFF09\uFF3D");
}

bool is_closing_quote(char32_t value) {
  return is_one_of(value, U"\"'\u00BB\u2019\u201D\u203A\u300D\u300F");
}

bool is_opening(char32_t value) {
  return is_one_of(value, U"\"'([{*_`~\u00AB\u00BF\u00A1\u2018\u201C\u2039");
}

bool is_bullet(char32_t value) {
  return is_one_of(value, U"-*+\u2022\u2023\u2043\u25AA\u25CF\u25E6\u2013\u2014");
}

bool is_ascii_digit(char32_t value) {
  return value >= '0' && value <= '9';
}

// Reads a text from left to right and knows the place.
struct Cursor {
  string_view text;
  std::size_t at = 0;

  bool done() const { return at >= text.size(); }
  DecodedCodePoint peek() const { return decode_code_point(text.substr(at)); }
  char32_t value() const { return done() ? U'\0' : peek().value; }
  void step() { at += peek().length; }
  template <class Predicate>
  std::size_t skip(Predicate predicate) {
    std::size_t count = 0;
    for (; !done() && predicate(value()); ++count) step();
    return count;
  }
};

// Where the text of a list item or heading starts, `at` where the line has no mark.
std::size_t after_list_mark(string_view text, std::size_t at) {
  Cursor cursor{text, at};
  cursor.skip([](char32_t c) { return is_white_space(c) && !is_line_break(c); });
  const char32_t first = cursor.value();
  bool marked = false;
  if (first == '#') {
    marked = cursor.skip([](char32_t c) { return c == '#'; }) <= 6;
  } else if (is_bullet(first) && !cursor.done()) {
    cursor.step();
    marked = true;
  } else if (const std::size_t digits = cursor.skip(is_ascii_digit); digits > 0) {
    marked = digits <= 3 && (cursor.value() == '.' || cursor.value() == ')');
    if (marked) cursor.step();
  } else if (!cursor.done() && is_word_character(first)) {
    cursor.step();
    marked = cursor.value() == ')';
    if (marked) cursor.step();
  }
  if (!marked || (!cursor.done() && !is_white_space(cursor.value()))) return at;
  return cursor.at;
}

// The word that a "." at `stop` ends, with its inner dots, in lower case.
std::string word_before(string_view text, std::size_t begin, std::size_t stop) {
  std::size_t start = stop;
  const auto belongs = [](unsigned char c) {
    return c >= 0x80 || c == '.' || c == '\'' || c == '-' || is_word_character(c);
  };
  while (start > begin && belongs(static_cast<unsigned char>(text[start - 1]))) --start;
  std::string word;
  for (Cursor cursor{text.substr(0, stop), start}; !cursor.done(); cursor.step()) {
    char bytes[4];
    word.append(bytes, encode_code_point(lower_case_letter(cursor.value()), bytes));
  }
  return word;
}

enum class DotMeaning { stop, never_last, may_be_last };

// "u.s" and "a.m": single letters between dots.
bool is_dotted_letters(string_view word) {
  if (word.size() < 3 || word.size() % 2 == 0) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool is_letter = word[i] >= 'a' && word[i] <= 'z';
    if (i % 2 == 0 ? !is_letter : word[i] != '.') return false;
  }
  return true;
}

DotMeaning meaning_of_dot(string_view text, std::size_t begin, std::size_t dot) {
  const std::string word = word_before(text, begin, dot);
  if (std::ranges::binary_search(kNeverLast, string_view(word))) return DotMeaning::never_last;
  // "J." of a name; "I." is a word that may well be the last.
  const char letter = word.size() == 1 ? text[dot - 1] : '\0';
  if (letter >= 'A' && letter <= 'Z' && letter != 'I') return DotMeaning::never_last;
  if (is_dotted_letters(word) || std::ranges::binary_search(kMayBeLast, string_view(word))) {
    return DotMeaning::may_be_last;
  }
  return DotMeaning::stop;
}

class Splitter {
 public:
  explicit Splitter(string_view text) : text_(text), cursor_{text} {}

  std::vector<TextRange> split() {
    start_line(0);
    while (!cursor_.done()) {
      const char32_t value = cursor_.value();
      if (is_line_break(value)) {
        take_line_breaks();
      } else if (is_east_asian_stop(value)) {
        cursor_.skip([](char32_t c) { return is_east_asian_stop(c) || is_stop(c); });
        skip_closing();
        end_sentence(cursor_.at);
      } else if (is_stop(value)) {
        take_stops();
      } else {
        cursor_.step();
      }
    }
    end_sentence(text_.size());
    return std::move(sentences_);
  }

 private:
  // Marks that close what a stop has ended. Where a word follows at once, underscores
  // and apostrophes before it are the start of that word.
  void skip_closing() {
    const std::size_t begin = cursor_.at;
    cursor_.skip(is_closing);
    if (cursor_.done() || !is_word_character(cursor_.value())) return;
    constexpr string_view kWordMarks[] = {"_", "'", "\u2019"};
    for (bool moved = true; moved;) {
      moved = false;
      for (const string_view mark : kWordMarks) {
        if (!text_.substr(begin, cursor_.at - begin).ends_with(mark)) continue;
        cursor_.at -= mark.size();
        moved = true;
      }
    }
  }

  // A list mark belongs to the line, its number's dot is no stop.
  void start_line(std::size_t at) {
    cursor_.at = after_list_mark(text_, at);
    line_is_heading_ = false;
    if (cursor_.at == at) return;
    const std::size_t mark = text_.find_first_not_of(" \t", at);
    line_is_heading_ = mark != string_view::npos && text_[mark] == '#';
    begin_ = std::max(begin_, cursor_.at);
  }

  void take_line_breaks() {
    const std::size_t end = cursor_.at;
    const bool carriage_return = cursor_.value() == '\r';
    cursor_.step();
    if (carriage_return && cursor_.value() == '\n') cursor_.step();
    const std::size_t next_line = cursor_.at;
    cursor_.skip([](char32_t c) { return is_white_space(c) && !is_line_break(c); });
    const bool blank_line = cursor_.done() || is_line_break(cursor_.value());
    const bool list_line = after_list_mark(text_, next_line) != next_line;
    if (blank_line || list_line || line_is_heading_) end_sentence(end);
    start_line(next_line);
  }

  void take_stops() {
    const std::size_t first = cursor_.at;
    std::size_t dots = 0;
    bool ellipsis = false;
    const std::size_t stops = cursor_.skip([&](char32_t c) {
      dots += c == '.' ? 1 : 0;
      ellipsis = ellipsis || c == 0x2026;
      return is_stop(c);
    });
    ellipsis = ellipsis || dots > 1;
    bool quoted = false;
    cursor_.skip([&](char32_t c) {
      if (!is_closing(c)) return false;
      quoted = quoted || is_closing_quote(c);
      return true;
    });
    const std::size_t end = cursor_.at;
    if (!cursor_.done() && !is_white_space(cursor_.value())) return;
    DotMeaning meaning = DotMeaning::stop;
    if (stops == 1 && dots == 1) meaning = meaning_of_dot(text_, begin_, first);
    if (meaning == DotMeaning::never_last) return;
    const bool wants_upper = ellipsis || quoted || meaning == DotMeaning::may_be_last;
    if (wants_upper && lower_case_follows(end)) return;
    end_sentence(end);
  }

  bool lower_case_follows(std::size_t at) const {
    Cursor ahead{text_, at};
    ahead.skip(is_white_space);
    ahead.skip(is_opening);
    return !ahead.done() && is_lower_case(ahead.value());
  }

  void end_sentence(std::size_t end) {
    Cursor trimmed{text_.substr(0, end), begin_};
    trimmed.skip(is_white_space);
    TextRange range{trimmed.at, trimmed.at};
    bool has_word = false;
    while (!trimmed.done()) {
      const char32_t value = trimmed.value();
      has_word = has_word || is_word_character(value);
      trimmed.step();
      if (!is_white_space(value)) range.end = trimmed.at;
    }
    begin_ = std::max(begin_, end);
    if (has_word) sentences_.push_back(range);
  }

  string_view text_;
  Cursor cursor_;
  std::size_t begin_ = 0;  // of the sentence at hand
  bool line_is_heading_ = false;
  std::vector<TextRange> sentences_;
};

}  // namespace

std::vector<TextRange> split_sentences(string_view text) {
  return Splitter(text).split();
}

}  // namespace plumb
