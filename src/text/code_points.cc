#include "text/code_points.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/unicode_ranges.h"

namespace plumb {
namespace {

using Kind = Fate::Kind;

using unicode::find_range;
using unicode::in;
using unicode::LowerRange;
using unicode::Range;

#include "text/unicode_corrections.inc"

// As handle_chinese_chars lists them, the gap at U+2B820 included.
constexpr Range kHan[] = {
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},   {0x20000, 0x2A6DF},
    {0x2A700, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F},
};

// Outside these every block of 256 is alike, and its first code point stands for it.
// Scanning less than all of Unicode is what makes the table cheap to build.
constexpr Range kVaried[] = {
    {0x0, 0x33FF},      {0x4D00, 0x4DFF},   {0xA000, 0xABFF},   {0xD700, 0xD7FF},
    {0xF900, 0x16FFF},  {0x18700, 0x187FF}, {0x18A00, 0x18DFF}, {0x1AF00, 0x1BCFF},
    {0x1CF00, 0x1FFFF}, {0x2A600, 0x2A7FF}, {0x2B800, 0x2B9FF}, {0x2CE00, 0x2CEFF},
    {0x2F800, 0x2FAFF}, {0xE0000, 0xE01FF}, {0xFFF00, 0xFFFFF}, {0x10FF00, 0x10FFFF},
};

constexpr char32_t kFirstSyllable = 0xAC00;
constexpr char32_t kLastSyllable = 0xD7A3;

const utf8proc_property_t& property(char32_t value) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(value));
}

// clean_text maps these to a space; the other members of White_Space are
// controls and go.
bool is_space(char32_t value, utf8proc_category_t category) {
  return value == '\t' || value == '\n' || value == '\r' || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_removed(char32_t value, utf8proc_category_t category) {
  if (value == 0xFFFD) return true;
  return (category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
          category == UTF8PROC_CATEGORY_CO) &&
         !in(kNotControl, value);
}

bool is_nonspacing(char32_t value, utf8proc_category_t category) {
  return category == UTF8PROC_CATEGORY_MN ? !in(kNotNonspacing, value) : in(kNonspacing, value);
}

bool is_punctuation(char32_t value, utf8proc_category_t category) {
  if (value < 0x80) {
    return (value >= '!' && value <= '/') || (value >= ':' && value <= '@') ||
           (value >= '[' && value <= '`') || (value >= '{' && value <= '~');
  }
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO
             ? !in(kNotPunctuation, value)
             : in(kPunctuation, value);
}

char32_t lower(char32_t value) {
  if (const LowerRange* range = find_range(kLower, value)) {
    return static_cast<char32_t>(static_cast<std::int32_t>(value) + range->shift);
  }
  if (property(value).lowercase_seqindex == UINT16_MAX) return value;
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(value)));
}

// Of a code point that does not decompose further.
Fate fate_of_piece(char32_t value) {
  const utf8proc_property_t& found = property(value);
  const auto category = static_cast<utf8proc_category_t>(found.category);
  const bool moves = found.combining_class != 0 && !in(kNotCombining, value);
  if (is_nonspacing(value, category)) return Fate(moves ? Kind::removed : Kind::barrier, value);
  if (moves) {
    return Fate(Kind::mark, lower(value), static_cast<std::uint8_t>(found.combining_class));
  }
  return Fate(is_punctuation(value, category) ? Kind::isolated : Kind::letter, lower(value));
}

// The pieces of the canonical decomposition, itself when it has none.
std::size_t decompose(char32_t value, std::array<utf8proc_int32_t, 8>& pieces) {
  const auto point = static_cast<utf8proc_int32_t>(value);
  pieces[0] = point;
  if (property(value).decomp_seqindex == UINT16_MAX || in(kNotDecomposed, value)) return 1;
  int boundary = 0;
  const auto count = utf8proc_decompose_char(point, pieces.data(), std::ssize(pieces),
                                             UTF8PROC_DECOMPOSE, &boundary);
  return static_cast<std::size_t>(count);
}

}  // namespace

const CodePoints& CodePoints::table() {
  static const CodePoints table;
  return table;
}

CodePoints::CodePoints() {
  blocks_.reserve(320);
  std::vector<std::pair<Fate, std::uint16_t>> uniform;  // of each Fate, the block full of it
  for (std::size_t at = 0; at < kBlocks; ++at) {
    const auto first = static_cast<char32_t>(at * kBlockSize);
    const auto next = static_cast<std::uint16_t>(blocks_.size());
    index_[at] = next;
    if (in(kVaried, first)) {
      Block& block = blocks_.emplace_back();
      for (std::size_t i = 0; i < block.size(); ++i) {
        block[i] = derive(first + static_cast<char32_t>(i));
      }
      continue;
    }
    const Fate fate = derive(first);
    const auto known = std::find_if(uniform.begin(), uniform.end(),
                                    [&](const auto& entry) { return entry.first == fate; });
    if (known != uniform.end()) {
      index_[at] = known->second;
    } else {
      uniform.emplace_back(fate, next);
      blocks_.emplace_back().fill(fate);
    }
  }
}

Fate CodePoints::derive(char32_t value) {
  const auto category = static_cast<utf8proc_category_t>(property(value).category);
  if (is_space(value, category)) return Fate(Kind::space, 0);
  if (is_removed(value, category)) return Fate(Kind::removed, 0);
  if (value >= kFirstSyllable && value <= kLastSyllable) return Fate(Kind::hangul, 0);

  std::array<utf8proc_int32_t, 8> pieces;
  const std::size_t count = decompose(value, pieces);
  std::array<Fate, 8> kept;
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Fate fate = fate_of_piece(static_cast<char32_t>(pieces[i]));
    if (fate.kind() == Kind::removed) continue;
    // Behind a starter there is nothing left for a barrier to hold back.
    if (fate.kind() == Kind::barrier && size > 0) continue;
    kept[size++] = fate;
  }
  if (size == 0) return Fate(Kind::removed, 0);
  if (size == 1) {
    const Kind kind = in(kHan, value) ? Kind::isolated : kept[0].kind();
    const char32_t result = kept[0].value();
    return Fate(kind, result == value ? 0 : result, kept[0].combining_class());
  }
  const auto start = static_cast<char32_t>(sequences_.size());
  sequences_.emplace_back(Kind::letter, static_cast<char32_t>(size));
  sequences_.insert(sequences_.end(), kept.begin(),
                    kept.begin() + static_cast<std::ptrdiff_t>(size));
  return Fate(Kind::sequence, start);
}

CodePoints::Jamo CodePoints::jamo(char32_t syllable) {
  constexpr char32_t kVowels = 21;
  constexpr char32_t kTrailing = 28;  // "no trailing consonant" included
  const char32_t index = syllable - kFirstSyllable;
  const char32_t trailing = index % kTrailing;
  return {{0x1100 + index / (kVowels * kTrailing), 0x1161 + index / kTrailing % kVowels,
           0x11A7 + trailing},
          trailing == 0 ? 2u : 3u};
}

}  // namespace plumb
