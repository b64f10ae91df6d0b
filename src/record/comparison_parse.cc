// Reading what comparison_json.cc writes.
#include <fmt/format.h>

#include <array>

#include "base/json_depth.h"
#include "record/comparison_json.h"
#include "record/member_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kTypes = {DriftType::output, DriftType::safety, DriftType::distribution,
                               DriftType::embedding, DriftType::agent_tool};
constexpr std::array kDirections = {Direction::none, Direction::increase, Direction::decrease,
                                    Direction::changed};
constexpr std::array kVerdicts = {Verdict::stable, Verdict::undecided, Verdict::drifted};
constexpr std::array kOutcomes = {GateOutcome::passed, GateOutcome::undecided, GateOutcome::failed};
constexpr std::array kGrades = {Grade::a, Grade::b, Grade::c, Grade::d, Grade::f};

void read_interval(const JsonMember& json, std::optional<Interval>& out) {
  if (json.is_null()) return;
  Interval& interval = out.emplace();
  json.at("low").read(interval.low);
  json.at("high").read(interval.high);
  json.at("level").read(interval.level);
}

void read_fact(const JsonMember& json, Fact& out) {
  json.at("name").read(out.name);
  json.at("value").read(out.value);
}

void read_change(const JsonMember& json, Change& out) {
  json.at("name").read(out.name);
  json.at("baseline").read(out.baseline);
  json.at("current").read(out.current);
  json.at("baseline_share").read(out.baseline_share);
  json.at("current_share").read(out.current_share);
}

void read_contribution(const JsonMember& json, Contribution& out) {
  std::string side;
  json.at("side").read(side);
  out.of_current = side == "current";
  if (!out.of_current && side != "baseline") json.at("side").refuse("current or baseline");
  json.at("id").read(out.id);
  json.at("excerpt").read(out.excerpt);
  json.at("influence").read(out.influence);
}

void read_segment(const JsonMember& json, Segment& out) {
  json.at("label").read(out.label);
  json.at("label_value").read(out.value);
  json.at("value").read(out.metric_value);
  json.at("p_value").read(out.p_value);
  json.at("n_current").read(out.n_current);
  json.at("n_baseline").read(out.n_baseline);
}

void read_details(const JsonMember& json, Measurement& out) {
  if (!json.at("not_applicable").is_null()) json.at("not_applicable").read(out.not_applicable);
  json.at("verdict").read_name(out.verdict, kVerdicts);
  json.at("excess").read(out.excess);
  read_interval(json.at("excess_interval"), out.excess_interval);
  json.at("p_n").at("current").read(out.p_n_current);
  json.at("p_n").at("baseline").read(out.p_n_baseline);
  json.at("facts").read_array(out.facts, read_fact);
  json.at("changes").read_array(out.changes, read_change);
  json.at("contributions").read_array(out.contributions, read_contribution);
  json.at("segments").read_array(out.segments, read_segment);
}

void read_measurement(const JsonMember& json, Measurement& out) {
  json.at("type").read_name(out.type, kTypes);
  json.at("metric").read(out.metric);
  json.at("value").read(out.value);
  json.at("threshold").read(out.threshold);
  json.at("exceeded").read(out.exceeded);
  json.at("severity").read_name(out.severity, kSeverities);
  json.at("direction").read_name(out.direction, kDirections);
  json.at("p_value").read(out.p_value);
  json.at("p_adjusted").read(out.p_adjusted);
  read_interval(json.at("interval"), out.interval);
  json.at("n_current").read(out.n_current);
  json.at("n_baseline").read(out.n_baseline);
  read_details(json.at("details"), out);
}

void read_side(const JsonMember& json, ComparedSide& out) {
  json.at("name").read(out.name);
  json.at("source").read(out.source);
  json.at("results").read(out.results);
  json.at("blank").read(out.blank);
  json.at("truncated").read(out.truncated);
  json.at("skipped").read(out.skipped);
  json.at("with_severity").read(out.with_severity);
  json.at("with_trace").read(out.with_trace);
  for (const Severity severity : kSeverities) {
    json.at("severity_counts")
        .at(name_of(severity))
        .read(out.severity_counts[static_cast<std::size_t>(severity)]);
  }
  json.at("safety_score").read(out.safety_score);
  json.at("safety_grade").read_name(out.safety_grade, kGrades);
}

void read_distribution(const JsonMember& json, Distribution& out) {
  const auto read_value = [](const JsonMember& item, auto& value) { item.read(value); };
  json.at("name").read(out.name);
  json.at("unit").read(out.unit);
  json.at("edges").read_array(out.edges, read_value);
  json.at("baseline").read_array(out.baseline, read_value);
  json.at("current").read_array(out.current, read_value);
}

void read_transition(const JsonMember& json, Transition& out) {
  json.at("from").read(out.from);
  json.at("to").read(out.to);
  json.at("baseline").read(out.baseline);
  json.at("current").read(out.current);
}

void read_gate(const JsonMember& json, GateResult& out) {
  json.at("gate").read(out.gate);
  json.at("outcome").read_name(out.outcome, kOutcomes);
  json.at("reason").read(out.reason);
}

void read_type_score(const JsonMember& json, TypeScore& out) {
  json.at("type").read_name(out.type, kTypes);
  json.at("severity").read_name(out.severity, kSeverities);
  json.at("cost").read(out.cost);
}

void read_provenance(const JsonMember& json, Provenance& out) {
  json.at("plumb_version").read(out.plumb_version);
  if (const JsonMember vectors = json.at("vectors"); !vectors.is_null()) {
    VectorOrigin& origin = out.vectors.emplace();
    vectors.at("model").read(origin.model);
    vectors.at("weights_sha256").read(origin.weights_sha256);
    vectors.at("precision").read(origin.precision);
    vectors.at("instruction_set").read(origin.instruction_set);
    vectors.at("dimension").read(origin.dimension);
  }
  json.at("seed").read(out.seed);
  json.at("permutations").read(out.permutations);
  json.at("bootstrap_draws").read(out.bootstrap_draws);
  json.at("sample_rows").read(out.sample_rows);
  json.at("thresholds").read_numbers(out.thresholds);
}

void read_comparison(const JsonMember& json, Comparison& out) {
  std::string kind;
  json.at("plumb").read(kind);
  if (kind != kComparisonKind) json.at("plumb").refuse("\"compare/1\"");
  json.at("verdict").read_name(out.verdict, kVerdicts);
  json.at("drift_score").read(out.drift_score);
  json.at("drift_grade").read_name(out.drift_grade, kGrades);
  json.at("gates").read_array(out.gates, read_gate);
  json.at("results").read_array(out.results, read_measurement);
  json.at("additional").read_array(out.additional, read_measurement);
  json.at("by_type").read_array(out.types, read_type_score);
  read_side(json.at("sides").at("current"), out.current);
  read_side(json.at("sides").at("baseline"), out.baseline);
  json.at("distributions").read_array(out.distributions, read_distribution);
  json.at("transitions").read_array(out.transitions, read_transition);
  json.at("warnings").read_array(out.warnings, [](const JsonMember& item, std::string& text) {
    item.read(text);
  });
  json.at("paired").read(out.paired);
  read_provenance(json.at("provenance"), out.provenance);
}

}  // namespace

Result<Comparison> comparison_from_json(const Json& document) {
  std::optional<Error> error;
  Comparison comparison;
  read_comparison(JsonMember(document, "", error), comparison);
  if (error) return std::unexpected(*std::move(error));
  return comparison;
}

Result<std::vector<Comparison>> parse_comparisons(std::string_view text) {
  if (json_nests_too_deep(text)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the comparison nests deeper than {} levels", kMaxJsonDepth));
  }
  const Json document = Json::parse(text, nullptr, false);
  // The library takes a NUL for the end of the text.
  if (document.is_discarded() || text.contains('\0')) {
    return fail(ErrorCode::invalid_input, "the comparison is not JSON");
  }
  std::optional<Error> error;
  std::vector<Comparison> comparisons;
  const JsonMember whole(document, "", error);
  if (document.is_object() && document.value("plumb", Json()) == kComparisonsKind) {
    whole.at("comparisons").read_array(comparisons, read_comparison);
  } else {
    read_comparison(whole, comparisons.emplace_back());
  }
  if (error) return std::unexpected(*std::move(error));
  return comparisons;
}

}  // namespace plumb
