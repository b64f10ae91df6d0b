// Ranges of code points, sorted and apart, as the generated tables of
// corrections hold them. For the sources of this room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace plumb::unicode {

struct Range {
  char32_t first;
  char32_t last;
};

struct LowerRange {
  char32_t first;
  char32_t last;
  std::int32_t shift;
};

// The range that holds `value`, or none. O(log N).
template <class R, std::size_t N>
const R* find_range(const R (&ranges)[N], char32_t value) {
  const R* after = std::upper_bound(std::begin(ranges), std::end(ranges), value,
                                    [](char32_t v, const R& range) { return v < range.first; });
  if (after == std::begin(ranges)) return nullptr;
  const R* range = std::prev(after);
  return value <= range->last ? range : nullptr;
}

template <std::size_t N>
bool in(const Range (&ranges)[N], char32_t value) {
  return find_range(ranges, value) != nullptr;
}

}  // namespace plumb::unicode
