#include "record/document_json.h"

#include <cmath>
#include <utility>

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json json_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

std::string json_line(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Interval& interval) {
  return {{"low", json_number(interval.low)},
          {"high", json_number(interval.high)},
          {"level", json_number(interval.level)}};
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
  Json thresholds = Json::object();
  for (const auto& [name, value] : provenance.thresholds) thresholds[name] = json_number(value);
  return {{"plumb_version", provenance.plumb_version},
          {"vectors", std::move(vectors)},
          {"seed", provenance.seed},
          {"permutations", provenance.permutations},
          {"bootstrap_draws", provenance.bootstrap_draws},
          {"sample_rows", provenance.sample_rows},
          {"thresholds", std::move(thresholds)}};
}

Json to_json(const Trend& trend) {
  return {
      {"slope", json_number(trend.slope)}, {"interval", to_json(trend.interval)}, {"n", trend.n}};
}

Json to_json(const TurningPoint& change) {
  return {{"step", change.step},
          {"mean_before", json_number(change.mean_before)},
          {"mean_after", json_number(change.mean_after)},
          {"p_value", json_number(change.p_value)}};
}

}  // namespace plumb
