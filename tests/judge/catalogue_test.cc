#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "judge/metric_catalogue.h"
#include "stats/chi_square.h"
#include "stats/domain_auc.h"
#include "stats/energy_distance.h"
#include "stats/entropy.h"
#include "stats/jaccard.h"
#include "stats/ks.h"
#include "stats/mmd.h"
#include "stats/ols.h"
#include "stats/psi.h"

namespace plumb {
namespace {

TEST(MetricCatalogue, EveryEntryIsWhole) {
  std::set<std::string_view> names;
  for (const MetricEntry& entry : metric_catalogue()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is there twice";
    for (const std::string_view text : {entry.command, entry.summary, entry.meaning, entry.formula,
                                        entry.bands, entry.weaknesses, entry.example}) {
      EXPECT_FALSE(text.empty()) << entry.name;
      EXPECT_NE(text.back(), '\n') << entry.name;
    }
    EXPECT_LE(entry.summary.size(), 60u) << entry.name;
    EXPECT_EQ(find_metric(entry.name)->summary, entry.summary);
  }
  EXPECT_EQ(find_metric("no_such_metric"), nullptr);
}

TEST(MetricCatalogue, LinesFitATerminal) {
  for (const MetricEntry& entry : metric_catalogue()) {
    for (const std::string_view text :
         {entry.meaning, entry.formula, entry.bands, entry.weaknesses, entry.example}) {
      std::size_t start = 0;
      while (start <= text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        EXPECT_LE(end - start, 86u) << entry.name << ": " << text.substr(start, end - start);
        start = end + 1;
      }
    }
  }
}

// The numbers of an example, computed again by the functions that the program uses.
void expect_said(std::string_view metric, double value, std::string_view spelled) {
  const std::string_view example = find_metric(metric)->example;
  EXPECT_NE(example.find(spelled), std::string_view::npos) << metric << ": " << example;
  EXPECT_NEAR(value, std::stod(std::string(spelled)), 0.5e-4) << metric;
}

// The same for a value with a band: what it is called follows it.
void expect_banded(std::string_view metric, double value, std::string_view spelled) {
  expect_said(metric, value, spelled);
  const std::string called = fmt::format("{} ({})", spelled, name_of(severity_of_drift(value)));
  EXPECT_NE(find_metric(metric)->example.find(called), std::string_view::npos)
      << metric << ": " << called;
}

using Counted = std::array<std::uint64_t, 2>;

TEST(CatalogueExamples, OfOutput) {
  const std::array baseline = {100.0, 120.0, 140.0, 160.0, 180.0};
  const std::array current = {150.0, 170.0, 190.0, 210.0, 230.0};
  expect_banded("response_length_ks", *ks_statistic(baseline, current), "0.6");
  const double before = *shannon_entropy(Counted{2, 2});
  const double after = *shannon_entropy(Counted{3, 1});
  EXPECT_EQ(before, 1);
  expect_said("response_entropy", after, "0.8113");
  expect_banded("response_entropy", std::abs(after - before) / before, "0.1887");
}

TEST(CatalogueExamples, OfSeverities) {
  const std::array<std::uint64_t, 6> before = {2, 1, 0, 0, 0, 0};
  const std::array<std::uint64_t, 6> after = {7, 5, 5, 3, 0, 0};
  expect_said("safety_score_delta", safety_score(before), "50");
  expect_banded("safety_score_delta", std::abs(safety_score(after) - safety_score(before)) / 100,
                "0.5");
  const std::array<std::uint64_t, 4> baseline = {4, 6, 6, 4};
  const std::array<std::uint64_t, 4> current = {7, 5, 5, 3};
  expect_banded("severity_psi", *population_stability_index(baseline, current), "0.1166");
}

TEST(CatalogueExamples, OfTools) {
  const ChiSquare calls = *chi_square(Counted{40, 10}, Counted{15, 35});
  EXPECT_NEAR(calls.statistic, 25.25, 0.005);
  expect_banded("tool_frequency_chi2", calls.cramers_v_corrected, "0.4949");
  const ChiSquare steps = *chi_square(Counted{30, 20}, Counted{20, 30});
  EXPECT_NEAR(steps.statistic, 4, 1e-12);
  expect_said("tool_transition_chi2", steps.cramers_v_corrected, "0.1738");
  const std::vector<std::string> baseline = {"search", "calculator", "search", "calculator"};
  const std::vector<std::string> current = {"search", "search", "search", "calculator"};
  expect_banded("tool_sequence_jaccard", 1 - ngram_jaccard(baseline, current, 2), "0.4");
}

TEST(CatalogueExamples, OfVectors) {
  const double cosine = 1 * 0.6 + 0 * 0.8;
  expect_banded("centroid_cosine", 1 - cosine, "0.4");
  expect_said("ids", 1 - cosine, "0.4");
  expect_said("goal_shift", 1 - 0.8, "0.2");
  expect_said("alignment", 0.8 * 1 + 0.6 * 0, "0.8");
  expect_said("alignment_curve_actions", 1 / std::numbers::sqrt2, "0.7071");

  ThreadPool pool(1);
  const std::array<float, 2> zeros = {0, 0};
  const std::array<float, 2> ones = {1, 1};
  const Mmd mmd = *mmd_squared(ones, zeros, 1, 0.5, pool);  // gamma = 1 / (2 s^2), s = 1
  expect_said("mmd_rbf", mmd.unbiased, "0.7869");
  const std::array<float, 2> near = {0, 1};
  const std::array<float, 2> far = {2, 3};
  expect_said("energy_distance", *energy_distance(far, near, 1, pool), "1.7321");
  const std::array scores = {0.9, 0.6, 0.4, 0.5, 0.3, 0.2};
  const std::array<std::uint8_t, 6> labels = {1, 1, 1, 0, 0, 0};
  expect_said("domain_auc", *roc_auc(scores, labels), "0.8889");
}

TEST(Catalogue, PromisesAPValueOnlyWhereThereIsOne) {
  EXPECT_NE(find_metric("mmd_rbf")->bands.find("with its p-value"), std::string_view::npos);
  EXPECT_NE(find_metric("domain_auc")->bands.find("without a p-value"), std::string_view::npos);
}

TEST(CatalogueExamples, OfConversations) {
  expect_said("mean_ids", (0.2 + 0.1 + 0.6) / 3, "0.3");
  expect_said("max_ids", std::max({0.2, 0.1, 0.6}), "0.6");
  expect_said("entity_recall", 3.0 / 4, "0.75");
  expect_said("knowledge_conflict_rate", 2.0 / 8, "0.25");
  const std::array turns = {0.0, 1.0, 2.0, 3.0};
  const std::array recall = {1.0, 0.75, 0.5, 0.25};
  expect_said("drift_slope", fit_line(turns, recall)->slope, "-0.25");
}

}  // namespace
}  // namespace plumb
