#include "measure/execution_view.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/made_execution.h"

namespace plumb {
namespace {

using testing::made_responses;
using testing::MadeExecution;
using testing::profile_of;

TEST(ExecutionPart, WithoutLabelsIsTheWhole) {
  const ExecutionProfile profile = profile_of(made_responses({.results = 80, .prompts = true}, 1));
  EXPECT_TRUE(profile.is_whole());
  EXPECT_EQ(profile.part({}), profile);
}

TEST(ExecutionPart, IsWhatItsResultsAloneWouldHaveGiven) {
  std::vector<Response> all = made_responses({.results = 120}, 2);
  all[4].response = "  ";  // blank, of "north"
  all[4].embedding.clear();
  all[6].tools.reset();
  all[8].tools->clear();
  std::vector<Response> north;
  for (const Response& each : all) {
    if (each.labels == Labels{{"team", "north"}}) north.push_back(each);
  }
  ASSERT_EQ(north.size(), 60U);
  const ExecutionProfile part = profile_of(all).part({{"team", "north"}});
  EXPECT_EQ(part, profile_of(north));
  EXPECT_EQ(part.blank(), 1U);
}

TEST(ExecutionPart, AllLabelsHaveToBeThere) {
  std::vector<Response> all = made_responses({.results = 10}, 3);
  all[2].labels.emplace_back("topic", "billing");
  const ExecutionProfile profile = profile_of(all);
  EXPECT_EQ(profile.part({{"team", "north"}, {"topic", "billing"}}).results(), 1U);
  EXPECT_EQ(profile.part({{"team", "south"}, {"topic", "billing"}}).results(), 0U);
  EXPECT_EQ(profile.part({{"team", "west"}}).results(), 0U);
}

TEST(ExecutionPart, OfALargeExecutionIsThatOfItsSample) {
  const ExecutionProfile profile =
      profile_of(made_responses({.results = 500}, 4), {.sample_rows = 100});
  EXPECT_FALSE(profile.is_whole());
  EXPECT_EQ(profile.part({}).results(), 100U);
  const auto north = profile.part({{"team", "north"}}).results();
  EXPECT_GT(north, 25U);
  EXPECT_LT(north, 75U);
}

std::vector<Response> of_lengths(const std::vector<std::size_t>& lengths) {
  std::vector<Response> responses;
  for (const std::size_t length : lengths) {
    Response& response = responses.emplace_back();
    response.id = "r" + std::to_string(responses.size());
    response.response = std::string(length, 'x');
  }
  return responses;
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& bins) {
  return std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
}

TEST(ExecutionView, BothSidesShareTheirBins) {
  const ExecutionView view =
      view_of(profile_of(of_lengths({1, 2, 2, 5})), profile_of(of_lengths({5, 8})));
  EXPECT_EQ(view.lengths.edges, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(view.lengths.baseline, (std::vector<std::uint64_t>{1, 2, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(view.lengths.current, (std::vector<std::uint64_t>{0, 0, 0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(view.baseline_lengths, (LengthQuantiles{1, 1, 2, 2, 5}));
}

TEST(ExecutionView, OneHugeResponseDoesNotFlattenTheOthers) {
  std::vector<std::size_t> lengths(300, 40);
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] += i % 20;
  lengths.push_back(1'000'000);
  const ExecutionView view = view_of(profile_of(of_lengths(lengths)), profile_of(of_lengths({45})));
  EXPECT_EQ(view.lengths.edges.front(), 40);
  EXPECT_EQ(view.lengths.edges.back(), 1'000'001);
  EXPECT_EQ(sum_of(view.lengths.baseline), 301U);
  EXPECT_EQ(view.lengths.baseline.back(), 1U);
  EXPECT_GE(view.lengths.baseline.size(), 20U);
  EXPECT_LE(view.lengths.baseline.size(), 40U);
}

TEST(ExecutionView, NothingToShowIsEmpty) {
  const ExecutionView view = view_of(profile_of(of_lengths({0})), profile_of(of_lengths({0})));
  EXPECT_TRUE(view.lengths.edges.empty());
  EXPECT_FALSE(view.baseline_lengths);
  EXPECT_TRUE(view.tools.empty());
  EXPECT_TRUE(view.transitions.empty());
}

TEST(ExecutionView, ToolsAndTransitionsAreCountedThenAndNow) {
  std::vector<Response> before = of_lengths({1, 1});
  before[0].tools = std::vector{ToolCall{"search", "", ""}, ToolCall{"mail", "", ""}};
  before[1].tools.emplace();
  std::vector<Response> after = of_lengths({1});
  after[0].tools = std::vector{ToolCall{"search", "", ""}};
  const ExecutionView view = view_of(profile_of(before), profile_of(after));
  ASSERT_EQ(view.tools.size(), 3U);
  EXPECT_EQ(view.tools[0], (ToolCount{"search", 1, 1}));
  const auto count = [&](const std::string& from, const std::string& to) {
    for (const Transition& each : view.transitions) {
      if (each.from == from && each.to == to) return std::pair(each.baseline, each.current);
    }
    return std::pair<std::uint64_t, std::uint64_t>(9, 9);
  };
  EXPECT_EQ(count("(start)", "search"), std::pair(std::uint64_t{1}, std::uint64_t{1}));
  EXPECT_EQ(count("(start)", "(end)"), std::pair(std::uint64_t{1}, std::uint64_t{0}));
  EXPECT_EQ(count("search", "(end)"), std::pair(std::uint64_t{0}, std::uint64_t{1}));
}

TEST(LabelValues, AreCountedOnBothSidesAndBounded) {
  std::vector<Response> before = of_lengths({1, 1, 1});
  before[0].labels = {{"city", "Oslo"}};
  before[1].labels = {{"city", "Rome"}};
  before[2].labels = {{"city", "Rome"}, {"zone", "1"}};
  std::vector<Response> after = of_lengths({1});
  after[0].labels = {{"city", "Bern"}};
  const auto labels = label_values(profile_of(before), profile_of(after), 2);
  ASSERT_EQ(labels.size(), 2U);
  EXPECT_EQ(labels[0].name, "city");
  ASSERT_EQ(labels[0].values.size(), 2U);
  EXPECT_EQ(labels[0].values[0].value, "Rome");
  EXPECT_EQ(labels[0].values[0].baseline, 2U);
  EXPECT_EQ(labels[0].values[0].current, 0U);
  EXPECT_EQ(labels[0].more_values, 1U);
}

}  // namespace
}  // namespace plumb
