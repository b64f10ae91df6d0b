#include "text/graphemes.h"

#include <utf8proc.h>

#include <cstdint>

#include "text/unicode_ranges.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using unicode::in;
using unicode::Range;

#include "text/grapheme_corrections.inc"

enum class Class : std::uint8_t {
  other,
  carriage_return,
  line_feed,
  control,
  extend,  // and spacing marks: both join the cluster before them
  joiner,
  prepend,
  leading_jamo,
  vowel_jamo,
  trailing_jamo,
  open_syllable,
  closed_syllable,
  regional_indicator,
  pictographic,
};

Class class_of(char32_t value) {
  if (in(kExtend, value)) return Class::extend;
  if (in(kPrepend, value)) return Class::prepend;
  if (in(kControl, value)) return Class::control;
  if (in(kPictographic, value)) return Class::pictographic;
  switch (utf8proc_get_property(static_cast<utf8proc_int32_t>(value))->boundclass) {
    case UTF8PROC_BOUNDCLASS_CR:
      return Class::carriage_return;
    case UTF8PROC_BOUNDCLASS_LF:
      return Class::line_feed;
    case UTF8PROC_BOUNDCLASS_CONTROL:
      return Class::control;
    case UTF8PROC_BOUNDCLASS_EXTEND:
    case UTF8PROC_BOUNDCLASS_SPACINGMARK:
      return Class::extend;
    case UTF8PROC_BOUNDCLASS_ZWJ:
      return Class::joiner;
    case UTF8PROC_BOUNDCLASS_PREPEND:
      return in(kNotPrepend, value) ? Class::other : Class::prepend;
    case UTF8PROC_BOUNDCLASS_L:
      return Class::leading_jamo;
    case UTF8PROC_BOUNDCLASS_V:
      return Class::vowel_jamo;
    case UTF8PROC_BOUNDCLASS_T:
      return Class::trailing_jamo;
    case UTF8PROC_BOUNDCLASS_LV:
      return Class::open_syllable;
    case UTF8PROC_BOUNDCLASS_LVT:
      return Class::closed_syllable;
    case UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR:
      return Class::regional_indicator;
    case UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC:
      return in(kNotPictographic, value) ? Class::other : Class::pictographic;
    default:
      return Class::other;
  }
}

bool breaks_always(Class c) {
  return c == Class::control || c == Class::carriage_return || c == Class::line_feed;
}

// GB6 to GB8: the jamo of one syllable.
bool is_one_syllable(Class before, Class after) {
  switch (before) {
    case Class::leading_jamo:
      return after == Class::leading_jamo || after == Class::vowel_jamo ||
             after == Class::open_syllable || after == Class::closed_syllable;
    case Class::open_syllable:
    case Class::vowel_jamo:
      return after == Class::vowel_jamo || after == Class::trailing_jamo;
    case Class::closed_syllable:
    case Class::trailing_jamo:
      return after == Class::trailing_jamo;
    default:
      return false;
  }
}

// The rules that look back further than one code point.
class Cluster {
 public:
  explicit Cluster(char32_t first) : last_(class_of(first)) { remember(first); }

  // Whether `value` belongs to the cluster; when it does, it is its new end.
  bool take(char32_t value) {
    const Class next = class_of(value);
    if (!joins(value, next)) return false;
    last_ = next;
    remember(value);
    return true;
  }

 private:
  bool joins(char32_t value, Class next) const {
    if (last_ == Class::carriage_return) return next == Class::line_feed;
    if (breaks_always(last_) || breaks_always(next)) return false;
    if (next == Class::extend || next == Class::joiner || last_ == Class::prepend) return true;
    if (linked_ && in(kConsonant, value)) return true;                      // GB9c
    if (picture_joined_ && next == Class::pictographic) return true;        // GB11
    if (next == Class::regional_indicator && odd_indicators_) return true;  // GB12
    return is_one_syllable(last_, next);
  }

  void remember(char32_t value) {
    picture_joined_ = picture_ && last_ == Class::joiner;
    picture_ = last_ == Class::pictographic ||
               (picture_ && (last_ == Class::extend || last_ == Class::joiner));
    odd_indicators_ = last_ == Class::regional_indicator && !odd_indicators_;
    const bool extends = last_ == Class::extend || last_ == Class::joiner;
    if (in(kConsonant, value)) {
      consonant_ = true;
      linked_ = false;
    } else if (consonant_ && in(kLinker, value)) {
      linked_ = true;
    } else if (!extends || in(kNotConjunct, value)) {
      consonant_ = linked_ = false;
    }
  }

  Class last_;
  bool picture_ = false;         // a pictograph, then only what extends it
  bool picture_joined_ = false;  // the same with a joiner at the end
  bool odd_indicators_ = false;
  bool consonant_ = false;  // a consonant, then only what extends it
  bool linked_ = false;     // the same with a linker in it
};

}  // namespace

std::size_t grapheme_length(std::string_view text) {
  const DecodedCodePoint first = decode_code_point(text);
  std::size_t length = first.length;
  Cluster cluster(first.value);
  while (length < text.size()) {
    const DecodedCodePoint next = decode_code_point(text.substr(length));
    if (!cluster.take(next.value)) break;
    length += next.length;
  }
  return length;
}

}  // namespace plumb
