// Worked examples and edges of each statistic: what it says of nothing, of one
// value, of equal values, and of values that are no numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "stats/bootstrap.h"
#include "stats/change_point.h"
#include "stats/chi_square.h"
#include "stats/cohens_d.h"
#include "stats/domain_auc.h"
#include "stats/energy_distance.h"
#include "stats/entropy.h"
#include "stats/jaccard.h"
#include "stats/jensen_shannon.h"
#include "stats/ks.h"
#include "stats/logistic_regression.h"
#include "stats/mcnemar.h"
#include "stats/mde.h"
#include "stats/mmd.h"
#include "stats/ols.h"
#include "stats/permutation.h"
#include "stats/psi.h"
#include "stats/quantile.h"
#include "stats/t_test.h"
#include "stats/wilcoxon.h"

namespace plumb {
namespace {

using Numbers = std::vector<double>;
using Tally = std::vector<std::uint64_t>;
using Labels = std::vector<std::uint8_t>;
using Words = std::vector<std::string>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr float kFloatNan = std::numeric_limits<float>::quiet_NaN();

// One sentence: it says something, and ends neither in a stop nor in a line break.
template <class T>
void expect_invalid(const Result<T>& result) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_input);
  EXPECT_GT(result.error().message.size(), 20U);
  EXPECT_EQ(result.error().message.find('\n'), std::string::npos);
}

// --- KS ---

TEST(Ks, IsTheLargestGapBetweenTheDistributions) {
  EXPECT_DOUBLE_EQ(*ks_statistic(Numbers{1, 2, 3, 4}, Numbers{3, 4, 5, 6}), 0.5);
  EXPECT_DOUBLE_EQ(*ks_statistic(Numbers{1, 2}, Numbers{3}), 1);
}

// i of 20 values of one side lie at or below 1, and i + gap of the other's: sums of two rounded
// shares miss the edge of a band at most of these.
TEST(Ks, IsTheNearestDoubleToItsRatioWhereverTheGapStands) {
  const auto side = [](std::size_t below) {
    Numbers numbers(20, 2);
    std::fill_n(numbers.begin(), below, 1);
    return numbers;
  };
  for (const auto& [gap, nearest] : {std::pair(4U, 0.2), {6U, 0.3}, {9U, 0.45}}) {
    for (std::uint64_t i = 0; i + gap <= 20; ++i) {
      EXPECT_EQ(*ks_statistic(side(i), side(i + gap)), nearest) << i;
      EXPECT_EQ(*ks_statistic(side(i + gap), side(i)), nearest) << i;
      const std::vector<ValueCount> a = {{1, i}, {2, 20 - i}};
      const std::vector<ValueCount> b = {{1, i + gap}, {2, 20 - gap - i}};
      EXPECT_EQ(*ks_statistic(a, b), nearest) << i;
    }
  }
}

TEST(Ks, OfMoreValuesThanADoubleMultipliesExactlyStaysClose) {
  const std::uint64_t many = 5'000'000'000;  // whose square is beyond 64 bits
  const std::vector<ValueCount> a = {{1, many / 5}, {2, many / 5 * 4}};
  const std::vector<ValueCount> b = {{1, many / 5 * 2}, {2, many / 5 * 3}};
  EXPECT_NEAR(*ks_statistic(a, b), 0.2, 1e-15);
}

TEST(Ks, OfEqualSamplesIsZeroWithCertainty) {
  const auto test = ks_test(Numbers{1, 1, 2}, Numbers{2, 1, 1});
  EXPECT_EQ(test->statistic, 0);
  EXPECT_EQ(test->p_value, 1);
}

TEST(Ks, ExactPValueCountsPaths) {
  // Of the 6 orders of 2 + 2 values, 2 keep the sides apart; of the 3 of 2 + 1, 2 do.
  EXPECT_NEAR(ks_test(Numbers{1, 2}, Numbers{3, 4})->p_value, 2.0 / 6, 1e-15);
  EXPECT_NEAR(ks_test(Numbers{1, 2}, Numbers{3})->p_value, 2.0 / 3, 1e-15);
}

TEST(Ks, OfHistogramsCountsWithoutUnfolding) {
  const std::vector<ValueCount> a = {{1, 3'000'000}, {2, 1'000'000}};
  const std::vector<ValueCount> b = {{1, 2'000'000}, {3, 2'000'000}};
  EXPECT_DOUBLE_EQ(*ks_statistic(a, b), 0.5);
  EXPECT_EQ(ks_test(a, b)->p_value, 0);
}

TEST(Ks, RefusesWhatHasNoDistribution) {
  expect_invalid(ks_test(Numbers{}, Numbers{1}));
  expect_invalid(ks_test(Numbers{1}, Numbers{}));
  expect_invalid(ks_test(Numbers{kNan}, Numbers{1}));
  expect_invalid(ks_test(Numbers{1}, Numbers{kInfinity}));
  using Histogram = std::vector<ValueCount>;
  expect_invalid(ks_test(Histogram{}, Histogram{{1, 1}}));
  expect_invalid(ks_test(Histogram{{1, 0}}, Histogram{{1, 1}}));
  expect_invalid(ks_test(Histogram{{2, 1}, {1, 1}}, Histogram{{1, 1}}));
  expect_invalid(ks_test(Histogram{{1, 1}, {1, 1}}, Histogram{{1, 1}}));
  expect_invalid(ks_test(Histogram{{kNan, 1}}, Histogram{{1, 1}}));
  expect_invalid(ks_p_value(kNan, 3, 3));
  expect_invalid(ks_p_value(1.5, 3, 3));
  expect_invalid(ks_p_value(0.5, 0, 3));
}

// --- counts ---

TEST(ChiSquare, OfOneCategoryFindsNothing) {
  const auto test = chi_square(Tally{5, 0}, Tally{7, 0});
  EXPECT_EQ(test->degrees, 0U);
  EXPECT_EQ(test->p_value, 1);
  EXPECT_EQ(test->cramers_v, 0);
  EXPECT_EQ(test->cramers_v_corrected, 0);
}

TEST(ChiSquare, OfSidesWithNothingInCommonIsFullSize) {
  const auto test = chi_square(Tally{10, 0}, Tally{0, 10});
  EXPECT_DOUBLE_EQ(test->statistic, 20);
  EXPECT_DOUBLE_EQ(test->cramers_v, 1);
  EXPECT_NEAR(test->cramers_v_corrected, 1, 1e-12);
}

TEST(ChiSquare, CorrectedSizeIsTheSameWithoutThePValue) {
  for (const auto& [a, b] :
       {std::pair(Tally{3, 2, 0}, Tally{9, 3, 4}), std::pair(Tally{5, 0}, Tally{7, 0}),
        std::pair(Tally{10, 0}, Tally{0, 10})}) {
    EXPECT_EQ(corrected_cramers_v(a, b).value(), chi_square(a, b)->cramers_v_corrected);
  }
  EXPECT_FALSE(corrected_cramers_v(Tally{0}, Tally{1}));
}

TEST(ChiSquare, CorrectionLeavesNothingOfWhatChanceGives) {
  EXPECT_GT(chi_square(Tally{3, 2}, Tally{2, 3})->cramers_v, 0.19);
  EXPECT_EQ(chi_square(Tally{3, 2}, Tally{2, 3})->cramers_v_corrected, 0);
  EXPECT_EQ(chi_square(Tally{1, 0}, Tally{0, 1})->cramers_v_corrected, 0);
}

TEST(ChiSquare, RefusesTablesWithoutTwoSides) {
  expect_invalid(chi_square(Tally{}, Tally{}));
  expect_invalid(chi_square(Tally{0, 0}, Tally{1, 2}));
  expect_invalid(chi_square(Tally{1, 2}, Tally{0, 0}));
  expect_invalid(chi_square(Tally{1, 2}, Tally{1, 2, 3}));
}

TEST(Psi, OfTheSeedsSeveritiesComesOut) {
  EXPECT_NEAR(*population_stability_index(Tally{7, 5, 5, 3}, Tally{4, 6, 6, 4}), 0.1166, 5e-5);
}

TEST(Psi, AddsAHalfEverywhereWhereALevelIsEmptyOnOneSide) {
  // 2.5, 0.5 of 3 against 1.5, 1.5 of 3; the level that is empty on both takes no part.
  const double expected =
      (0.5 - 2.5 / 3) * std::log(0.5 / (2.5 / 3)) + (0.5 - 0.5 / 3) * std::log(0.5 / (0.5 / 3));
  EXPECT_NEAR(*population_stability_index(Tally{2, 0, 0}, Tally{1, 0, 1}), expected, 1e-15);
}

TEST(Psi, RefusesEmptySides) {
  expect_invalid(population_stability_index(Tally{0}, Tally{1}));
  expect_invalid(population_stability_index(Tally{1}, Tally{0}));
  expect_invalid(population_stability_index(Tally{1}, Tally{1, 1}));
}

TEST(Entropy, IsTheBitsOfAFairChoice) {
  EXPECT_DOUBLE_EQ(*shannon_entropy(Tally{3, 3, 3, 3, 0}), 2);
  EXPECT_EQ(*shannon_entropy(Tally{9}), 0);
  expect_invalid(shannon_entropy(Tally{}));
  expect_invalid(shannon_entropy(Tally{0, 0}));
}

TEST(JensenShannon, IsOneForSidesWithNothingInCommon) {
  EXPECT_DOUBLE_EQ(jensen_shannon(Numbers{1, 0}, Numbers{0, 4})->divergence, 1);
  EXPECT_EQ(jensen_shannon(Numbers{1, 3}, Numbers{2, 6})->distance, 0);
}

TEST(JensenShannon, RefusesWhatMakesNoShares) {
  expect_invalid(jensen_shannon(Numbers{}, Numbers{}));
  expect_invalid(jensen_shannon(Numbers{1}, Numbers{1, 2}));
  expect_invalid(jensen_shannon(Numbers{0, 0}, Numbers{1, 2}));
  expect_invalid(jensen_shannon(Numbers{1, -1}, Numbers{1, 2}));
  expect_invalid(jensen_shannon(Numbers{1, kNan}, Numbers{1, 2}));
  expect_invalid(jensen_shannon(Numbers{1e308, 1e308}, Numbers{1, 2}));
}

// --- Jaccard ---

Counts<std::string> counts_of(const Words& words) {
  Counts<std::string> counts;
  for (const std::string& word : words) counts.add(word);
  return counts;
}

TEST(Jaccard, TakesTwoEmptyCollectionsAsEqual) {
  EXPECT_EQ(set_jaccard(counts_of({}), counts_of({})), 1);
  EXPECT_EQ(multiset_jaccard(counts_of({}), counts_of({})), 1);
  EXPECT_EQ(share_jaccard(counts_of({}), counts_of({})), 1);
  EXPECT_EQ(ngram_jaccard(Words{}, Words{}, 2), 1);
  EXPECT_EQ(share_jaccard(counts_of({}), counts_of({"a"})), 0);
}

TEST(Jaccard, OfMultisetsCountsRepeatsAndOfSharesTheirPart) {
  const auto a = counts_of({"x", "x", "y"});
  const auto b = counts_of({"x", "y", "y", "z"});
  EXPECT_DOUBLE_EQ(set_jaccard(a, b), 2.0 / 3);
  EXPECT_DOUBLE_EQ(multiset_jaccard(a, b), 2.0 / 5);
  EXPECT_NEAR(share_jaccard(a, b), (0.25 + 1.0 / 3) / (2.0 / 3 + 0.5 + 0.25), 1e-15);
}

TEST(Jaccard, OfSharesIsTheNearestDoubleToItsRatio) {
  // Shares 0.1, 0.2, 0.7 are all in common, but their sum is not 1 in every order.
  const auto a = counts_of({"x", "y", "y", "z", "z", "z", "z", "z", "z", "z"});
  auto b = a;
  for (int i = 0; i < 2; ++i) {
    for (const auto& [key, times] : a.items()) b.add(key, times);
  }
  EXPECT_EQ(share_jaccard(a, b), 1);
  // 2/3 of one side is what the other has 1/2 of: 1/2 over 2/3 + 1/2 - 0.
  EXPECT_EQ(share_jaccard(counts_of({"x", "x", "y"}), counts_of({"x", "z"})), 0.5 / 1.5);
  EXPECT_EQ(share_jaccard(counts_of({"x", "x", "x", "y"}), counts_of({"x", "x", "x", "x", "x"})),
            0.6);
}

TEST(Jaccard, OfNgramsSeesWhereASequenceStartsAndEnds) {
  EXPECT_EQ(ngram_set(Words{}, 2).size(), 1U);
  EXPECT_EQ(ngram_set(Words{"a", "b"}, 2).size(), 3U);
  EXPECT_EQ(ngram_set(Words{"a"}, 0).size(), 0U);
  EXPECT_DOUBLE_EQ(ngram_jaccard(Words{"a", "b"}, Words{"b", "a"}, 2), 0);
  EXPECT_DOUBLE_EQ(ngram_jaccard(Words{"a", "b"}, Words{"a"}, 2), 1.0 / 4);
  EXPECT_DOUBLE_EQ(ngram_jaccard(Words{"a", "b"}, Words{"b", "a"}, 1), 1);
}

// --- rows ---

TEST(EnergyDistance, OfTwoPointsIsTheRootOfTwiceTheirDistance) {
  ThreadPool pool(1);
  EXPECT_DOUBLE_EQ(*energy_distance(Numbers{0}, Numbers{2}), 2);
  const std::vector<float> a = {0, 0};
  const std::vector<float> b = {3, 4};
  EXPECT_DOUBLE_EQ(*energy_distance(a, b, 2, pool), std::sqrt(10.0));
  EXPECT_EQ(*energy_distance(a, a, 2, pool), 0);
}

TEST(EnergyDistance, OfRowsOfOneNumberIsThatOfNumbers) {
  ThreadPool pool(2);
  const std::vector<float> a = {0.5F, 2, 2, 7};
  const std::vector<float> b = {1, 2.25F, 9};
  EXPECT_NEAR(*energy_distance(a, b, 1, pool),
              *energy_distance(Numbers(a.begin(), a.end()), Numbers(b.begin(), b.end())), 1e-12);
}

TEST(Distances, RefuseRowsThatAreNone) {
  ThreadPool pool(1);
  const std::vector<float> good = {1, 2, 3, 4};
  const std::vector<float> bad = {1, kFloatNan, 3, 4};
  const std::vector<float> none;
  const std::vector<float> one = {1, 2};
  for (const auto& [a, b] : {std::pair(good, bad), {bad, good}, {none, good}, {good, none}}) {
    expect_invalid(energy_distance(a, b, 2, pool));
    expect_invalid(mmd_squared(a, b, 2, pool));
    expect_invalid(domain_auc(a, b, 2, pool, {.folds = 2}));
  }
  expect_invalid(energy_distance(good, good, 3, pool));
  expect_invalid(energy_distance(good, good, 0, pool));
  expect_invalid(energy_distance(Numbers{}, Numbers{1}));
  expect_invalid(energy_distance(Numbers{1}, Numbers{kNan}));
  expect_invalid(energy_distance(Numbers{-1e308}, Numbers{1e308}));
  expect_invalid(mmd_squared(good, one, 2, pool));
  expect_invalid(mmd_squared(good, good, 2, 0, pool));
  expect_invalid(mmd_squared(good, good, 2, kNan, pool));
  expect_invalid(median_heuristic_gamma(one, 2, pool));
}

TEST(Mmd, OfEqualRowsIsZeroWhateverTheWidth) {
  ThreadPool pool(1);
  const std::vector<float> rows(6, 1.5F);
  const auto mmd = mmd_squared(rows, rows, 2, pool);
  ASSERT_TRUE(mmd) << mmd.error().message;
  EXPECT_EQ(mmd->gamma, 1);
  EXPECT_EQ(mmd->biased, 0);
  EXPECT_EQ(mmd->unbiased, 0);
}

TEST(Mmd, TakesTheMeanDistanceWhereMostPairsCoincide) {
  ThreadPool pool(1);
  const std::vector<float> rows = {0, 0, 0, 0, 0, 0, 0, 7};  // 7 of 28 pairs differ, by 7
  const double mean = 7.0 * 7 / 28;
  EXPECT_DOUBLE_EQ(*median_heuristic_gamma(rows, 1, pool), 1 / (2 * mean * mean));
}

// --- classifier ---

TEST(RocAuc, CountsTiesHalf) {
  EXPECT_DOUBLE_EQ(*roc_auc(Numbers{1, 2, 2, 3}, Labels{0, 0, 1, 1}), 3.5 / 4);
  EXPECT_DOUBLE_EQ(*roc_auc(Numbers{1, 1}, Labels{0, 1}), 0.5);
  expect_invalid(roc_auc(Numbers{1, 2}, Labels{1, 1}));
  expect_invalid(roc_auc(Numbers{1, 2}, Labels{0, 1, 1}));
  expect_invalid(roc_auc(Numbers{1, kNan}, Labels{0, 1}));
  expect_invalid(roc_auc(Numbers{}, Labels{}));
}

TEST(DomainAuc, TellsSidesApartThatAreApartAndNoOthers) {
  ThreadPool pool(2);
  std::vector<float> low;
  std::vector<float> high;
  for (int i = 0; i < 20; ++i) {
    low.push_back(static_cast<float>(i % 5));
    high.push_back(static_cast<float>(i % 5 + 10));
  }
  EXPECT_EQ(domain_auc(low, high, 1, pool)->auc, 1);
  const std::vector<float> equal(20, 3.25F);
  EXPECT_EQ(domain_auc(equal, equal, 1, pool)->auc, 0.5);
}

TEST(DomainAuc, NeedsARowOfEachSideInEveryFold) {
  ThreadPool pool(1);
  const std::vector<float> rows = {1, 2, 3, 4};
  expect_invalid(domain_auc(rows, rows, 1, pool, {.folds = 5}));
  expect_invalid(domain_auc(rows, rows, 1, pool, {.folds = 1}));
  EXPECT_TRUE(domain_auc(rows, rows, 1, pool, {.folds = 4}));
}

TEST(LogisticRegression, RefusesWhatItCannotLearnFrom) {
  expect_invalid(fit_logistic(Numbers{1, 2}, 1, Labels{1, 1}));
  expect_invalid(fit_logistic(Numbers{1, 2}, 0, Labels{0, 1}));
  expect_invalid(fit_logistic(Numbers{1, 2, 3}, 1, Labels{0, 1}));
  expect_invalid(fit_logistic(Numbers{1, kNan}, 1, Labels{0, 1}));
  expect_invalid(fit_logistic(Numbers{1, 2}, 1, Labels{0, 1}, {.c = 0}));
  expect_invalid(fit_logistic(Numbers{}, 1, Labels{}));
}

// --- lines and pairs ---

TEST(FitLine, ThroughPointsOnALineHasNoError) {
  const auto line = fit_line(Numbers{0, 1, 2, 3}, Numbers{1, 3, 5, 7});
  EXPECT_DOUBLE_EQ(line->slope, 2);
  EXPECT_DOUBLE_EQ(line->intercept, 1);
  EXPECT_EQ(line->slope_error, 0);
  EXPECT_EQ(line->p_value, 0);
}

TEST(FitLine, ThroughALevelFindsNoSlope) {
  const auto line = fit_line(Numbers{0, 1, 2}, Numbers{4, 4, 4});
  EXPECT_EQ(line->slope, 0);
  EXPECT_EQ(line->p_value, 1);
  EXPECT_EQ(line->slope_high, 0);
}

TEST(FitLine, RefusesPointsThatMakeNoLine) {
  expect_invalid(fit_line(Numbers{1, 2}, Numbers{1, 2}));
  expect_invalid(fit_line(Numbers{1, 2, 3}, Numbers{1, 2}));
  expect_invalid(fit_line(Numbers{1, 1, 1}, Numbers{1, 2, 3}));
  expect_invalid(fit_line(Numbers{1, 2, kNan}, Numbers{1, 2, 3}));
  expect_invalid(fit_line(Numbers{1, 2, 3}, Numbers{1, 2, kInfinity}));
  expect_invalid(fit_line(Numbers{1, 2, 3}, Numbers{1, 2, 4}, 1.0));
  expect_invalid(fit_line(Numbers{-1e308, 0, 1e308}, Numbers{1, 2, 4}));
}

TEST(PairedT, OfNoDifferenceIsCertainOfNothing) {
  const auto test = paired_t(Numbers{1, 2, 3}, Numbers{1, 2, 3});
  EXPECT_EQ(test->statistic, 0);
  EXPECT_EQ(test->p_value, 1);
  EXPECT_EQ(test->high, 0);
}

TEST(PairedT, RefusesDifferencesWithoutSpread) {
  expect_invalid(paired_t(Numbers{1, 1, 1}));
  expect_invalid(paired_t(Numbers{1}));
  expect_invalid(paired_t(Numbers{}));
  expect_invalid(paired_t(Numbers{1, 2}, Numbers{1}));
  expect_invalid(paired_t(Numbers{1, kNan}));
  expect_invalid(paired_t(Numbers{1, 2}, 0.0));
  expect_invalid(paired_t(Numbers{1e308, -1e308}));
}

TEST(Wilcoxon, WithFourPairsCannotGoBelowAnEighth) {
  const auto test = wilcoxon_signed_rank(Numbers{1, 2, 3, 4});
  EXPECT_EQ(test->statistic, 0);
  EXPECT_DOUBLE_EQ(test->p_value, 0.125);
  EXPECT_EQ(test->method, WilcoxonMethod::exact);
}

TEST(Wilcoxon, SwitchesMethodsWhereTheReferenceDoes) {
  Numbers distinct;
  for (int i = 1; i <= 51; ++i) distinct.push_back(i % 3 == 0 ? -i : i);
  EXPECT_EQ(wilcoxon_signed_rank(distinct)->method, WilcoxonMethod::normal);
  distinct.pop_back();
  EXPECT_EQ(wilcoxon_signed_rank(distinct)->method, WilcoxonMethod::exact);
  distinct[0] = 0;
  EXPECT_EQ(wilcoxon_signed_rank(distinct)->method, WilcoxonMethod::normal);
  EXPECT_EQ(wilcoxon_signed_rank(distinct)->zeros, 1U);
  distinct.resize(13);
  EXPECT_EQ(wilcoxon_signed_rank(distinct)->method, WilcoxonMethod::exact);
}

TEST(Wilcoxon, OfNoDifferenceIsCertainOfNothing) {
  EXPECT_EQ(wilcoxon_signed_rank(Numbers(60, 0.0))->p_value, 1);
  EXPECT_EQ(wilcoxon_signed_rank(Numbers(3, 0.0))->p_value, 1);
  expect_invalid(wilcoxon_signed_rank(Numbers{}));
  expect_invalid(wilcoxon_signed_rank(Numbers{kNan}));
  expect_invalid(wilcoxon_signed_rank(Numbers{1}, Numbers{1, 2}));
}

TEST(McNemar, OfEqualChangesFindsNothing) {
  for (const std::uint64_t changes : {0U, 1U, 30U}) {
    EXPECT_EQ(mcnemar(changes, changes).statistic, 0);
    EXPECT_EQ(mcnemar(changes, changes).chi_square_p_value, 1);
    EXPECT_EQ(mcnemar(changes, changes).exact_p_value, 1);
  }
  EXPECT_DOUBLE_EQ(mcnemar(0, 5).exact_p_value, 2.0 / 32);
  EXPECT_DOUBLE_EQ(mcnemar(5, 0).statistic, 16.0 / 5);
}

TEST(CohensD, NeedsASpread) {
  EXPECT_DOUBLE_EQ(*cohens_d(Numbers{1, 3}, Numbers{2, 4}), 1 / std::sqrt(2.0));
  EXPECT_EQ(*cohens_d(Numbers{2, 2}, Numbers{2}), 0);
  EXPECT_EQ(*cohens_d_paired(Numbers{0, 0}), 0);
  expect_invalid(cohens_d(Numbers{0.1, 0.1, 0.1}, Numbers{0.3, 0.3, 0.3}));
  expect_invalid(cohens_d(Numbers{}, Numbers{1}));
  expect_invalid(cohens_d(Numbers{1, 2}, Numbers{kNan}));
  expect_invalid(cohens_d_paired(Numbers{0.1, 0.1, 0.1}));
  expect_invalid(cohens_d_paired(Numbers{1}));
}

// --- resampling ---

TEST(Bootstrap, IsTheSameForTheSameSeedAndSaysItsDraws) {
  const Numbers sample = {1.13, 5.71, 2.9, 8.37, 3.3, 9.04, 4.49};
  const auto first = bootstrap_mean(sample, {.draws = 500, .seed = 7});
  const auto again = bootstrap_mean(sample, {.draws = 500, .seed = 7});
  const auto other = bootstrap_mean(sample, {.draws = 500, .seed = 8});
  EXPECT_EQ(first->low, again->low);
  EXPECT_EQ(first->high, again->high);
  EXPECT_NE(first->low, other->low);
  EXPECT_EQ(first->draws, 500U);
  EXPECT_EQ(first->method, BootstrapMethod::bca);
  EXPECT_LT(first->low, first->estimate);
  EXPECT_GT(first->high, first->estimate);
}

TEST(Bootstrap, OfEqualValuesIsAPoint) {
  const auto interval = bootstrap_mean(Numbers{2, 2, 2});
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 2);
  EXPECT_EQ(interval->method, BootstrapMethod::percentile);
}

TEST(Bootstrap, RefusesWhatCannotBeResampled) {
  expect_invalid(bootstrap_mean(Numbers{1}));
  expect_invalid(bootstrap_mean(Numbers{}));
  expect_invalid(bootstrap_mean(Numbers{1, kNan}));
  expect_invalid(bootstrap_mean(Numbers{1, 2}, {.draws = 0}));
  expect_invalid(bootstrap_mean(Numbers{1, 2}, {.level = 1}));
  expect_invalid(
      bootstrap_interval(5, [](std::span<const std::size_t>) { return kNan; }, {.draws = 9}));
}

TEST(Permutation, CountsTiesAndItselfSoThatPIsNeverZero) {
  EXPECT_DOUBLE_EQ(permutation_p_value(Numbers{1, 2, 3}, 9), 1.0 / 4);
  EXPECT_DOUBLE_EQ(permutation_p_value(Numbers{1, 2, 3}, 3 + 1e-13), 2.0 / 4);
  EXPECT_DOUBLE_EQ(permutation_p_value(Numbers{1, 2, kNan}, 3), 2.0 / 4);
  EXPECT_EQ(permutation_p_value(Numbers{}, 3), 1);
  EXPECT_EQ(permutation_p_value(Numbers{1, 2}, kNan), 1);
  EXPECT_EQ(median_of_defined(Numbers{1, kNan, 4}), 2.5);
  EXPECT_EQ(median_of_defined(Numbers{kNan}), 0);
}

TEST(ChangePoint, FindsAJumpAndItsLevels) {
  const auto point = find_change_point(Numbers{1, 2, 1, 2, 1, 7, 8, 7, 8, 7});
  ASSERT_TRUE(point && *point);
  EXPECT_EQ((*point)->index, 5U);
  EXPECT_DOUBLE_EQ((*point)->before, 1.4);
  EXPECT_DOUBLE_EQ((*point)->after, 7.4);
  EXPECT_LT((*point)->p_value, 0.02);
  EXPECT_EQ((*point)->draws, 1'999U);
}

TEST(ChangePoint, SaysNothingOfShortOrLevelSeries) {
  EXPECT_FALSE(*find_change_point(Numbers{1, 1, 1, 9, 9, 9, 9}));
  EXPECT_EQ((*find_change_point(Numbers{1, 1, 1, 9, 9, 9, 9}, {.fewest = 7}))->index, 3U);
  EXPECT_FALSE(*find_change_point(Numbers{1, 9, 9}, {.fewest = 1}));
  EXPECT_FALSE(*find_change_point(Numbers(20, 0.1)));
  EXPECT_FALSE(*find_change_point(Numbers{}));
  expect_invalid(find_change_point(Numbers{1, kNan}));
  expect_invalid(find_change_point(Numbers(9, 1.0), {.permutations = 0}));
  expect_invalid(
      find_change_point(Numbers{1e308, -1e308, 1e308, -1e308, 1e308, -1e308, 1e308, -1e308}));
}

// --- what a comparison can show ---

TEST(Detectable, ShrinksWithTheRootOfTheSize) {
  EXPECT_NEAR(*detectable_mean_difference(20, 20), 0.886, 5e-4);
  EXPECT_NEAR(*detectable_mean_difference(80, 80), *detectable_mean_difference(20, 20) / 2, 1e-12);
  EXPECT_NEAR(*detectable_ks_statistic(20, 20), 0.429, 5e-4);
  EXPECT_EQ(*detectable_ks_statistic(1, 1), 1);
  EXPECT_EQ(*detectable_mean_difference(9, 9, {.alpha = 0.05, .power = 0.001}), 0);
  expect_invalid(detectable_mean_difference(0, 5));
  expect_invalid(detectable_mean_difference(5, 5, {.alpha = 0}));
  expect_invalid(detectable_mean_difference(5, 5, {.power = 1}));
  expect_invalid(detectable_ks_statistic(5, 0));
  expect_invalid(detectable_ks_statistic(5, 5, kNan));
}

TEST(Median, OfManyValuesIsThatOfTheSortedOnes) {
  const std::function<double(std::size_t)> makers[] = {
      [](std::size_t i) { return static_cast<double>(i); },
      [](std::size_t i) {
        return i % 61 == 0 ? 0.0 : static_cast<double>(i);
      },  // misleads a sample
      [](std::size_t i) { return static_cast<double>(i % 2); },
      [](std::size_t i) { return std::sin(static_cast<double>(i)); },
      [](std::size_t) { return 3.0; },
  };
  for (const auto& make : makers) {
    for (const std::size_t count : {99'999U, 100'000U, 200'001U}) {
      Numbers values(count);
      for (std::size_t i = 0; i < count; ++i) values[i] = make(i);
      Numbers sorted = values;
      std::ranges::sort(sorted);
      const double below = sorted[(count - 1) / 2];
      EXPECT_EQ(*median(values), below + (sorted[count / 2] - below) / 2);
    }
  }
}

TEST(Quantile, TheMedianOfCountsIsThatOfTheValues) {
  const std::array<std::uint32_t, 3> values = {1, 4, 9};
  const auto of = [&](std::array<std::uint64_t, 3> counts) {
    return median_of_counts(values, counts);
  };
  EXPECT_EQ(of({1, 1, 1}), 4);
  EXPECT_EQ(of({2, 1, 1}), 2.5);
  EXPECT_EQ(of({2, 0, 2}), 5);
  EXPECT_EQ(of({0, 0, 3}), 9);
  EXPECT_EQ(of({0, 0, 0}), 0);
}

TEST(Quantile, InterpolatesBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(*quantile(Numbers{4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_EQ(*quantile(Numbers{4, 1, 3, 2}, 0), 1);
  EXPECT_EQ(*quantile(Numbers{4, 1, 3, 2}, 1), 4);
  EXPECT_EQ(*median(Numbers{3, 1, 2}), 2);
  expect_invalid(quantile(Numbers{}, 0.5));
  expect_invalid(quantile(Numbers{1}, -0.1));
  expect_invalid(quantile(Numbers{1}, kNan));
  expect_invalid(median(Numbers{}));
  expect_invalid(median(Numbers{kInfinity}));
}

}  // namespace
}  // namespace plumb
