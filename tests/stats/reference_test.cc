// Every statistic against SciPy, scikit-learn and NumPy on 200 random data sets:
// values to 1e-9 (relative where large), p-values and regressions to 1e-6.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "stats/bootstrap.h"
#include "stats/change_point.h"
#include "stats/chi_square.h"
#include "stats/cohens_d.h"
#include "stats/corrections.h"
#include "stats/domain_auc.h"
#include "stats/energy_distance.h"
#include "stats/entropy.h"
#include "stats/jaccard.h"
#include "stats/jensen_shannon.h"
#include "stats/kolmogorov.h"
#include "stats/ks.h"
#include "stats/logistic_regression.h"
#include "stats/mcnemar.h"
#include "stats/mde.h"
#include "stats/mmd.h"
#include "stats/ols.h"
#include "stats/psi.h"
#include "stats/quantile.h"
#include "stats/reference_data.h"
#include "stats/t_test.h"
#include "stats/wilcoxon.h"
#include "support/places.h"

namespace plumb {
namespace {

using nlohmann::json;
using testing::Lcg;
using Numbers = std::vector<double>;
using Values = std::map<std::string, Numbers>;

std::vector<json> golden_lines() {
  std::ifstream file(source_path("tests/golden/stats_reference.jsonl"));
  EXPECT_TRUE(file) << "tests/golden/stats_reference.jsonl is not there";
  std::vector<json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
  return lines;
}

void put(Values& values, const std::string& name, const Result<double>& result) {
  if (result) values[name] = {*result};
}

std::vector<ValueCount> histogram_of(const Numbers& sample) {
  std::map<double, std::uint64_t> counts;
  for (const double value : sample) ++counts[value];
  std::vector<ValueCount> histogram;
  for (const auto& [value, count] : counts) histogram.push_back({value, count});
  return histogram;
}

void two_samples(Values& values, const Numbers& a, const Numbers& b) {
  const auto ks = ks_test(a, b);
  ASSERT_TRUE(ks) << ks.error().message;
  values["ks.statistic"] = {ks->statistic};
  values["ks.p"] = {ks->p_value};
  const auto of_histograms = ks_test(histogram_of(a), histogram_of(b));
  ASSERT_TRUE(of_histograms) << of_histograms.error().message;
  EXPECT_EQ(of_histograms->statistic, ks->statistic);
  EXPECT_EQ(of_histograms->p_value, ks->p_value);

  put(values, "energy.numbers", energy_distance(a, b));
  Numbers scores = a;
  scores.insert(scores.end(), b.begin(), b.end());
  std::vector<std::uint8_t> labels(a.size(), 0);
  labels.resize(scores.size(), 1);
  put(values, "roc_auc", roc_auc(scores, labels));
  put(values, "cohens_d", cohens_d(a, b));
  put(values, "mde.mean", detectable_mean_difference(a.size(), b.size()));
  put(values, "mde.ks", detectable_ks_statistic(a.size(), b.size()));
}

void paired(Values& values, const Numbers& a, const Numbers& b) {
  const std::size_t k = std::min(a.size(), b.size());
  const Numbers x(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(k));
  const Numbers y(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(k));
  const auto w = wilcoxon_signed_rank(y, x);
  ASSERT_TRUE(w) << w.error().message;
  values["wilcoxon.statistic"] = {w->statistic};
  values["wilcoxon.p"] = {w->p_value};
  if (const auto t = paired_t(y, x, 0.9)) {
    values["t.statistic"] = {t->statistic};
    values["t.p"] = {t->p_value};
    values["t.low"] = {t->low};
    values["t.high"] = {t->high};
  }
  Numbers differences(k);
  for (std::size_t i = 0; i < k; ++i) differences[i] = y[i] - x[i];
  put(values, "cohens_d.paired", cohens_d_paired(differences));
  if (const auto line = fit_line(x, y)) {
    values["ols.slope"] = {line->slope};
    values["ols.intercept"] = {line->intercept};
    values["ols.r"] = {line->correlation};
    values["ols.p"] = {line->p_value};
    values["ols.slope_error"] = {line->slope_error};
    values["ols.intercept_error"] = {line->intercept_error};
    values["ols.low"] = {line->slope_low};
    values["ols.high"] = {line->slope_high};
  }
}

void counts(Values& values, const testing::CategoryCounts& given) {
  const auto& [baseline, current] = given.sides;
  const auto chi2 = chi_square(baseline, current);
  ASSERT_TRUE(chi2) << chi2.error().message;
  values["chi2.statistic"] = {chi2->statistic};
  values["chi2.p"] = {chi2->p_value};
  values["chi2.degrees"] = {static_cast<double>(chi2->degrees)};
  values["cramers_v"] = {chi2->cramers_v};
  values["cramers_v.corrected"] = {chi2->cramers_v_corrected};
  put(values, "psi", population_stability_index(baseline, current));
  put(values, "entropy", shannon_entropy(baseline));
  const auto js = jensen_shannon(Numbers(baseline.begin(), baseline.end()),
                                 Numbers(current.begin(), current.end()));
  ASSERT_TRUE(js) << js.error().message;
  values["js.distance"] = {js->distance};
  values["js.divergence"] = {js->divergence};
}

void jaccards(Values& values, const testing::WordSequences& words) {
  const auto& [first, second] = words.sides;
  Counts<std::string> a;
  Counts<std::string> b;
  for (const std::string& word : first) a.add(word);
  for (const std::string& word : second) b.add(word);
  values["jaccard.set"] = {set_jaccard(a, b)};
  values["jaccard.multiset"] = {multiset_jaccard(a, b)};
  values["jaccard.2-gram"] = {ngram_jaccard(first, second, 2)};
  values["jaccard.3-gram"] = {ngram_jaccard(first, second, 3)};
}

void rows_of_floats(Values& values, std::uint64_t index, const testing::FloatRows& rows,
                    ThreadPool& pool) {
  const auto& [a, b] = rows.sides;
  const auto energy = energy_distance(a, b, rows.dimension, pool);
  ASSERT_TRUE(energy) << energy.error().message;
  values["energy.rows_squared"] = {*energy * *energy};
  const auto mmd = mmd_squared(a, b, rows.dimension, pool);
  ASSERT_TRUE(mmd) << mmd.error().message;
  values["mmd.gamma"] = {mmd->gamma};
  values["mmd.biased"] = {mmd->biased};
  values["mmd.unbiased"] = {mmd->unbiased};

  Numbers both(a.begin(), a.end());
  both.insert(both.end(), b.begin(), b.end());
  std::vector<std::uint8_t> labels(a.size() / rows.dimension, 0);
  labels.resize(both.size() / rows.dimension, 1);
  const auto model = fit_logistic(both, rows.dimension, labels);
  ASSERT_TRUE(model) << model.error().message;
  values["logistic.weights"] = model->weights;
  values["logistic.intercept"] = {model->intercept};
  for (std::size_t i = 0; i < 3; ++i) {
    values["logistic.probabilities"].push_back(
        model->probability(std::span(both).subspan(i * rows.dimension, rows.dimension)));
  }
  const auto auc = domain_auc(a, b, rows.dimension, pool, {.seed = index});
  ASSERT_TRUE(auc) << auc.error().message;
  values["domain_auc"] = {auc->auc};
}

// In 80 bits, as in the script: what is compared is the bootstrap, not these sums.
double mean_at(const Numbers& sample, std::span<const std::size_t> indices) {
  long double sum = 0;
  for (const std::size_t i : indices) sum += sample[i];
  return static_cast<double>(sum / static_cast<long double>(indices.size()));
}

double variance_at(const Numbers& sample, std::span<const std::size_t> indices) {
  long double mean = 0;
  for (const std::size_t i : indices) mean += sample[i];
  mean /= static_cast<long double>(indices.size());
  long double sum = 0;
  for (const std::size_t i : indices) sum += (sample[i] - mean) * (sample[i] - mean);
  return static_cast<double>(sum / static_cast<long double>(indices.size()));
}

void bootstraps(Values& values, std::uint64_t index, Numbers sample) {
  sample.resize(std::min<std::size_t>(sample.size(), 40));
  const std::map<std::string, double (*)(const Numbers&, std::span<const std::size_t>)> statistics =
      {{"mean", mean_at}, {"variance", variance_at}};
  for (const auto& [name, function] : statistics) {
    const auto statistic = [&, f = function](std::span<const std::size_t> indices) {
      return f(sample, indices);
    };
    BootstrapOptions options{.draws = 199, .seed = index, .level = 0.9};
    const auto bca = bootstrap_interval(sample.size(), statistic, options);
    options.method = BootstrapMethod::percentile;
    const auto plain = bootstrap_interval(sample.size(), statistic, options);
    ASSERT_TRUE(bca && plain);
    values["bootstrap." + name + ".percentile"] = {plain->low, plain->high};
    values["bootstrap." + name + ".bca"] = {bca->low, bca->high};
    values["bootstrap." + name + ".bias"] = {bca->bias};
    values["bootstrap." + name + ".acceleration"] = {bca->acceleration};
  }
}

void change_points(Values& values, std::uint64_t index, Numbers series) {
  series.resize(std::min<std::size_t>(series.size(), 24));
  const auto point = find_change_point(series, {.permutations = 99, .seed = index});
  ASSERT_TRUE(point) << point.error().message;
  if (!*point) return;
  values["change_point.statistic"] = {(*point)->statistic};
  values["change_point.before"] = {(*point)->before};
  values["change_point.p"] = {(*point)->p_value};
}

void corrections(Values& values, Lcg& lcg) {
  Numbers p(1 + lcg.below(12));
  for (double& value : p) {
    const double u = lcg.uniform();
    value = u * u;
  }
  values["benjamini_hochberg"] = adjust_benjamini_hochberg(p);
  values["holm"] = adjust_holm(p);
}

void changes(Values& values, Lcg& lcg) {
  const std::size_t b = lcg.below(40);
  const std::size_t c = lcg.below(40);
  const McNemar test = mcnemar(b, c);
  values["mcnemar.exact.p"] = {test.exact_p_value};
  values["mcnemar.statistic"] = {test.statistic};
  values["mcnemar.chi_square.p"] = {test.chi_square_p_value};
}

Values values_of(std::uint64_t index, const json& golden, ThreadPool& pool) {
  Lcg lcg(index);
  const auto [a, b] = testing::samples_of(index, lcg);
  EXPECT_EQ(a.size(), golden["n"].get<std::size_t>());
  EXPECT_EQ(b.size(), golden["m"].get<std::size_t>());
  Values values;
  two_samples(values, a, b);
  paired(values, a, b);
  counts(values, testing::category_counts(lcg));
  jaccards(values, testing::word_sequences(lcg));
  rows_of_floats(values, index, testing::float_rows(lcg), pool);
  bootstraps(values, index, a);
  change_points(values, index, a);
  corrections(values, lcg);
  changes(values, lcg);
  put(values, "quantile", quantile(a, lcg.uniform()));
  put(values, "median", median(b));
  return values;
}

bool ends_with_p(const std::string& name) {
  return name.ends_with(".p");
}

double tolerance_of(const std::string& name, double expected) {
  if (ends_with_p(name) || name.starts_with("logistic.")) return 1e-6;
  return 1e-9 * std::max(1.0, std::abs(expected));
}

struct Comparison {
  int compared = 0;
  double largest = 0;  // difference, relative where the value is above 1
};

TEST(Statistics, EqualTheReferenceOnTwoHundredDataSets) {
  ThreadPool pool(2);
  std::map<std::string, Comparison> comparisons;
  int cases = 0;
  for (const json& line : golden_lines()) {
    if (!line.contains("case")) continue;
    ++cases;
    const auto index = line["case"].get<std::uint64_t>();
    const Values values = values_of(index, line, pool);
    for (const auto& [name, numbers] : values) {
      for (const double number : numbers) EXPECT_TRUE(std::isfinite(number)) << name;
    }
    for (const auto& [name, reference] : line["values"].items()) {
      const json expected = reference.is_array() ? reference : json::array({reference});
      if (expected[0].is_null()) continue;  // what the reference leaves undefined
      const auto found = values.find(name);
      ASSERT_TRUE(found != values.end()) << name << " of case " << index << " failed";
      ASSERT_EQ(found->second.size(), expected.size()) << name << " of case " << index;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto wanted = expected[i].get<double>();
        const double got = found->second[i];
        EXPECT_NEAR(got, wanted, tolerance_of(name, wanted)) << name << " of case " << index;
        Comparison& comparison = comparisons[name];
        ++comparison.compared;
        comparison.largest =
            std::max(comparison.largest, std::abs(got - wanted) / std::max(1.0, std::abs(wanted)));
      }
    }
  }
  EXPECT_EQ(cases, 200);
  EXPECT_EQ(comparisons.size(), 61U);  // no statistic may fall out of the goldens unseen
  for (const auto& [name, comparison] : comparisons) {
    std::printf("  %-32s %5d values, largest difference %.1e\n", name.c_str(), comparison.compared,
                comparison.largest);
    EXPECT_GE(comparison.compared, 50) << name;
  }
}

TEST(Kolmogorov, EqualsTheReferenceInEveryRegime) {
  int points = 0;
  double largest = 0;
  for (const json& line : golden_lines()) {
    if (!line.contains("kstwo")) continue;
    for (const json& point : line["kstwo"]) {
      const auto n = point[0].get<std::uint64_t>();
      const auto d = point[1].get<double>();
      const auto wanted = point[2].get<double>();
      EXPECT_NEAR(kolmogorov_tail(n, d), wanted, 1e-9) << n << " values, d " << d;
      largest = std::max(largest, std::abs(kolmogorov_tail(n, d) - wanted));
      ++points;
    }
  }
  std::printf("  %d points, largest difference %.1e\n", points, largest);
  EXPECT_GT(points, 250);
}

TEST(Ks, EqualsTheReferenceOnLargeSamples) {
  int tested = 0;
  for (const json& line : golden_lines()) {
    if (!line.contains("ks_large")) continue;
    for (const json& golden : line["ks_large"]) {
      Lcg lcg(golden[0].get<std::uint64_t>());
      Numbers a(golden[1].get<std::size_t>());
      Numbers b(golden[2].get<std::size_t>());
      for (double& value : a) value = testing::bell(lcg);
      for (double& value : b) value = testing::bell(lcg) + golden[3].get<double>();
      const auto test = ks_test(a, b);
      ASSERT_TRUE(test) << test.error().message;
      EXPECT_NEAR(test->statistic, golden[4].get<double>(), 1e-12) << golden;
      EXPECT_NEAR(test->p_value, golden[5].get<double>(), 1e-9) << golden;
      EXPECT_EQ(test->method == KsMethod::exact, std::max(a.size(), b.size()) <= 10'000);
      ++tested;
    }
  }
  EXPECT_EQ(tested, 9);
}

}  // namespace
}  // namespace plumb
