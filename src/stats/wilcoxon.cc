#include "stats/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/distributions.h"
#include "stats/midranks.h"
#include "stats/sample.h"

namespace plumb {
namespace {

constexpr std::size_t kLargestExact = 50;
constexpr std::size_t kLargestExactWithTies = 13;

// P(W+ <= w) and P(W+ >= w), each sign being fair. Ranks are multiples of 1/2,
// so twice their sum counts in whole steps: ways[s] / 2^n is the chance of s,
// halved as it goes so that it stays a probability.
double exact_two_sided(const std::vector<double>& ranks, double positive) {
  std::vector<double> chance = {1.0};
  for (const double rank : ranks) {
    const auto step = static_cast<std::size_t>(std::lround(2 * rank));
    std::vector<double> next(chance.size() + step, 0.0);
    for (std::size_t s = 0; s < chance.size(); ++s) {
      next[s] += chance[s] / 2;
      next[s + step] += chance[s] / 2;
    }
    chance = std::move(next);
  }
  const auto observed = static_cast<std::size_t>(std::lround(2 * positive));
  double at_most = 0;
  double at_least = 0;
  for (std::size_t s = 0; s < chance.size(); ++s) {
    if (s <= observed) at_most += chance[s];
    if (s >= observed) at_least += chance[s];
  }
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

double normal_p_value(double n, double tie_sum, double positive) {
  const double mean = n * (n + 1) / 4;
  const double variance = (n * (n + 1) * (2 * n + 1) - tie_sum / 2) / 24;
  return variance > 0 ? normal_two_sided((positive - mean) / std::sqrt(variance)) : 1.0;
}

}  // namespace

Result<Wilcoxon> wilcoxon_signed_rank(std::span<const double> differences) {
  PLUMB_CHECK_RESULT(check_sample(differences, "the sample of differences"));
  std::vector<double> sizes;
  std::vector<bool> is_positive;
  for (const double difference : differences) {
    if (difference == 0) continue;
    sizes.push_back(std::abs(difference));
    is_positive.push_back(difference > 0);
  }
  const Midranks ranked = midranks(sizes);
  Wilcoxon result;
  result.zeros = differences.size() - sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    (is_positive[i] ? result.positive : result.negative) += ranked.ranks[i];
  }
  result.statistic = std::min(result.positive, result.negative);
  const bool plain = ranked.tie_sum == 0 && result.zeros == 0;
  if (differences.size() <= (plain ? kLargestExact : kLargestExactWithTies)) {
    result.p_value = exact_two_sided(ranked.ranks, result.positive);
  } else {
    result.method = WilcoxonMethod::normal;
    result.p_value =
        normal_p_value(static_cast<double>(sizes.size()), ranked.tie_sum, result.positive);
  }
  return result;
}

Result<Wilcoxon> wilcoxon_signed_rank(std::span<const double> first,
                                      std::span<const double> second) {
  PLUMB_CHECK_RESULT(check_pairs(first, second));
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = first[i] - second[i];
  return wilcoxon_signed_rank(differences);
}

}  // namespace plumb
