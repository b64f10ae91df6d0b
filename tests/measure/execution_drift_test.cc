// Execution drift over profiles: values by hand, and what p-values and
// explanations must hold.
#include "measure/execution_drift.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "measure/execution_metrics.h"
#include "stats/energy_distance.h"
#include "stats/mmd.h"
#include "support/made_execution.h"

namespace plumb {
namespace {

using testing::made_responses;
using testing::MadeExecution;
using testing::profile_of;

constexpr DriftOptions kFew{.permutations = 199, .bootstrap_draws = 99, .threads = 1};

Response response_of(std::string id, std::string text) {
  Response response;
  response.id = std::move(id);
  response.response = std::move(text);
  return response;
}

const Measurement& metric(const Comparison& comparison, Statistic statistic) {
  return comparison.results[static_cast<std::size_t>(statistic)];
}

double fact(const Measurement& measurement, std::string_view name) {
  const auto found = std::ranges::find(measurement.facts, name, &Fact::name);
  return found == measurement.facts.end() ? -1 : found->value.value_or(-1);
}

const Measurement& additional(const Comparison& comparison, std::string_view name) {
  return *std::ranges::find(comparison.additional, name, &Measurement::metric);
}

Comparison compared(const std::vector<Response>& current, const std::vector<Response>& baseline,
                    const DriftOptions& options = kFew) {
  const auto comparison = compare_executions(profile_of(current), profile_of(baseline), options);
  EXPECT_TRUE(comparison.has_value());
  return *comparison;
}

TEST(ExecutionDrift, IsZeroBetweenARunAndItself) {
  const auto run = made_responses({.results = 40, .prompts = true}, 1);
  const Comparison comparison = compared(run, run);
  ASSERT_EQ(comparison.results.size(), kMetricCount);
  for (const Measurement& measurement : comparison.results) {
    EXPECT_NEAR(measurement.value.value(), 0, 1e-12) << measurement.metric;
    EXPECT_DOUBLE_EQ(measurement.p_value.value(), 1) << measurement.metric;
    EXPECT_EQ(measurement.direction, Direction::none) << measurement.metric;
  }
  EXPECT_TRUE(comparison.paired);
}

TEST(ExecutionDrift, OfSeveritiesIsTheSeedsWorkedExample) {
  const auto run = [](std::array<int, 4> counts) {
    std::vector<Response> responses;
    for (std::size_t level = 0; level < 4; ++level) {
      for (int i = 0; i < counts[level]; ++i) {
        responses.push_back(response_of(std::to_string(responses.size()), "same text"));
        responses.back().severity = kSeverities[level];
      }
    }
    return responses;
  };
  const Comparison comparison = compared(run({7, 5, 5, 3}), run({4, 6, 6, 4}));
  EXPECT_NEAR(metric(comparison, Statistic::severity_psi).value.value(), 0.1166, 5e-5);
  EXPECT_EQ(metric(comparison, Statistic::severity_psi).direction, Direction::increase);
  const Measurement& safety = metric(comparison, Statistic::safety_score_delta);
  EXPECT_DOUBLE_EQ(fact(safety, "score_current"), 0);
  EXPECT_DOUBLE_EQ(fact(safety, "score_baseline"), 0);
  EXPECT_DOUBLE_EQ(safety.value.value(), 0);
  EXPECT_FALSE(metric(comparison, Statistic::centroid_cosine).value);
  EXPECT_FALSE(metric(comparison, Statistic::tool_frequency_chi2).value);
}

TEST(ExecutionDrift, OfToolSequencesIsOneMinusJaccardOfBigramSets) {
  const auto run = [](const std::vector<std::string>& tools) {
    std::vector<Response> responses = {response_of("1", "x")};
    responses[0].tools.emplace();
    for (const auto& tool : tools) responses[0].tools->push_back({tool, {}, {}});
    return responses;
  };
  const Comparison comparison = compared(run({"search", "search", "search", "calculator"}),
                                         run({"search", "calculator", "search", "calculator"}));
  // start>search, search>calculator, calculator>end are shared; search>search
  // and calculator>search are not.
  EXPECT_DOUBLE_EQ(metric(comparison, Statistic::tool_sequence_jaccard).value.value(), 0.4);
}

// 20 results a side; `below` of them are short.
std::vector<Response> run_with_short(int below) {
  std::vector<Response> responses;
  for (int i = 0; i < 20; ++i) {
    responses.push_back(response_of(std::to_string(i), i < below ? "short" : "much longer"));
  }
  return responses;
}

constexpr DriftOptions kValuesAlone{
    .permutations = 0, .bootstrap_draws = 0, .threads = 1, .additional = false};

TEST(ExecutionDrift, OfLengthsIsTheNearestDoubleToItsRatioWhereverTheGapStands) {
  for (const auto& [gap, nearest] : {std::pair(4, 0.2), {6, 0.3}, {9, 0.45}}) {
    for (int i = 0; i + gap <= 20; ++i) {
      const Comparison comparison =
          compared(run_with_short(i + gap), run_with_short(i), kValuesAlone);
      EXPECT_EQ(metric(comparison, Statistic::response_length_ks).value, nearest) << i;
    }
  }
}

// `shared` of the `all` tools that the baseline calls are called by the current run too, a call a
// result: each makes the bigrams start>tool and tool>end.
Comparison compared_by_tools(int shared, int all) {
  const auto run = [](int tools) {
    std::vector<Response> responses;
    for (int i = 0; i < tools; ++i) {
      responses.push_back(response_of(std::to_string(i), "x"));
      responses.back().tools.emplace();
      responses.back().tools->push_back({"tool" + std::to_string(i), {}, {}});
    }
    return responses;
  };
  return compared(run(shared), run(all), kValuesAlone);
}

TEST(ExecutionDrift, OfToolSequencesIsTheNearestDoubleToItsRatio) {
  const auto value = [](const Comparison& comparison) {
    return metric(comparison, Statistic::tool_sequence_jaccard).value;
  };
  EXPECT_EQ(value(compared_by_tools(4, 5)), 0.2);
  EXPECT_EQ(value(compared_by_tools(7, 10)), 0.3);
  EXPECT_EQ(value(compared_by_tools(11, 20)), 0.45);
}

TEST(ExecutionDrift, OfSafetyScoresIsTheNearestDoubleToItsRatio) {
  const auto run = [](int infos) {
    std::vector<Response> responses;
    for (int i = 0; i < 1 + infos; ++i) {
      responses.push_back(response_of(std::to_string(i), "x"));
      responses.back().severity = i == 0 ? Severity::low : Severity::info;
    }
    return responses;
  };
  for (const auto& [infos, nearest] : {std::pair(40, 0.2), {60, 0.3}, {90, 0.45}}) {
    for (int more = 0; more <= 30; ++more) {
      const Comparison comparison = compared(run(infos + more), run(more), kValuesAlone);
      EXPECT_EQ(metric(comparison, Statistic::safety_score_delta).value, nearest) << more;
    }
  }
}

TEST(ExecutionDrift, EntropyCountsLowerCasedCharactersJoinedBySpaces) {
  // "ab ab" against "abcd": a and b twice with one space; four once.
  const Comparison comparison =
      compared({response_of("1", "ab"), response_of("2", "AB")}, {response_of("1", "abCD")});
  const Measurement& entropy = metric(comparison, Statistic::response_entropy);
  const double joined = -(2 * 0.4 * std::log2(0.4) + 0.2 * std::log2(0.2));
  EXPECT_NEAR(fact(entropy, "entropy_current"), joined, 1e-12);
  EXPECT_NEAR(fact(entropy, "entropy_baseline"), 2, 1e-12);
  EXPECT_NEAR(entropy.value.value(), (2 - joined) / 2, 1e-12);
  EXPECT_EQ(entropy.direction, Direction::decrease);
}

TEST(ExecutionDrift, SeesEachDriftThatWasPutIn) {
  const auto baseline = made_responses({.results = 120}, 2);
  const Comparison longer = compared(made_responses({.results = 120, .words = 30}, 3), baseline);
  EXPECT_LE(metric(longer, Statistic::response_length_ks).p_value.value(), 0.005);
  EXPECT_EQ(metric(longer, Statistic::response_length_ks).direction, Direction::increase);
  EXPECT_GT(metric(longer, Statistic::severity_psi).p_value.value(), 0.005);

  const Comparison graver =
      compared(made_responses({.results = 120, .grave_share = 0.7}, 3), baseline);
  EXPECT_LE(metric(graver, Statistic::severity_psi).p_value.value(), 0.005);
  EXPECT_LE(metric(graver, Statistic::safety_score_delta).p_value.value(), 0.005);

  const Comparison moved = compared(made_responses({.results = 120, .shift = -3}, 3), baseline);
  EXPECT_LE(metric(moved, Statistic::centroid_cosine).p_value.value(), 0.005);
  EXPECT_GT(metric(moved, Statistic::centroid_cosine).excess.value(), 0.05);

  const Comparison searching =
      compared(made_responses({.results = 120, .search_share = 0.95}, 3), baseline);
  EXPECT_LE(metric(searching, Statistic::tool_frequency_chi2).p_value.value(), 0.005);
  const auto& changes = metric(searching, Statistic::tool_frequency_chi2).changes;
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.front().name, "search");
  EXPECT_GT(changes.front().current_share, changes.front().baseline_share);
}

TEST(ExecutionDrift, OfCloudsSeesWhatACentroidDoesNot) {
  // The same centre, another spread: half of the current side's vectors lie the
  // other way.
  auto baseline = made_responses({.results = 80}, 21);
  auto current = made_responses({.results = 80}, 22);
  for (std::size_t i = 0; i < current.size(); ++i) {
    for (std::size_t k = 1; k < current[i].embedding.size(); ++k) {
      current[i].embedding[k] *= 0.2F;
    }
  }
  const Comparison same = compared(made_responses({.results = 80}, 23), baseline);
  const Comparison other = compared(current, baseline);
  for (const std::string_view name : {"mmd_rbf", "energy_distance"}) {
    EXPECT_LE(additional(other, name).p_value.value(), 0.005) << name;
    EXPECT_GT(additional(other, name).excess.value(), 0) << name;
    EXPECT_GT(additional(same, name).p_value.value(), 0.01) << name;
    EXPECT_EQ(additional(same, name).p_n_current, 80U);
    EXPECT_FALSE(additional(other, name).severity);
  }
  EXPECT_GT(
      additional(compared(made_responses({.results = 80, .shift = 4}, 24), baseline), "domain_auc")
          .value.value(),
      0.8);
}

TEST(ExecutionDrift, OfCloudsIsWhatTheStatisticsSay) {
  const auto baseline = made_responses({.results = 40}, 26);
  const auto current = made_responses({.results = 50, .shift = 1}, 27);
  const auto rows_of_all = [](const std::vector<Response>& run) {
    std::vector<float> rows;
    for (const Response& response : run) {
      rows.insert(rows.end(), response.embedding.begin(), response.embedding.end());
    }
    return rows;
  };
  ThreadPool pool(1);
  const Comparison comparison = compared(current, baseline);
  const auto mmd = mmd_squared(rows_of_all(baseline), rows_of_all(current), 16, pool);
  const auto energy = energy_distance(rows_of_all(baseline), rows_of_all(current), 16, pool);
  ASSERT_TRUE(mmd && energy);
  EXPECT_NEAR(additional(comparison, "mmd_rbf").value.value(), mmd->unbiased, 1e-12);
  EXPECT_NEAR(additional(comparison, "energy_distance").value.value(), *energy, 1e-12);
}

TEST(ExecutionDrift, OfCloudsOfEqualVectorsIsZeroAndNeverUndefined) {
  auto run = made_responses({.results = 20}, 25);
  for (Response& response : run) response.embedding = run.front().embedding;
  const Comparison comparison = compared(run, run);
  for (const Measurement& measurement : comparison.additional) {
    if (measurement.metric == "domain_auc" || measurement.type != DriftType::embedding) continue;
    EXPECT_NEAR(measurement.value.value(), 0, 1e-6) << measurement.metric;
    EXPECT_DOUBLE_EQ(measurement.p_value.value(), 1) << measurement.metric;
    EXPECT_NEAR(measurement.excess.value(), 0, 1e-6) << measurement.metric;
  }
}

TEST(ExecutionDrift, OfCloudsRestsOnTheStatedNumberOfRows) {
  DriftOptions options = kFew;
  options.pairwise_rows = 30;
  const Comparison comparison =
      compared(made_responses({.results = 80}, 22), made_responses({.results = 80}, 21), options);
  EXPECT_EQ(additional(comparison, "mmd_rbf").p_n_current, 30U);
  EXPECT_EQ(additional(comparison, "energy_distance").p_n_baseline, 30U);
}

TEST(ExecutionDrift, SwapsSidesWithinPromptsThatBothAnswered) {
  // Every current response is 3 characters longer than the baseline's to the
  // same prompt; between prompts lengths differ far more.
  std::vector<Response> baseline;
  std::vector<Response> current;
  for (int i = 0; i < 20; ++i) {
    baseline.push_back(
        response_of(std::to_string(i), std::string(static_cast<std::size_t>(50 + 100 * i), 'a')));
    current.push_back(
        response_of(std::to_string(i), std::string(static_cast<std::size_t>(53 + 100 * i), 'a')));
  }
  const Comparison apart = compared(current, baseline);
  EXPECT_FALSE(apart.paired);
  const double p_apart = metric(apart, Statistic::response_length_ks).p_value.value();
  for (int i = 0; i < 20; ++i) {
    baseline[static_cast<std::size_t>(i)].prompt = current[static_cast<std::size_t>(i)].prompt =
        std::to_string(i);
  }
  const Comparison paired = compared(current, baseline);
  EXPECT_TRUE(paired.paired);
  EXPECT_GE(p_apart, 0.9);
  EXPECT_LE(metric(paired, Statistic::response_length_ks).p_value.value(), p_apart);
}

TEST(ExecutionDrift, NamesTheResponsesThatMoveAMetric) {
  const auto baseline = made_responses({.results = 30}, 5);
  auto current = made_responses({.results = 30}, 6);
  current[17].severity = Severity::critical;
  current[17].response = std::string(4'000, 'z');
  const Comparison comparison = compared(current, baseline);
  const auto& entropy = metric(comparison, Statistic::response_entropy).contributions;
  ASSERT_FALSE(entropy.empty());
  EXPECT_EQ(entropy.front().id, "r17");
  EXPECT_TRUE(entropy.front().of_current);
  EXPECT_TRUE(entropy.front().excerpt.starts_with("zzz"));

  // The influence is the value less the value of a comparison without it.
  current.erase(current.begin() + 17);
  const Comparison without = compared(current, baseline);
  EXPECT_NEAR(entropy.front().influence,
              metric(comparison, Statistic::response_entropy).value.value() -
                  metric(without, Statistic::response_entropy).value.value(),
              1e-12);
}

TEST(ExecutionDrift, NamesTheLeastAlikeWhereNoSingleResponseMatters) {
  std::vector<Response> baseline;
  std::vector<Response> current;
  for (std::size_t i = 0; i < 20; ++i) {
    baseline.push_back(response_of("b" + std::to_string(i), std::string(10 + i, 'a')));
    current.push_back(response_of("c" + std::to_string(i), std::string(200 + i, 'a')));
  }
  const Comparison comparison = compared(current, baseline);
  const Measurement& lengths = metric(comparison, Statistic::response_length_ks);
  EXPECT_DOUBLE_EQ(lengths.value.value(), 1);
  ASSERT_FALSE(lengths.contributions.empty());
  EXPECT_EQ(lengths.contributions.front().id, "c19");
  EXPECT_EQ(lengths.contributions.front().influence, 0);
}

TEST(ExecutionDrift, CountsOnlyResultsThatTookPart) {
  auto run = made_responses({.results = 30}, 31);
  for (std::size_t i = 0; i < 25; ++i) run[i].tools.reset();
  for (std::size_t i = 0; i < 10; ++i) run[i].severity.reset();
  run[29].response = " ";
  run[29].embedding.clear();
  const Comparison comparison = compared(run, made_responses({.results = 30}, 32));
  EXPECT_EQ(metric(comparison, Statistic::tool_frequency_chi2).n_current, 5U);
  EXPECT_EQ(metric(comparison, Statistic::tool_sequence_jaccard).n_baseline, 30U);
  EXPECT_EQ(metric(comparison, Statistic::severity_psi).n_current, 20U);
  EXPECT_EQ(metric(comparison, Statistic::response_length_ks).n_current, 29U);
  EXPECT_EQ(metric(comparison, Statistic::centroid_cosine).n_current, 29U);
}

TEST(ExecutionDrift, OfADomainClassifierKeepsAnswersToOnePromptTogether) {
  // The same answers on both sides: nothing tells them apart, and a classifier
  // that learns a twin's side would do far worse than a coin.
  const auto run = made_responses({.results = 60, .prompts = true}, 33);
  const Comparison comparison = compared(run, run);
  EXPECT_NEAR(additional(comparison, "domain_auc").value.value(), 0.5, 0.05);
}

TEST(ExecutionDrift, FindsTheLabelWhereItHappens) {
  const auto baseline = made_responses({.results = 200}, 7);
  auto current = made_responses({.results = 200}, 8);
  for (std::size_t i = 0; i < current.size(); i += 2) current[i].severity = Severity::critical;
  const Comparison comparison = compared(current, baseline);
  const auto& segments = metric(comparison, Statistic::severity_psi).segments;
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments.front().label, "team");
  EXPECT_EQ(segments.front().value, "north");
  EXPECT_GT(segments.front().metric_value, segments.back().metric_value);
  EXPECT_EQ(segments.front().n_current, 100U);
}

TEST(ExecutionDrift, OfProfilesMergedFromPartsIsThatOfTheWhole) {
  const auto baseline = made_responses({.results = 300}, 9);
  const auto current = made_responses({.results = 300, .words = 24}, 10);
  const ProfileOptions options{.sample_rows = 100};
  const auto whole =
      compare_executions(profile_of(current, options), profile_of(baseline, options), kFew);
  ExecutionProfile merged(options);
  for (const std::size_t part : {2UL, 0UL, 1UL}) {
    const std::vector<Response> rows(current.begin() + static_cast<std::ptrdiff_t>(part) * 100,
                                     current.begin() + static_cast<std::ptrdiff_t>(part + 1) * 100);
    ASSERT_TRUE(merged.merge(profile_of(rows, options)));
  }
  const auto parts = compare_executions(merged, profile_of(baseline, options), kFew);
  ASSERT_TRUE(whole && parts);
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    const Measurement& a = whole->results[i];
    const Measurement& b = parts->results[i];
    EXPECT_EQ(a.value, b.value) << a.metric;
    EXPECT_EQ(a.p_value, b.p_value) << a.metric;
    EXPECT_EQ(a.excess, b.excess) << a.metric;
    EXPECT_EQ(a.interval, b.interval) << a.metric;
    EXPECT_EQ(a.p_n_current, 100U);
    EXPECT_EQ(a.n_current, 300U);
    ASSERT_EQ(a.contributions.size(), b.contributions.size());
    for (std::size_t k = 0; k < a.contributions.size(); ++k) {
      EXPECT_EQ(a.contributions[k].id, b.contributions[k].id);
      EXPECT_EQ(a.contributions[k].influence, b.contributions[k].influence);
    }
  }
}

TEST(ExecutionDrift, IsTheSameForAnyNumberOfThreads) {
  const auto baseline = made_responses({.results = 150}, 11);
  const auto current = made_responses({.results = 130, .words = 22}, 12);
  DriftOptions options = kFew;
  const Comparison one = compared(current, baseline, options);
  options.threads = 3;
  const Comparison three = compared(current, baseline, options);
  for (std::size_t i = 0; i < kMetricCount; ++i) {
    EXPECT_EQ(one.results[i].p_value, three.results[i].p_value);
    EXPECT_EQ(one.results[i].interval, three.results[i].interval);
    EXPECT_EQ(one.results[i].excess_interval, three.results[i].excess_interval);
  }
}

TEST(ExecutionDrift, OfBlankResponsesAloneDoesNotApply) {
  const std::vector<Response> blank = {response_of("1", ""), response_of("2", " \n")};
  const std::vector<Response> words = {response_of("1", "one"), response_of("2", "two")};
  const Comparison comparison = compared(blank, words);
  for (const Measurement& measurement : comparison.results) {
    EXPECT_FALSE(measurement.value) << measurement.metric;
    EXPECT_FALSE(measurement.not_applicable.empty());
    EXPECT_FALSE(measurement.p_value);
    EXPECT_FALSE(measurement.interval);
  }
  ASSERT_FALSE(comparison.warnings.empty());
  EXPECT_EQ(comparison.warnings[0], "2 of 2 responses of the current run are blank");
}

TEST(ExecutionDrift, OfVectorsDoesNotApplyWhereOneSideHasNone) {
  const auto with = made_responses({.results = 20}, 41);
  auto without = made_responses({.results = 20}, 42);
  for (Response& response : without) response.embedding.clear();
  for (const bool current_has_them : {true, false}) {
    const Comparison comparison =
        current_has_them ? compared(with, without) : compared(without, with);
    EXPECT_FALSE(metric(comparison, Statistic::centroid_cosine).value);
    EXPECT_FALSE(additional(comparison, "mmd_rbf").value);
    EXPECT_TRUE(metric(comparison, Statistic::response_length_ks).p_value);
  }
}

TEST(ExecutionDrift, OfASampleCountsThoseThatTookPartAndScalesTheSafetyScore) {
  // 6 of 600 results have a severity: few enough for a score above 0.
  auto baseline = made_responses({.results = 600}, 43);
  auto current = made_responses({.results = 600}, 44);
  for (std::size_t i = 0; i < 600; ++i) {
    if (i % 20 != 0) baseline[i].severity = current[i].severity = std::nullopt;
    if (baseline[i].severity) baseline[i].severity = Severity::low;
    if (current[i].severity) current[i].severity = Severity::low;
  }
  const ProfileOptions sampled{.sample_rows = 300};
  DriftOptions options = kFew;
  options.bootstrap_draws = 9'999;  // the end of an interval is looked at
  const auto comparison =
      compare_executions(profile_of(current, sampled), profile_of(baseline, sampled), options);
  ASSERT_TRUE(comparison);
  const Measurement& safety = metric(*comparison, Statistic::safety_score_delta);
  EXPECT_EQ(safety.n_current, 30U);
  EXPECT_LT(safety.p_n_current, 30U);
  EXPECT_GT(safety.p_n_current, 5U);
  // All 30 are low on both sides, in the sample as in the whole: nothing moved.
  EXPECT_NEAR(safety.value.value(), 0, 1e-12);
  EXPECT_LT(safety.interval->high, 0.3);
  EXPECT_NEAR(safety.excess.value(), 0, 0.3);
}

TEST(ExecutionDrift, OfSamplesWithoutRowsHasValuesAndNoCertainty) {
  const auto baseline = made_responses({.results = 40, .prompts = true}, 1);
  const auto current = made_responses({.results = 40, .words = 30, .prompts = true}, 2);
  for (const std::uint64_t sample_rows : {0U, 30U}) {
    const auto comparison =
        compare_executions(profile_of(current, {.sample_rows = 0}),
                           profile_of(baseline, {.sample_rows = sample_rows}), kFew);
    ASSERT_TRUE(comparison);
    ASSERT_EQ(comparison->results.size(), kMetricCount);
    for (const Measurement& measurement : comparison->results) {
      EXPECT_TRUE(measurement.value) << measurement.metric;
      EXPECT_FALSE(measurement.p_value) << measurement.metric;
      EXPECT_FALSE(measurement.interval) << measurement.metric;
      EXPECT_TRUE(measurement.contributions.empty()) << measurement.metric;
      EXPECT_TRUE(measurement.segments.empty()) << measurement.metric;
    }
    for (const Measurement& measurement : comparison->additional) {
      EXPECT_FALSE(measurement.p_value) << measurement.metric;
    }
  }
}

TEST(ExecutionDrift, OfAnEmptyRunIsRefused) {
  const auto empty = compare_executions(ExecutionProfile(), profile_of({response_of("1", "x")}));
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::invalid_input);
}

TEST(ExecutionDrift, OfOneResultASideHasValuesAndNoCertainty) {
  const Comparison comparison =
      compared({response_of("1", "hello there")}, {response_of("1", "hi")});
  const Measurement& lengths = metric(comparison, Statistic::response_length_ks);
  EXPECT_DOUBLE_EQ(lengths.value.value(), 1);
  EXPECT_DOUBLE_EQ(lengths.p_value.value(), 1);
}

}  // namespace
}  // namespace plumb
