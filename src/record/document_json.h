// What the JSON documents of all commands share: provenance, intervals and trends as
// members, and a document as text. What is missing, and what is not finite, is null.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "record/provenance.h"
#include "record/trend.h"

namespace plumb {

nlohmann::ordered_json to_json(const Interval& interval);
nlohmann::ordered_json to_json(const Provenance& provenance);
nlohmann::ordered_json to_json(const Trend& trend);
nlohmann::ordered_json to_json(const TurningPoint& change);

nlohmann::ordered_json json_number(std::optional<double> value);

// One line of valid UTF-8 without its end; bytes that are not become U+FFFD.
std::string json_line(const nlohmann::ordered_json& document);

// As text, a number or by to_json; null where there is none.
template <class Value>
nlohmann::ordered_json json_or_null(const std::optional<Value>& value) {
  if (!value) return nullptr;
  if constexpr (requires { to_json(*value); }) {
    return to_json(*value);
  } else {
    return *value;
  }
}

}  // namespace plumb
