#include "record/intent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/clock.h"
#include "base/uuid.h"
#include "record/intent_json.h"

namespace plumb {
namespace {

IntentFields known_fields() {
  IntentFields fields;
  fields.intent_id = "123e4567-e89b-42d3-a456-426614174000";
  fields.last_confirmed = "2025-03-01T12:00:00Z";
  return fields;
}

Intent some_intent() {
  IntentFields fields = known_fields();
  fields.constraints = {"At most 30 words", "No names"};
  fields.assumptions = {"The article is in English"};
  fields.confidence = 0.1;
  return *intent_factory("Summarise \"the\" article\n\u00e9", fields);
}

TEST(Intent, StartsAtVersionOneWithAnIdAndATime) {
  const auto intent = intent_factory("Plan a trip");
  ASSERT_TRUE(intent.has_value());
  EXPECT_EQ(intent->version, 1);
  EXPECT_EQ(intent->confidence, 1.0);
  EXPECT_TRUE(is_uuid(intent->intent_id)) << intent->intent_id;
  EXPECT_EQ(intent->intent_id[14], '4');
  EXPECT_TRUE(is_utc_time(intent->last_confirmed)) << intent->last_confirmed;
  EXPECT_NE(intent_factory("Plan a trip")->intent_id, intent->intent_id);
}

TEST(Intent, RefusesAConfidenceOutsideOfZeroToOne) {
  for (const double confidence : {-0.001, 1.001, std::nan(""), HUGE_VAL}) {
    IntentFields fields = known_fields();
    fields.confidence = confidence;
    const auto intent = intent_factory("Plan a trip", fields);
    ASSERT_FALSE(intent.has_value()) << confidence;
    EXPECT_EQ(intent.error().code, ErrorCode::invalid_input);
    EXPECT_FALSE(with_confidence(some_intent(), confidence).has_value()) << confidence;
  }
  EXPECT_EQ(with_confidence(some_intent(), 1.001).error().message,
            "the confidence of an intent is 1.001; it lies in [0, 1]");
  EXPECT_TRUE(with_confidence(some_intent(), 0).has_value());
  EXPECT_TRUE(with_confidence(some_intent(), 1).has_value());
}

TEST(Intent, RefusesABlankGoalAnIdThatIsNoneAndATimeThatIsNotUtc) {
  EXPECT_FALSE(intent_factory(" \n").has_value());
  IntentFields fields = known_fields();
  fields.intent_id = "7";
  EXPECT_FALSE(intent_factory("Plan", fields).has_value());
  for (const char* time :
       {"2025-03-01", "2025-02-29T12:00:00Z", "2025-03-01T12:00:00+02:00", "2025-03-01T24:00:00Z",
        "2025-03-01T12:00:00", "2025-03-01T12:00:00.Z"}) {
    fields = known_fields();
    fields.last_confirmed = time;
    EXPECT_FALSE(intent_factory("Plan", fields).has_value()) << time;
  }
  fields.last_confirmed = "2024-02-29T23:59:60.123456+00:00";
  EXPECT_TRUE(intent_factory("Plan", fields).has_value());
}

TEST(Intent, CountsVersionsByChangesOfTheGoal) {
  const Intent first = some_intent();
  const Intent second = with_updated_goal(first, "Another", "2025-03-02T00:00:00Z");
  EXPECT_EQ(second.goal, "Another");
  EXPECT_EQ(second.version, 2);
  EXPECT_EQ(second.intent_id, first.intent_id);
  EXPECT_EQ(second.last_confirmed, "2025-03-02T00:00:00Z");
  EXPECT_EQ(first, some_intent());
  const Intent surer = *with_confidence(second, 0.75);
  EXPECT_EQ(surer.version, 2);
  EXPECT_EQ(surer.confidence, 0.75);
}

TEST(Intent, PrintsGoalAndVersionThenOnlyListsThatHoldSomething) {
  EXPECT_EQ(to_prompt_block(*intent_factory("Plan a trip", known_fields())),
            "Goal: Plan a trip\nVersion: 1");
  EXPECT_EQ(to_prompt_block(some_intent()),
            "Goal: Summarise \"the\" article\n\u00e9\nVersion: 1\nConstraints:\n"
            "- At most 30 words\n- No names\nAssumptions:\n- The article is in English");
}

TEST(Intent, ComesBackFromJsonExactly) {
  Intent intent = some_intent();
  for (const double confidence : {0.1, 1.0 / 3, 5e-324, 0.0, 1.0}) {
    intent.confidence = confidence;
    intent.version = std::numeric_limits<std::int64_t>::max();
    const auto back = parse_intent(intent_to_json(intent).dump());
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ(*back, intent);
  }
}

TEST(Intent, RefusesJsonOfAnotherShape) {
  EXPECT_EQ(parse_intent(R"({"goal":3})").error().message, "\"goal\" of an intent is 3, not text");
  EXPECT_EQ(parse_intent(R"({"goal":"g","constraints":["a",1]})").error().message,
            "\"constraints\" of an intent is [\"a\",1], not a list of texts");
  EXPECT_EQ(parse_intent(R"({"goal":"g","version":0})").error().message,
            "the version of an intent is 0; versions count from 1");
  EXPECT_FALSE(parse_intent(R"({"goal":"g","version":18446744073709551615})").has_value());
  EXPECT_FALSE(parse_intent(R"({"goal":"g","confidence":1e400})").has_value());
  EXPECT_FALSE(parse_intent("[]").has_value());
  EXPECT_FALSE(parse_intent("{").has_value());
  EXPECT_FALSE(parse_intent(std::string(10'000, '[')).has_value());
}

}  // namespace
}  // namespace plumb
