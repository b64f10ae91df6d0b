#include "text/unicode_forms.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

#include "text/unicode_ranges.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using unicode::find_range;
using unicode::in;
using unicode::LowerRange;
using unicode::Range;

#include "text/unicode_forms_corrections.inc"

// The second part of U+11938, the one composition that the reference does not know.
constexpr char32_t kNeverComposed = 0x11930;

const utf8proc_property_t& property(char32_t value) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(value));
}

void append(char32_t value, std::string& out) {
  char bytes[4];
  out.append(bytes, encode_code_point(value, bytes));
}

int combining_class(char32_t value) {
  const int found = property(value).combining_class;
  return found != 0 && in(kNotCombining, value) ? 0 : found;
}

// Calls `each` with every code point that is not ASCII, and copies the others.
template <class Each>
void for_each_beyond_ascii(std::string_view text, std::string& out, Each each) {
  while (!text.empty()) {
    const std::size_t ascii = ascii_prefix(text);
    out.append(text.substr(0, ascii));
    text.remove_prefix(ascii);
    if (text.empty()) break;
    const DecodedCodePoint next = decode_code_point(text);
    each(next.value, text.substr(0, next.length));
    text.remove_prefix(next.length);
  }
}

enum class Form { canonical, compatible };

// Decomposed code points, marks ordered by their class where they follow one another.
class Decomposition {
 public:
  explicit Decomposition(Form form) : form_(form) {}

  std::vector<char32_t>& finish() {
    order_marks();
    return points_;
  }

  void add(char32_t value) {
    const bool whole =
        form_ == Form::canonical ? in(kNotCanonical, value) : in(kNotCompatible, value);
    if (value < 0x80 || whole) return add_piece(value);
    std::array<utf8proc_int32_t, 32> pieces;
    int boundary = 0;
    const int options = UTF8PROC_DECOMPOSE | (form_ == Form::compatible ? UTF8PROC_COMPAT : 0);
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), pieces.data(),
                                               std::ssize(pieces),
                                               static_cast<utf8proc_option_t>(options), &boundary);
    if (count < 1 || count > std::ssize(pieces)) return add_piece(value);
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      add_piece(static_cast<char32_t>(pieces[static_cast<std::size_t>(i)]));
    }
  }

 private:
  void add_piece(char32_t value) {
    const int found = value < 0x300 ? 0 : combining_class(value);
    if (found == 0) {
      order_marks();
    } else {
      marks_.push_back({found, points_.size()});
    }
    points_.push_back(value);
  }

  // By class, equal ones as they came: the last marks_.size() points.
  void order_marks() {
    if (marks_.size() > 1) {
      std::sort(marks_.begin(), marks_.end());
      ordered_.clear();
      for (const auto& [mark_class, at] : marks_) ordered_.push_back(points_[at]);
      std::copy(ordered_.begin(), ordered_.end(), points_.end() - std::ssize(ordered_));
    }
    marks_.clear();
  }

  Form form_;
  std::vector<char32_t> points_;
  std::vector<std::pair<int, std::size_t>> marks_;  // class and place of those behind a starter
  std::vector<char32_t> ordered_;
};

// utf8proc composes over marks that have a class for it alone, so the text is given to
// it in parts between them.
void append_composed(std::vector<char32_t>& points, std::string& out) {
  std::vector<utf8proc_int32_t> part;
  const auto flush = [&] {
    if (part.empty()) return;
    const auto count = utf8proc_normalize_utf32(
        part.data(), std::ssize(part),
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      append(static_cast<char32_t>(part[static_cast<std::size_t>(i)]), out);
    }
    part.clear();
  };
  for (const char32_t value : points) {
    if (value != kNeverComposed && !in(kNotCombining, value)) {
      part.push_back(static_cast<utf8proc_int32_t>(value));
      continue;
    }
    flush();
    append(value, out);
  }
  flush();
}

bool is_mark(char32_t value) {
  const int category = property(value).category;
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME ? !in(kNotMark, value)
                                                                              : in(kMark, value);
}

char32_t lower(char32_t value) {
  if (const LowerRange* range = find_range(kLower, value)) {
    return static_cast<char32_t>(static_cast<std::int32_t>(value) + range->shift);
  }
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(value)));
}

}  // namespace

void append_nfkd(std::string_view text, std::string& out) {
  const std::size_t ascii = ascii_prefix(text);
  out.append(text.substr(0, ascii));
  text.remove_prefix(ascii);
  if (text.empty()) return;
  Decomposition decomposition(Form::compatible);
  while (!text.empty()) {
    const DecodedCodePoint next = decode_code_point(text);
    decomposition.add(next.value);
    text.remove_prefix(next.length);
  }
  for (const char32_t value : decomposition.finish()) append(value, out);
}

void append_nfc(std::string_view text, std::string& out) {
  if (ascii_prefix(text) == text.size()) {
    out.append(text);
    return;
  }
  Decomposition decomposition(Form::canonical);
  while (!text.empty()) {
    const DecodedCodePoint next = decode_code_point(text);
    decomposition.add(next.value);
    text.remove_prefix(next.length);
  }
  append_composed(decomposition.finish(), out);
}

void append_without_marks(std::string_view text, std::string& out) {
  for_each_beyond_ascii(text, out, [&](char32_t value, std::string_view bytes) {
    if (!is_mark(value)) out.append(bytes);
  });
}

void append_lower(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const std::size_t ascii = ascii_prefix(text);
    for (const char byte : text.substr(0, ascii)) {
      out += byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
    }
    text.remove_prefix(ascii);
    if (text.empty()) break;
    const DecodedCodePoint next = decode_code_point(text);
    if (next.value == 0x130) {  // the one letter whose lower case is two characters
      out += "i\u0307";
    } else {
      append(lower(next.value), out);
    }
    text.remove_prefix(next.length);
  }
}

}  // namespace plumb
