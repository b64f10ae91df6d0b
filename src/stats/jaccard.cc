#include "stats/jaccard.h"

namespace plumb {

std::set<Ngram> ngram_set(std::span<const std::string> sequence, std::size_t n) {
  std::set<Ngram> ngrams;
  if (n == 0) return ngrams;
  Ngram marked(n - 1);
  marked.insert(marked.end(), sequence.begin(), sequence.end());
  marked.resize(marked.size() + n - 1);
  for (std::size_t start = 0; start + n <= marked.size(); ++start) {
    const auto first = marked.begin() + static_cast<std::ptrdiff_t>(start);
    ngrams.insert(Ngram(first, first + static_cast<std::ptrdiff_t>(n)));
  }
  return ngrams;
}

double ngram_jaccard(std::span<const std::string> first, std::span<const std::string> second,
                     std::size_t n) {
  const std::set<Ngram> a = ngram_set(first, n);
  const std::set<Ngram> b = ngram_set(second, n);
  const auto shared = static_cast<double>(
      std::count_if(a.begin(), a.end(), [&](const Ngram& ngram) { return b.contains(ngram); }));
  const double all = static_cast<double>(a.size() + b.size()) - shared;
  return all == 0 ? 1.0 : shared / all;
}

}  // namespace plumb
