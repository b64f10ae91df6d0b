#include "measure/intent_policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/must.h"
#include "support/word_embedder.h"

namespace plumb {
namespace {

using testing::word_embedder;

const IntentPolicy kGuard{.kind = IntentPolicyKind::guard};
const IntentPolicy kFollow{.kind = IntentPolicyKind::follow};

IntentUpdate update(const IntentPolicy& policy, double similarity) {
  return move_intent(policy, "goal", "instruction", similarity).update;
}

TEST(IntentPolicy, GuardKeepsTheGoalBelowItsThresholdAlone) {
  const auto conflict = move_intent(kGuard, "goal", "instruction", std::nextafter(0.5, 0));
  EXPECT_EQ(conflict.update, IntentUpdate::conflict);
  EXPECT_TRUE(conflict.conflict_would_trigger);
  EXPECT_FALSE(conflict.new_goal);

  const auto extended = move_intent(kGuard, "goal", "instruction", 0.5);
  EXPECT_EQ(extended.update, IntentUpdate::extended);
  EXPECT_FALSE(extended.conflict_would_trigger);
  EXPECT_EQ(extended.new_goal, "goal Also: instruction");
}

TEST(IntentPolicy, FollowHasItsEdgesInTheMiddleBand) {
  EXPECT_EQ(update(kFollow, std::nextafter(0.8, 1)), IntentUpdate::refinement);
  EXPECT_EQ(update(kFollow, 0.8), IntentUpdate::high_drift_risk);
  EXPECT_EQ(update(kFollow, 0.6), IntentUpdate::high_drift_risk);
  EXPECT_EQ(update(kFollow, std::nextafter(0.6, 0)), IntentUpdate::major_shift);
  EXPECT_FALSE(move_intent(kFollow, "goal", "instruction", 0.9).new_goal);
  EXPECT_EQ(move_intent(kFollow, "goal", "instruction", 0.7).new_goal, "instruction");
  EXPECT_EQ(move_intent(kFollow, "goal", "instruction", -0.1).new_goal, "instruction");
}

TEST(IntentPolicy, ABlankInstructionMovesNothing) {
  for (const IntentPolicy& policy : {kGuard, kFollow}) {
    const auto move = move_intent(policy, "goal", " ", std::nullopt);
    EXPECT_EQ(move.update, IntentUpdate::unchanged);
    EXPECT_FALSE(move.new_goal);
  }
}

TEST(IntentPolicy, ReadsBackWhatItWrites) {
  IntentPolicy follow{.kind = IntentPolicyKind::follow};
  follow.major_shift_below = 0.3;
  IntentPolicy guard;
  guard.conflict_below = -0.25;
  for (const IntentPolicy& policy : {follow, guard}) {
    const auto read = read_policy(name_of(policy.kind), thresholds_of(policy));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, policy);
  }
}

TEST(IntentPolicy, RefusesWhatItCannotMean) {
  const auto message = [](std::string_view name, PolicyThresholds thresholds) {
    const auto read = read_policy(name, thresholds);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(message("gaurd", {}),
            "the intent policy \"gaurd\" is not known; it is guard or follow");
  EXPECT_EQ(message("guard", {{"refinement_above", 0.8}}),
            "the intent policy guard has no threshold \"refinement_above\"");
  EXPECT_EQ(message("guard", {{"conflict_below", 1.5}}),
            "the intent policy's threshold conflict_below is 1.5; a cosine lies in [-1, 1]");
  EXPECT_NE(message("guard", {{"conflict_below", std::nan("")}}), "");
  EXPECT_NE(message("follow", {{"major_shift_below", 0.9}}), "");
}

// "cut costs" and "cut costs now" have a cosine of 2 / sqrt(6) = 0.816.
TEST(IntentReplay, FollowReplacesFarGoalsAndKeepsNearOnes) {
  TextVectors vectors(word_embedder());
  const auto replay = must(intent_replay({"cut costs",
                                          kFollow,
                                          {{0, "write a poem"},
                                           {1, "cut costs now"},
                                           {2, "cut wood"},
                                           {3, "cut wood today and rest"},
                                           {4, " "}}},
                                         vectors));
  ASSERT_EQ(replay.size(), 5u);
  EXPECT_EQ(replay[0].update, IntentUpdate::initial);
  EXPECT_FALSE(replay[0].similarity);
  EXPECT_EQ(replay[0].goal, "cut costs");
  EXPECT_EQ(replay[1].update, IntentUpdate::refinement);
  EXPECT_NEAR(*replay[1].similarity, 2 / std::sqrt(6), 1e-7);
  EXPECT_EQ(replay[1].version, 1);
  EXPECT_EQ(replay[2].update, IntentUpdate::major_shift);  // 1 / 2
  EXPECT_EQ(replay[2].goal, "cut wood");
  EXPECT_EQ(replay[2].version, 2);
  EXPECT_EQ(replay[3].update, IntentUpdate::high_drift_risk);  // 2 / sqrt(10) = 0.632
  EXPECT_EQ(replay[3].goal, "cut wood today and rest");
  EXPECT_EQ(replay[3].version, 3);
  EXPECT_EQ(replay[4].update, IntentUpdate::unchanged);
  EXPECT_EQ(replay[4].version, 3);
}

TEST(IntentReplay, GuardAddsNearInstructionsAndFlagsFarOnes) {
  TextVectors vectors(word_embedder({}, 6));
  const auto replay = must(
      intent_replay({"cut costs",
                     kGuard,
                     {{0, "start"}, {1, "cut costs now"}, {2, "sing songs"}, {3, "cut costs"}}},
                    vectors));
  EXPECT_EQ(replay[1].update, IntentUpdate::extended);
  EXPECT_EQ(replay[1].goal, "cut costs Also: cut costs now");
  EXPECT_FALSE(replay[1].truncated);
  EXPECT_EQ(replay[2].update, IntentUpdate::conflict);
  EXPECT_TRUE(replay[2].conflict_would_trigger);
  EXPECT_EQ(replay[2].goal, replay[1].goal);
  EXPECT_EQ(replay[2].version, 2);
  EXPECT_EQ(replay[3].goal, "cut costs Also: cut costs now Also: cut costs");
  EXPECT_TRUE(replay[3].truncated) << "the embedder sees six words";
}

TEST(IntentReplay, ManyTasksGiveTheResultsOfEachAloneInFewerCalls) {
  const std::vector<ReplayInput> inputs = {
      {"cut costs", kGuard, {{0, "a"}, {1, "cut wood"}, {2, "cut costs"}}},
      {"sing songs", kFollow, {{1, "sing songs loud"}, {2, "paint"}, {5, "sing"}}},
      {"nothing", kGuard, {}}};
  auto log = std::make_shared<testing::EmbedderLog>();
  TextVectors together(word_embedder(log));
  const auto replays = must(intent_replays(inputs, together));
  EXPECT_LE(log->calls, 4u);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    TextVectors alone(word_embedder());
    const auto replay = must(intent_replay(inputs[i], alone));
    ASSERT_EQ(replays[i].size(), replay.size());
    for (std::size_t k = 0; k < replay.size(); ++k) {
      EXPECT_EQ(replays[i][k].goal, replay[k].goal);
      EXPECT_EQ(replays[i][k].update, replay[k].update);
      EXPECT_EQ(replays[i][k].version, replay[k].version);
    }
  }
}

}  // namespace
}  // namespace plumb
