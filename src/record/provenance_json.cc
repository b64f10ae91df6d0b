#include "record/provenance_json.h"

#include <cmath>

namespace plumb {

using Json = nlohmann::ordered_json;

Json json_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json to_json(const Provenance& provenance) {
  Json vectors = nullptr;
  if (const auto& origin = provenance.vectors) {
    vectors = {{"model", origin->model},
               {"weights_sha256", origin->weights_sha256},
               {"precision", origin->precision},
               {"instruction_set", origin->instruction_set},
               {"dimension", origin->dimension}};
  }
  return {{"plumb_version", provenance.plumb_version},
          {"vectors", std::move(vectors)},
          {"seed", provenance.seed},
          {"permutations", provenance.permutations}};
}

Json to_json(const Trend& trend) {
  return {{"slope", json_number(trend.slope)},
          {"interval",
           {{"low", json_number(trend.interval.low)},
            {"high", json_number(trend.interval.high)},
            {"level", trend.interval.level}}},
          {"n", trend.n}};
}

Json to_json(const TurningPoint& change) {
  return {{"step", change.step},
          {"mean_before", json_number(change.mean_before)},
          {"mean_after", json_number(change.mean_after)},
          {"p_value", json_number(change.p_value)}};
}

}  // namespace plumb
