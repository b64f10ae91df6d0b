#include "measure/stereotype_run.h"

#include <gtest/gtest.h>

#include "support/must.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::word_embedder;

Evaluation evaluation_of(std::size_t entries) {
  Evaluation evaluation;
  evaluation.model = "m";
  for (std::size_t i = 0; i < entries; ++i) {
    EvaluationEntry entry;
    const auto add = [&](std::string_view name, std::string value) {
      entry.fields.push_back({std::string(name), std::move(value), FieldKind::text});
    };
    add(evaluation_field::kStereotypeText, "bakers are calm");
    add(evaluation_field::kControl, "a calm answer " + std::to_string(i));
    add(evaluation_field::kBias, "another answer " + std::to_string(i * 7));
    evaluation.entries.push_back(std::move(entry));
  }
  return evaluation;
}

std::vector<TextScore> scores_of(std::span<const std::string_view> texts) {
  std::vector<TextScore> scores;
  for (const std::string_view text : texts) {
    scores.push_back({static_cast<double>(text.size() % 10) / 10, false});
  }
  return scores;
}

TEST(StereotypeRun, RowsDoNotDependOnTheWindow) {
  StereotypeRunOptions one_by_one;
  one_by_one.window_tokens = 1;
  const auto whole = must(analyse_evaluation(evaluation_of(20), scores_of, word_embedder()));
  const auto parts =
      must(analyse_evaluation(evaluation_of(20), scores_of, word_embedder(), one_by_one));
  ASSERT_EQ(whole.rows.size(), 20U);
  EXPECT_EQ(parts.rows, whole.rows);
  EXPECT_EQ(parts.warnings, whole.warnings);
}

TEST(StereotypeRun, EachWindowIsToldBefore) {
  StereotypeRunOptions options;
  options.window_tokens = 1;
  std::vector<std::size_t> told;
  options.before_window = [&](std::size_t done) -> Result<void> {
    told.push_back(done);
    return {};
  };
  must(analyse_evaluation(evaluation_of(3), scores_of, word_embedder(), options));
  EXPECT_EQ(told, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(StereotypeRun, WhatTheCallerFailsWithEndsIt) {
  StereotypeRunOptions options;
  options.window_tokens = 1;
  options.before_window = [](std::size_t done) -> Result<void> {
    if (done < 2) return {};
    return fail(ErrorCode::interrupted, "enough");
  };
  const auto stopped = analyse_evaluation(evaluation_of(9), scores_of, word_embedder(), options);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "enough");
}

}  // namespace
}  // namespace plumb
