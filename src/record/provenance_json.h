// Provenance, intervals and trends as members of a JSON document. What is missing, and
// what is not finite, is null.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "record/provenance.h"
#include "record/trend.h"

namespace plumb {

nlohmann::ordered_json to_json(const Provenance& provenance);
nlohmann::ordered_json to_json(const Trend& trend);
nlohmann::ordered_json to_json(const TurningPoint& change);

nlohmann::ordered_json json_number(std::optional<double> value);

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
