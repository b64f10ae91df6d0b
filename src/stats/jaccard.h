// Jaccard similarity: what two collections have in common, of all that they have.
//
// Every form is in [0, 1], 1 for equal collections (two empty ones are equal) and
// 0 where nothing is shared. Nothing can fail. 1 minus the set and the multiset
// form are metrics.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "stats/counts.h"

namespace plumb {

namespace jaccard_detail {

// sum of min(a, b) / sum of max(a, b), with `weight(times, other)` of each key, `other` being the
// side that did not count the times. Weights are whole numbers, so that the ratio is rounded once.
template <class Key, class Weight>
double ratio(const Counts<Key>& first, const Counts<Key>& second, const Weight& weight) {
  double shared = 0;
  double all = 0;
  for (const auto& [key, times] : first.items()) {
    const double a = weight(times, second);
    const double b = weight(second.of(key), first);
    shared += std::min(a, b);
    all += std::max(a, b);
  }
  for (const auto& [key, times] : second.items()) {
    if (first.of(key) == 0) all += weight(times, first);
  }
  return all == 0 ? 1.0 : std::min(1.0, shared / all);
}

}  // namespace jaccard_detail

// |A and B| / |A or B| of the keys, however often each came. O(n log m).
template <class Key>
double set_jaccard(const Counts<Key>& first, const Counts<Key>& second) {
  return jaccard_detail::ratio(
      first, second, [](std::uint64_t times, const Counts<Key>&) { return times > 0 ? 1.0 : 0.0; });
}

// sum of min(a, b) / sum of max(a, b) over the counts (Ruzicka 1958).
template <class Key>
double multiset_jaccard(const Counts<Key>& first, const Counts<Key>& second) {
  return jaccard_detail::ratio(first, second, [](std::uint64_t times, const Counts<Key>&) {
    return static_cast<double>(times);
  });
}

// The same over shares of the side's total, for sides of different size: times * other's total
// stands for times / own total. An empty side shares nothing with one that is not.
template <class Key>
double share_jaccard(const Counts<Key>& first, const Counts<Key>& second) {
  return jaccard_detail::ratio(first, second, [](std::uint64_t times, const Counts<Key>& other) {
    const std::uint64_t total = other.total() == 0 ? 1 : other.total();
    return static_cast<double>(times) * static_cast<double>(total);
  });
}

// n words in a row; none stands for a mark before the first or after the last
// word. No word can be taken for a mark.
using Ngram = std::vector<std::optional<std::string>>;

// The n-grams of a sequence with n - 1 start marks before it and n - 1 end marks
// after it: the bigrams of (a, b) are (start, a), (a, b), (b, end), those of an
// empty sequence (start, end). n = 0 gives none. O(n times length).
std::set<Ngram> ngram_set(std::span<const std::string> sequence, std::size_t n);

// |A and B| / |A or B| of the two sets of n-grams.
double ngram_jaccard(std::span<const std::string> first, std::span<const std::string> second,
                     std::size_t n);

}  // namespace plumb
