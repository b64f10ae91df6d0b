#include "encode/length_batches.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace plumb {
namespace {

std::vector<std::size_t> longest_first(const TokenRuns& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(runs.length(b), a) < std::pair(runs.length(a), b);
  });
  return order;
}

// Cuts `order` into batches of at most `budget` tokens, or one text.
std::vector<std::span<const std::size_t>> cut(const TokenRuns& runs,
                                              std::span<const std::size_t> order,
                                              std::size_t budget) {
  std::vector<std::span<const std::size_t>> batches;
  std::size_t begin = 0;
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t length = runs.length(order[i]);
    if (i > begin && tokens + length > budget) {
      batches.push_back(order.subspan(begin, i - begin));
      begin = i;
      tokens = 0;
    }
    tokens += length;
  }
  if (begin < order.size()) batches.push_back(order.subspan(begin));
  return batches;
}

}  // namespace

LengthBatches cut_by_length(const TokenRuns& runs, std::size_t threads, const BatchLimits& limits) {
  LengthBatches result;
  result.order = longest_first(runs);
  const std::size_t total = runs.ids.size();
  result.shared = threads > 1 && (runs.size() == 1 || total <= limits.shared_tokens);
  const std::size_t budget =
      result.shared ? total
                    : std::clamp(total / (2 * threads), limits.fewest_tokens, limits.most_tokens);
  result.batches = cut(runs, result.order, budget);
  return result;
}

}  // namespace plumb
