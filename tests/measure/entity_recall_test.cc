#include "measure/entity_recall.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

std::optional<MentionKind> mention(std::string_view entity, std::string_view text) {
  return MentionIndex(text).find(entity);
}

TEST(EntityRecall, FindsExactThenNormalisedThenNearMentions) {
  EXPECT_EQ(mention("Sertraline 50 mg", "Take Sertraline 50 mg."), MentionKind::exact);
  EXPECT_EQ(mention("Sertraline 50 mg", "take sertraline, 50  MG"), MentionKind::normalised);
  // Shared: sertraline, mg; all: sertraline, 50, mg. 2 / 3.
  EXPECT_EQ(mention("sertraline 50 mg", "some sertraline mg dose"), MentionKind::near);
  EXPECT_EQ(mention("(asthma)", "her (asthma) again"), MentionKind::exact);
}

TEST(EntityRecall, NearMeansAJaccardIndexOfSixTenths) {
  // 3 shared of 5: 0.6 itself counts.
  EXPECT_EQ(mention("a b c d e", "a b c"), MentionKind::near);
  // 2 shared of 4.
  EXPECT_EQ(mention("a b c d", "a b x y"), std::nullopt);
  EXPECT_EQ(mention("panic attacks", "panic about many other attacks"), std::nullopt);
  EXPECT_EQ(mention("panic attacks", "panic or attacks"), MentionKind::near);
}

TEST(EntityRecall, WordsAreWhole) {
  EXPECT_EQ(mention("rash", "a crash"), std::nullopt);
  EXPECT_EQ(mention("rash", "rashes"), std::nullopt);
}

TEST(EntityRecall, ANegationAmongTheFiveWordsBeforeDoesNotCount) {
  EXPECT_EQ(mention("diabetes", "There is no history of diabetes."), std::nullopt);
  EXPECT_EQ(mention("diabetes", "He doesn\u2019t have diabetes"), std::nullopt);
  EXPECT_EQ(mention("diabetes", "She denies one two three four diabetes"), std::nullopt);
  EXPECT_EQ(mention("diabetes", "She denies one two three four five diabetes"), MentionKind::exact);
  EXPECT_EQ(mention("diabetes", "I see none. Diabetes is treated"), MentionKind::normalised)
      << "a negation reaches no further than its sentence";
  EXPECT_EQ(mention("diabetes", "No diabetes then. Now diabetes."), MentionKind::exact)
      << "one mention that counts is enough";
}

TEST(EntityRecall, AnEntityWithoutAWordIsNeverMentioned) {
  EXPECT_EQ(mention("", "text"), std::nullopt);
  EXPECT_EQ(mention("--", "-- text"), std::nullopt);
}

RecallInput input_of(std::vector<std::optional<std::string>> responses) {
  RecallInput input;
  input.entities = {"asthma", "penicillin allergy"};
  for (std::size_t i = 0; i < responses.size(); ++i) {
    input.turns.push_back(static_cast<std::int64_t>(i) + 1);
  }
  input.responses = std::move(responses);
  return input;
}

TEST(EntityRecall, TheCurveKeepsItsGaps) {
  std::vector<TurnMentions> mentions;
  const auto recall = entity_recall(
      input_of({"asthma and penicillin allergy", std::nullopt, "asthma", ""}), mentions);
  ASSERT_EQ(recall.curve.size(), 4u);
  EXPECT_EQ(recall.curve[0], 1.0);
  EXPECT_EQ(recall.curve[1], std::nullopt);
  EXPECT_EQ(recall.curve[2], 0.5);
  EXPECT_EQ(recall.curve[3], 0.0) << "a response that is blank mentions nothing";
  EXPECT_EQ(mentions[2].missing, std::vector<std::string>{"penicillin allergy"});
  EXPECT_FALSE(recall.at_turn_10);
  EXPECT_TRUE(recall.f1.empty());
  ASSERT_TRUE(recall.slope);
  EXPECT_EQ(recall.slope->n, 3u);
  // Points (1, 1), (3, 0.5), (4, 0): the slope is -9/28.
  EXPECT_NEAR(recall.slope->slope, -9.0 / 28, 1e-12);
}

TEST(EntityRecall, TurnTenIsTheOneOfThatNumber) {
  std::vector<std::optional<std::string>> responses(12, "nothing");
  responses[9] = "asthma";
  std::vector<TurnMentions> mentions;
  EXPECT_EQ(entity_recall(input_of(responses), mentions).at_turn_10, 0.5);
}

TEST(EntityRecall, FOneWeighsOtherEntriesOfTheVocabulary) {
  RecallInput input = input_of({"asthma, gout and migraine", "nothing"});
  input.vocabulary = {"Asthma", "gout", "migraine", "eczema"};
  std::vector<TurnMentions> mentions;
  const auto recall = entity_recall(input, mentions);
  // Precision 1 / 3, recall 1 / 2.
  EXPECT_NEAR(*recall.f1[0], 0.4, 1e-12);
  EXPECT_EQ(recall.f1[1], 0.0);
  EXPECT_EQ(recall.never_mentioned, std::vector<std::string>{"penicillin allergy"});
  EXPECT_FALSE(recall.slope) << "two values";
}

}  // namespace
}  // namespace plumb
