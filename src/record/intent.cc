#include "record/intent.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/uuid.h"

namespace plumb {
namespace {

bool is_blank_ascii(std::string_view text) {
  return text.find_first_not_of(" \t\n\v\f\r") == std::string_view::npos;
}

Result<void> check_confidence(double confidence) {
  if (confidence >= 0 && confidence <= 1) return {};  // false for NaN
  return fail(ErrorCode::invalid_input,
              fmt::format("the confidence of an intent is {}; it lies in [0, 1]", confidence));
}

void append_list(std::string& out, std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out += fmt::format("{}:\n", title);
  for (const std::string& item : items) out += fmt::format("- {}\n", item);
}

}  // namespace

Result<Intent> intent_factory(std::string goal, IntentFields fields) {
  Intent intent;
  intent.intent_id = fields.intent_id.empty() ? random_uuid() : std::move(fields.intent_id);
  intent.goal = std::move(goal);
  intent.constraints = std::move(fields.constraints);
  intent.success_criteria = std::move(fields.success_criteria);
  intent.assumptions = std::move(fields.assumptions);
  intent.confidence = fields.confidence;
  intent.last_confirmed =
      fields.last_confirmed.empty() ? utc_now() : std::move(fields.last_confirmed);
  PLUMB_CHECK_RESULT(check_intent(intent));
  return intent;
}

Result<void> check_intent(const Intent& intent) {
  if (is_blank_ascii(intent.goal)) {
    return fail(ErrorCode::invalid_input, "the goal of an intent is blank; say what is wanted");
  }
  PLUMB_CHECK_RESULT(check_confidence(intent.confidence));
  if (intent.version < 1) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("the version of an intent is {}; versions count from 1", intent.version));
  }
  if (!is_uuid(intent.intent_id)) {
    return fail(ErrorCode::invalid_input, fmt::format("the intent_id \"{}\" is no UUID, such as "
                                                      "123e4567-e89b-42d3-a456-426614174000",
                                                      intent.intent_id));
  }
  if (!is_utc_time(intent.last_confirmed)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("last_confirmed is \"{}\", not a time in UTC by ISO 8601, such as "
                            "2025-03-01T12:00:00Z",
                            intent.last_confirmed));
  }
  return {};
}

Intent with_updated_goal(const Intent& intent, std::string goal, std::string now) {
  Intent updated = intent;
  updated.goal = std::move(goal);
  updated.last_confirmed = now.empty() ? utc_now() : std::move(now);
  ++updated.version;
  return updated;
}

Result<Intent> with_confidence(const Intent& intent, double confidence) {
  PLUMB_CHECK_RESULT(check_confidence(confidence));
  Intent updated = intent;
  updated.confidence = confidence;
  return updated;
}

std::string to_prompt_block(const Intent& intent) {
  std::string out = fmt::format("Goal: {}\nVersion: {}\n", intent.goal, intent.version);
  append_list(out, "Constraints", intent.constraints);
  append_list(out, "Success criteria", intent.success_criteria);
  append_list(out, "Assumptions", intent.assumptions);
  out.pop_back();  // no line end behind the last line
  return out;
}

}  // namespace plumb
