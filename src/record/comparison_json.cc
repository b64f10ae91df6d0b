#include "record/comparison_json.h"

#include <cmath>
#include <utility>

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(std::optional<double> value) {
  return value ? number(*value) : Json(nullptr);
}

template <class Named>
Json name(std::optional<Named> value) {
  return value ? Json(name_of(*value)) : Json(nullptr);
}

Json interval(const std::optional<Interval>& value) {
  if (!value) return nullptr;
  return {
      {"low", number(value->low)}, {"high", number(value->high)}, {"level", number(value->level)}};
}

template <class Items, class ToJson>
Json array(const Items& items, ToJson to_json_of) {
  Json out = Json::array();
  for (const auto& item : items) out.push_back(to_json_of(item));
  return out;
}

Json fact(const Fact& fact) {
  return {{"name", fact.name}, {"value", number(fact.value)}};
}

Json change(const Change& change) {
  return {{"name", change.name},
          {"baseline", change.baseline},
          {"current", change.current},
          {"baseline_share", number(change.baseline_share)},
          {"current_share", number(change.current_share)}};
}

Json contribution(const Contribution& each) {
  return {{"side", each.of_current ? "current" : "baseline"},
          {"id", each.id},
          {"excerpt", each.excerpt},
          {"influence", number(each.influence)}};
}

Json segment(const Segment& segment) {
  return {{"label", segment.label},
          {"label_value", segment.value},
          {"value", number(segment.metric_value)},
          {"p_value", number(segment.p_value)},
          {"n_current", segment.n_current},
          {"n_baseline", segment.n_baseline}};
}

Json details(const Measurement& m) {
  return {{"not_applicable", m.not_applicable.empty() ? Json(nullptr) : Json(m.not_applicable)},
          {"verdict", name(m.verdict)},
          {"excess", number(m.excess)},
          {"excess_interval", interval(m.excess_interval)},
          {"p_n", {{"current", m.p_n_current}, {"baseline", m.p_n_baseline}}},
          {"facts", array(m.facts, fact)},
          {"changes", array(m.changes, change)},
          {"contributions", array(m.contributions, contribution)},
          {"segments", array(m.segments, segment)}};
}

Json side(const ComparedSide& side) {
  Json counts = Json::object();
  for (const Severity severity : kSeverities) {
    counts[std::string(name_of(severity))] =
        side.severity_counts[static_cast<std::size_t>(severity)];
  }
  return {{"name", side.name},
          {"source", side.source},
          {"results", side.results},
          {"blank", side.blank},
          {"truncated", side.truncated},
          {"skipped", side.skipped},
          {"with_severity", side.with_severity},
          {"with_trace", side.with_trace},
          {"severity_counts", std::move(counts)},
          {"safety_score", number(side.safety_score)},
          {"safety_grade", name(side.safety_grade)}};
}

Json distribution(const Distribution& each) {
  return {{"name", each.name},
          {"unit", each.unit},
          {"edges", array(each.edges, [](double edge) { return number(edge); })},
          {"baseline", each.baseline},
          {"current", each.current}};
}

Json transition(const Transition& each) {
  return {
      {"from", each.from}, {"to", each.to}, {"baseline", each.baseline}, {"current", each.current}};
}

Json gate(const GateResult& each) {
  return {{"gate", each.gate}, {"outcome", name_of(each.outcome)}, {"reason", each.reason}};
}

Json type_score(const TypeScore& each) {
  return {{"type", name_of(each.type)},
          {"applicable", each.severity.has_value()},
          {"severity", name(each.severity)},
          {"cost", number(each.cost)}};
}

Json vectors(const std::optional<VectorOrigin>& origin) {
  if (!origin) return nullptr;
  return {{"model", origin->model},
          {"weights_sha256", origin->weights_sha256},
          {"precision", origin->precision},
          {"instruction_set", origin->instruction_set},
          {"dimension", origin->dimension}};
}

Json provenance(const Provenance& provenance) {
  Json thresholds = Json::object();
  for (const auto& [threshold, value] : provenance.thresholds) {
    thresholds[threshold] = number(value);
  }
  return {{"plumb_version", provenance.plumb_version},
          {"vectors", vectors(provenance.vectors)},
          {"seed", provenance.seed},
          {"permutations", provenance.permutations},
          {"bootstrap_draws", provenance.bootstrap_draws},
          {"sample_rows", provenance.sample_rows},
          {"thresholds", std::move(thresholds)}};
}

Json measurements(const std::vector<Measurement>& all) {
  return array(all, [](const Measurement& each) { return to_json(each); });
}

}  // namespace

Json to_json(const Measurement& m) {
  return {{"type", name_of(m.type)},
          {"metric", m.metric},
          {"value", number(m.value)},
          {"threshold", number(m.threshold)},
          {"exceeded", m.exceeded ? Json(*m.exceeded) : Json(nullptr)},
          {"severity", name(m.severity)},
          {"direction", name_of(m.direction)},
          {"p_value", number(m.p_value)},
          {"p_adjusted", number(m.p_adjusted)},
          {"interval", interval(m.interval)},
          {"n_current", m.n_current},
          {"n_baseline", m.n_baseline},
          {"details", details(m)}};
}

Json to_json(const Comparison& c) {
  return {
      {"plumb", kComparisonKind},
      {"verdict", name_of(c.verdict)},
      {"drift_score", number(c.drift_score)},
      {"drift_grade", name_of(c.drift_grade)},
      {"safety_score",
       {{"current", number(c.current.safety_score)},
        {"baseline", number(c.baseline.safety_score)}}},
      {"safety_grade",
       {{"current", name(c.current.safety_grade)}, {"baseline", name(c.baseline.safety_grade)}}},
      {"gates", array(c.gates, gate)},
      {"results", measurements(c.results)},
      {"additional", measurements(c.additional)},
      {"by_type", array(c.types, type_score)},
      {"sides", {{"current", side(c.current)}, {"baseline", side(c.baseline)}}},
      {"distributions", array(c.distributions, distribution)},
      {"transitions", array(c.transitions, transition)},
      {"warnings", c.warnings},
      {"paired", c.paired},
      {"provenance", provenance(c.provenance)}};
}

Json to_json(std::span<const Comparison> comparisons) {
  return {
      {"plumb", kComparisonsKind},
      {"verdict", name_of(worst_verdict(comparisons))},
      {"comparisons", array(comparisons, [](const Comparison& each) { return to_json(each); })}};
}

std::string json_line(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace plumb
