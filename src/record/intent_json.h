// An Intent as JSON and back, exactly.
#pragma once

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "record/intent.h"

namespace plumb {

// Members in the order of the record.
nlohmann::ordered_json intent_to_json(const Intent& intent);

// Members that are absent or null take their defaults, but for the goal; others
// are ignored. Fails with invalid_input for a wrong type and like check_intent.
Result<Intent> intent_from_json(const nlohmann::json& json);

// The same from text. Fails with invalid_input where it is no JSON.
Result<Intent> parse_intent(std::string_view text);

}  // namespace plumb
