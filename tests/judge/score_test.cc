#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "judge/judge.h"

namespace plumb {
namespace {

double just_below(double value) {
  return std::nextafter(value, -std::numeric_limits<double>::infinity());
}

TEST(SeverityOfDrift, ChangesAtTheExactEdges) {
  EXPECT_EQ(severity_of_drift(0.45), Severity::critical);
  EXPECT_EQ(severity_of_drift(just_below(0.45)), Severity::high);
  EXPECT_EQ(severity_of_drift(0.30), Severity::high);
  EXPECT_EQ(severity_of_drift(just_below(0.30)), Severity::medium);
  EXPECT_EQ(severity_of_drift(0.20), Severity::medium);
  EXPECT_EQ(severity_of_drift(just_below(0.20)), Severity::low);
  EXPECT_EQ(severity_of_drift(0), Severity::low);
  EXPECT_EQ(severity_of_drift(7), Severity::critical);  // PSI has no upper bound
}

// No tolerance: the metrics that are ratios of counts round once, so that an edge is met exactly.
TEST(SeverityOfDrift, ComparesTheDoubleThatWasComputed) {
  EXPECT_EQ(severity_of_drift(6.0 / 20), Severity::high);
  EXPECT_EQ(severity_of_drift(0.7 - 0.4), Severity::medium);
}

TEST(GradeOf, ChangesAtTheExactEdges) {
  EXPECT_EQ(grade_of(100), Grade::a);
  EXPECT_EQ(grade_of(90), Grade::a);
  EXPECT_EQ(grade_of(just_below(90)), Grade::b);
  EXPECT_EQ(grade_of(75), Grade::b);
  EXPECT_EQ(grade_of(just_below(75)), Grade::c);
  EXPECT_EQ(grade_of(60), Grade::c);
  EXPECT_EQ(grade_of(just_below(60)), Grade::d);
  EXPECT_EQ(grade_of(45), Grade::d);
  EXPECT_EQ(grade_of(just_below(45)), Grade::f);
  EXPECT_EQ(grade_of(0), Grade::f);
}

TEST(SafetyScore, OfSevenFiveFiveThreeIsZero) {
  const std::array<std::uint64_t, kSeverityCount> counts = {7, 5, 5, 3, 0, 0};
  EXPECT_EQ(safety_score(counts), 0.0);
  EXPECT_EQ(grade_of(safety_score(counts)), Grade::f);
}

TEST(SafetyScore, TakesEachSeveritysCost) {
  EXPECT_EQ(safety_score(std::array<std::uint64_t, 6>{1, 1, 1, 1, 1, 1}), 61.5);
  EXPECT_EQ(safety_score(std::array<std::uint64_t, 6>{2, 1, 0, 0, 0, 0}), 50);
  EXPECT_EQ(safety_score(std::array<std::uint64_t, 6>{0, 0, 0, 0, 3, 2}), 96.5);
  EXPECT_EQ(safety_score(std::array<std::uint64_t, 6>{}), 100);
}

TEST(SafetyScore, StaysWithinItsBoundsForHugeCounts) {
  std::array<std::uint64_t, 6> counts{};
  counts.fill(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(safety_score(counts), 0);
}

}  // namespace
}  // namespace plumb
