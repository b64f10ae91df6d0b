#include "measure/session_alignment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measure/term_lists.h"
#include "support/must.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::word_embedder;
using Texts = std::vector<std::string>;

const TermList& clinical() {
  static const TermList list = *load_term_list("clinical");
  return list;
}

TEST(Thinking, IsLeftOutClosedUnclosedOrOpenedBefore) {
  EXPECT_EQ(without_thinking("a <think>x</think>b<THINK>y</Think> c"), "a b c");
  EXPECT_EQ(without_thinking("a <think>never closed"), "a ");
  EXPECT_EQ(without_thinking("reasoning that the prompt opened</think>answer"), "answer");
  EXPECT_EQ(without_thinking("<think>a<think>b</think>c"), "c");
  EXPECT_EQ(without_thinking("plain"), "plain");
  EXPECT_EQ(without_thinking(""), "");
}

TEST(ClinicalActions, AreSentencesWithAnActionARiskOrAFollowUp) {
  EXPECT_EQ(extract_actions("<think>You should not see this.</think>I hear you. You should rest. "
                            "Are you safe right\nnow? Any SUICIDAL thoughts? That sounds hard. "
                            "Keep a journal.",
                            clinical()),
            (Texts{"You should rest.", "Are you safe right\nnow?", "Any SUICIDAL thoughts?",
                   "Keep a journal."}));
  EXPECT_EQ(extract_actions("We explored the planet.", clinical()), Texts{});
}

TEST(ClinicalActions, EveryPublishedTermIsInTheList) {
  for (const char* term :
       {"recommend", "suggest",   "advise",    "should",     "plan",         "try",
        "practice",  "schedule",  "start",     "stop",       "increase",     "decrease",
        "continue",  "self-harm", "suicide",   "intent",     "means",        "safe right now",
        "risk",      "crisis",    "follow up", "check in",   "next session", "homework",
        "journal",   "track",     "monitor",   "safety plan"}) {
    EXPECT_TRUE(clinical().find(term)) << term;
  }
  EXPECT_FALSE(clinical().find("recommended journaling")) << "inflections are in wide";
  EXPECT_TRUE(load_term_list("wide")->find("journaling"));
}

TEST(TermLists, AllThatShipCanBeReadAndOthersAreNamed) {
  for (const std::string& name : term_list_names()) EXPECT_TRUE(load_term_list(name)) << name;
  const auto missing = load_term_list("clinicl");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "there is no term list \"clinicl\" and no file of that name; the lists are clinical, "
            "coding, planning, support, wide");
}

TEST(Alignment, IsTheCosineOfActionsAndPlan) {
  const Texts responses = {"So sorry. You should rest.", "Hello."};
  const auto score = must(alignment(responses, "should rest", clinical(), {}, word_embedder()));
  ASSERT_TRUE(score);
  EXPECT_NEAR(*score, 2 / std::sqrt(6), 1e-6);
}

TEST(Alignment, IsNoneWithoutAnActionOrAPlan) {
  EXPECT_FALSE(must(alignment(Texts{"Hello.", ""}, "rest", clinical(), {}, word_embedder())));
  EXPECT_FALSE(must(alignment(Texts{}, "rest", clinical(), {}, word_embedder())));
  EXPECT_FALSE(must(alignment(Texts{"You should rest."}, " ", clinical(), {}, word_embedder())));
  AlignmentOptions full{.mode = AlignmentMode::full};
  EXPECT_FALSE(must(alignment(Texts{" ", ""}, "rest", clinical(), full, word_embedder())));
}

TEST(Alignment, FullJoinsTheRawResponses) {
  const AlignmentOptions full{.mode = AlignmentMode::full};
  const auto score =
      must(alignment(Texts{"<think>a</think>", "b"}, "a b", clinical(), full, word_embedder()));
  // think, a, think, b: 2 / (sqrt(2) sqrt(6)).
  ASSERT_TRUE(score);
  EXPECT_NEAR(*score, 2 / std::sqrt(12), 1e-6);
}

AlignmentInput input_of(const Texts& responses, std::string plan) {
  AlignmentInput input;
  input.responses = responses;
  input.plan = std::move(plan);
  for (const std::string& response : responses) {
    input.actions.push_back(extract_actions(response, clinical()));
    input.turns.push_back(static_cast<std::int64_t>(input.turns.size()) + 1);
  }
  return input;
}

SessionAlignment aligned(const AlignmentInput& input, const AlignmentOptions& options,
                         std::size_t max_words = 1000) {
  TextVectors vectors(word_embedder({}, max_words));
  want_alignment(input, options, vectors);
  must(vectors.embed_wanted());
  want_ranges(input, options, vectors);
  must(vectors.embed_wanted());
  return align(input, options, vectors);
}

TEST(Alignment, TheCurveIsNullUntilTheFirstActionAndLosesNoTurn) {
  const auto input = input_of({"Hello.", "Try tea.", "Fine.", "Stop tea."}, "try tea");
  const auto joined = aligned(input, {});
  ASSERT_EQ(joined.curve.size(), 4u);
  EXPECT_EQ(joined.curve[0], std::nullopt);
  EXPECT_NEAR(*joined.curve[1], 1, 1e-6);
  EXPECT_EQ(joined.curve[2], joined.curve[1]);
  EXPECT_NEAR(*joined.curve[3], 3 / std::sqrt(12), 1e-6);  // try tea stop tea
  EXPECT_EQ(joined.score, joined.curve[3]);

  const auto pooled = aligned(input, {.pooling = AlignmentPooling::mean_sentences});
  EXPECT_EQ(pooled.curve[0], std::nullopt);
  EXPECT_NEAR(*pooled.curve[3], 3 / std::sqrt(12), 1e-6);
}

TEST(Alignment, WhatNoLongerFitsIsToldAndPoolingStillSeesIt) {
  const auto input =
      input_of({"Try tea and rest.", "Stop all of it.", "Hm.", "Try walks."}, "try walks");
  const auto joined = aligned(input, {}, 5);
  EXPECT_TRUE(joined.truncated);
  EXPECT_EQ(joined.full_at_turn, 4) << "turn 2 was cut, turn 4 is not seen at all";
  EXPECT_EQ(joined.curve[3], joined.curve[1]);
  const auto pooled = aligned(input, {.pooling = AlignmentPooling::mean_sentences}, 5);
  EXPECT_FALSE(pooled.truncated);
  EXPECT_GT(*pooled.curve[3], *pooled.curve[1]);
}

TEST(Alignment, ARangeIsOfTheActionsWithOneLeftOut) {
  const auto input = input_of({"Try tea.", "Stop tea.", "Hm.", "Try rest."}, "try tea");
  // All three 4 / sqrt(20); without the first 2 / sqrt(8), without another 3 / sqrt(12).
  for (const AlignmentPooling pooling :
       {AlignmentPooling::joined, AlignmentPooling::mean_sentences}) {
    const auto got = aligned(input, {.pooling = pooling});
    ASSERT_EQ(got.ranges.size(), 4u);
    EXPECT_FALSE(got.ranges[0]);
    EXPECT_FALSE(got.ranges[2]) << "two actions";
    ASSERT_TRUE(got.ranges[3]);
    EXPECT_NEAR(*got.curve[3], 4 / std::sqrt(20), 1e-6);
    EXPECT_NEAR(got.ranges[3]->low, 2 / std::sqrt(8), 1e-6);
    EXPECT_NEAR(got.ranges[3]->high, 3 / std::sqrt(12), 1e-6);
  }
  Texts many(513, "Try tea.");
  const auto long_session =
      aligned(input_of(many, "try tea"), {.pooling = AlignmentPooling::mean_sentences});
  EXPECT_TRUE(long_session.ranges.at(511));
  EXPECT_FALSE(long_session.ranges.at(512));
  const auto cut = aligned(input, {}, 5);
  EXPECT_TRUE(cut.curve[3]);
  EXPECT_FALSE(cut.ranges[3]) << "the model did not read the last action whole";
  EXPECT_FALSE(aligned(input_of({"Try tea. Stop tea. Try rest."}, " "), {}).ranges.at(0));
}

TEST(Alignment, BandsHaveTheirExactEdges) {
  EXPECT_EQ(band_of(std::nextafter(0.8, 1)), AlignmentBand::strong);
  EXPECT_EQ(band_of(0.8), AlignmentBand::moderate);
  EXPECT_EQ(band_of(0.6), AlignmentBand::moderate);
  EXPECT_EQ(band_of(std::nextafter(0.6, 0)), AlignmentBand::poor);
  EXPECT_EQ(band_of(-1), AlignmentBand::poor);
}

}  // namespace
}  // namespace plumb
