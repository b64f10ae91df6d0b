#include "record/intent_json.h"

#include <fmt/format.h>

#include "base/json_depth.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

std::unexpected<Error> wrong_type(std::string_view field, const Json& value,
                                  std::string_view expected) {
  std::string shown = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (shown.size() > 60) shown = std::string(value.type_name());
  return fail(ErrorCode::invalid_input,
              fmt::format("\"{}\" of an intent is {}, not {}", field, shown, expected));
}

// nullptr where the member is absent or null.
const Json* given(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

Result<void> read_text(const Json& json, const char* field, std::string& out) {
  const Json* value = given(json, field);
  if (value == nullptr) return {};
  if (!value->is_string()) return wrong_type(field, *value, "text");
  out = value->get_ref<const std::string&>();
  if (!out.empty()) return {};  // which would ask for a default
  return fail(ErrorCode::invalid_input, fmt::format("\"{}\" of an intent is empty", field));
}

Result<void> read_list(const Json& json, const char* field, std::vector<std::string>& out) {
  const Json* value = given(json, field);
  if (value == nullptr) return {};
  if (!value->is_array()) return wrong_type(field, *value, "a list of texts");
  for (const Json& item : *value) {
    if (!item.is_string()) return wrong_type(field, *value, "a list of texts");
    out.push_back(item.get<std::string>());
  }
  return {};
}

}  // namespace

nlohmann::ordered_json intent_to_json(const Intent& intent) {
  return {{"intent_id", intent.intent_id},           {"goal", intent.goal},
          {"constraints", intent.constraints},       {"success_criteria", intent.success_criteria},
          {"assumptions", intent.assumptions},       {"confidence", intent.confidence},
          {"last_confirmed", intent.last_confirmed}, {"version", intent.version}};
}

Result<Intent> intent_from_json(const Json& json) {
  if (!json.is_object()) return fail(ErrorCode::invalid_input, "an intent is no JSON object");
  IntentFields fields;
  std::string goal;
  PLUMB_CHECK_RESULT(read_text(json, "goal", goal));
  PLUMB_CHECK_RESULT(read_text(json, "intent_id", fields.intent_id));
  PLUMB_CHECK_RESULT(read_text(json, "last_confirmed", fields.last_confirmed));
  PLUMB_CHECK_RESULT(read_list(json, "constraints", fields.constraints));
  PLUMB_CHECK_RESULT(read_list(json, "success_criteria", fields.success_criteria));
  PLUMB_CHECK_RESULT(read_list(json, "assumptions", fields.assumptions));
  if (const Json* confidence = given(json, "confidence")) {
    if (!confidence->is_number()) return wrong_type("confidence", *confidence, "a number");
    fields.confidence = confidence->get<double>();
  }
  PLUMB_TRY(Intent intent, intent_factory(std::move(goal), std::move(fields)));
  if (const Json* version = given(json, "version")) {
    if (!version->is_number_integer()) return wrong_type("version", *version, "a whole number");
    intent.version = version->get<std::int64_t>();
  }
  PLUMB_CHECK_RESULT(check_intent(intent));
  return intent;
}

Result<Intent> parse_intent(std::string_view text) {
  if (json_nests_too_deep(text)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("an intent is nested deeper than {} levels", kMaxJsonDepth));
  }
  if (text.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::invalid_input, "an intent holds a NUL byte, so it is no JSON");
  }
  try {
    return intent_from_json(Json::parse(text));
  } catch (const Json::exception& error) {
    return fail(ErrorCode::invalid_input,
                fmt::format("an intent is not valid JSON: {}", error.what()));
  }
}

}  // namespace plumb
