#include "record/comparison_json.h"

#include <utility>

#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

template <class Named>
Json name(std::optional<Named> value) {
  return value ? Json(name_of(*value)) : Json(nullptr);
}

template <class Items, class ToJson>
Json array(const Items& items, ToJson to_json_of) {
  Json out = Json::array();
  for (const auto& item : items) out.push_back(to_json_of(item));
  return out;
}

Json fact(const Fact& fact) {
  return {{"name", fact.name}, {"value", json_number(fact.value)}};
}

Json change(const Change& change) {
  return {{"name", change.name},
          {"baseline", change.baseline},
          {"current", change.current},
          {"baseline_share", json_number(change.baseline_share)},
          {"current_share", json_number(change.current_share)}};
}

Json contribution(const Contribution& each) {
  return {{"side", each.of_current ? "current" : "baseline"},
          {"id", each.id},
          {"excerpt", each.excerpt},
          {"influence", json_number(each.influence)}};
}

Json segment(const Segment& segment) {
  return {{"label", segment.label},
          {"label_value", segment.value},
          {"value", json_number(segment.metric_value)},
          {"p_value", json_number(segment.p_value)},
          {"n_current", segment.n_current},
          {"n_baseline", segment.n_baseline}};
}

Json details(const Measurement& m) {
  return {{"not_applicable", m.not_applicable.empty() ? Json(nullptr) : Json(m.not_applicable)},
          {"verdict", name(m.verdict)},
          {"excess", json_number(m.excess)},
          {"excess_interval", json_or_null(m.excess_interval)},
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
          {"safety_score", json_number(side.safety_score)},
          {"safety_grade", name(side.safety_grade)}};
}

Json distribution(const Distribution& each) {
  return {{"name", each.name},
          {"unit", each.unit},
          {"edges", array(each.edges, json_number)},
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
          {"cost", json_number(each.cost)}};
}

Json measurements(const std::vector<Measurement>& all) {
  return array(all, [](const Measurement& each) { return to_json(each); });
}

}  // namespace

Json to_json(const Measurement& m) {
  return {{"type", name_of(m.type)},
          {"metric", m.metric},
          {"value", json_number(m.value)},
          {"threshold", json_number(m.threshold)},
          {"exceeded", json_or_null(m.exceeded)},
          {"severity", name(m.severity)},
          {"direction", name_of(m.direction)},
          {"p_value", json_number(m.p_value)},
          {"p_adjusted", json_number(m.p_adjusted)},
          {"interval", json_or_null(m.interval)},
          {"n_current", m.n_current},
          {"n_baseline", m.n_baseline},
          {"details", details(m)}};
}

Json to_json(const Comparison& c) {
  return {
      {"plumb", kComparisonKind},
      {"verdict", name_of(c.verdict)},
      {"drift_score", json_number(c.drift_score)},
      {"drift_grade", name_of(c.drift_grade)},
      {"safety_score",
       {{"current", json_number(c.current.safety_score)},
        {"baseline", json_number(c.baseline.safety_score)}}},
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
      {"provenance", to_json(c.provenance)}};
}

Json to_json(std::span<const Comparison> comparisons) {
  return {
      {"plumb", kComparisonsKind},
      {"verdict", name_of(worst_verdict(comparisons))},
      {"comparisons", array(comparisons, [](const Comparison& each) { return to_json(each); })}};
}

}  // namespace plumb
