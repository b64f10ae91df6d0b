// What an agent is meant to do, as data: the single place where its goal stands.
//
// An Intent is a value. A change gives a new one; the old one stays as it was.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace plumb {

struct Intent {
  std::string intent_id;  // a UUID, the same through all versions
  std::string goal;       // never blank
  std::vector<std::string> constraints;
  std::vector<std::string> success_criteria;
  std::vector<std::string> assumptions;
  double confidence = 1.0;     // in [0, 1]
  std::string last_confirmed;  // ISO 8601 in UTC: "2025-03-01T12:00:00Z"
  std::int64_t version = 1;    // from 1, one more for each change of the goal

  friend bool operator==(const Intent&, const Intent&) = default;
};

// What intent_factory fills in where it is not given.
struct IntentFields {
  std::string intent_id;  // empty: a random UUID
  std::vector<std::string> constraints;
  std::vector<std::string> success_criteria;
  std::vector<std::string> assumptions;
  double confidence = 1.0;
  std::string last_confirmed;  // empty: now
};

// A new intent, version 1. Fails with invalid_input like check_intent.
Result<Intent> intent_factory(std::string goal, IntentFields fields = {});

// Fails with invalid_input where the goal is empty, the confidence lies outside
// of [0, 1], the version is below 1, the id is no UUID or the time is not
// ISO 8601 in UTC; the sentence names the field and its value.
Result<void> check_intent(const Intent& intent);

// Another goal: version + 1, confirmed at `now` (empty: the clock's time).
Intent with_updated_goal(const Intent& intent, std::string goal, std::string now = {});

// Another confidence, same version. Fails with invalid_input outside of [0, 1].
Result<Intent> with_confidence(const Intent& intent, double confidence);

// For a system prompt: goal, version, then the lists that are not empty.
//
//   Goal: Summarise the article in one sentence
//   Version: 1
//   Constraints:
//   - At most 30 words
std::string to_prompt_block(const Intent& intent);

}  // namespace plumb
