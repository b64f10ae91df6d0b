#include "judge/gate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "base/suggest.h"
#include "judge/metric_catalogue.h"

namespace plumb {
namespace {

constexpr std::string_view kForms =
    "verdict, grade:C, score:75, severity:high or METRIC>=0.3 (also >, <=, <)";
constexpr std::array kGrades = {Grade::a, Grade::b, Grade::c, Grade::d, Grade::f};
// What a band can say; info and unknown are severities of results alone.
constexpr std::array kDriftSeverities = {Severity::critical, Severity::high, Severity::medium,
                                         Severity::low};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// A finite number and nothing else; from_chars reads no locale and takes no "+".
std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

bool same_letter(std::string_view text, Grade grade) {
  return text.size() == 1 && (text[0] & ~0x20) == name_of(grade)[0];
}

std::vector<std::string> gated_metrics() {
  std::vector<std::string> names;
  for (const MetricEntry& entry : metric_catalogue()) {
    if (entry.family == MetricFamily::execution || entry.family == MetricFamily::additional) {
      names.emplace_back(entry.name);
    }
  }
  return names;
}

const Measurement* find(const Comparison& comparison, std::string_view metric) {
  for (const auto* list : {&comparison.results, &comparison.additional}) {
    const auto found = std::ranges::find(*list, metric, &Measurement::metric);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

bool nothing_applies(const Comparison& comparison) {
  return std::ranges::none_of(comparison.results,
                              [](const Measurement& m) { return m.severity.has_value(); });
}

}  // namespace

Result<Gate> Gate::parse(std::string_view text) {
  const std::string_view gate = trimmed(text);
  if (gate == "verdict") return Gate(std::string(gate), Kind::verdict);
  if (const auto at = gate.find_first_of("<>="); at != std::string_view::npos) {
    return parse_metric(gate, at);
  }
  const std::size_t colon = gate.find(':');
  const std::string_view kind = trimmed(gate.substr(0, colon));
  if (colon != std::string_view::npos) {
    const std::string_view value = trimmed(gate.substr(colon + 1));
    if (kind == "grade") return parse_grade(gate, value);
    if (kind == "score") return parse_score(gate, value);
    if (kind == "severity") return parse_severity(gate, value);
  }
  std::vector<std::string> names = gated_metrics();
  names.insert(names.end(), {"verdict", "grade", "score", "severity"});
  return fail(ErrorCode::invalid_input,
              fmt::format("a gate is {}{}", kForms, did_you_mean(kind, names)));
}

Result<Gate> Gate::parse_grade(std::string_view text, std::string_view value) {
  for (const Grade grade : kGrades) {
    if (!same_letter(value, grade)) continue;
    Gate gate(std::string(text), Kind::grade);
    gate.grade_ = grade;
    return gate;
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("\"{}\" is no grade; grades are A, B, C, D and F, and "
                          "grade:C fails at C or worse",
                          value));
}

Result<Gate> Gate::parse_score(std::string_view text, std::string_view value) {
  const auto bound = number_of(value);
  if (!bound || *bound < 0 || *bound > 100) {
    return fail(ErrorCode::invalid_input,
                fmt::format("\"{}\" is no score from 0 to 100; score:75 fails below 75", value));
  }
  Gate gate(std::string(text), Kind::score);
  gate.bound_ = *bound;
  return gate;
}

Result<Gate> Gate::parse_severity(std::string_view text, std::string_view value) {
  const auto severity = severity_of(value);
  if (!severity || std::ranges::find(kDriftSeverities, *severity) == kDriftSeverities.end()) {
    std::vector<std::string> names;
    for (const Severity known : kDriftSeverities) names.emplace_back(name_of(known));
    return fail(ErrorCode::invalid_input,
                fmt::format("\"{}\" is no severity of a drift; those are {}{}", value,
                            fmt::join(names, ", "), did_you_mean(value, names)));
  }
  Gate gate(std::string(text), Kind::severity);
  gate.severity_ = *severity;
  return gate;
}

Result<Gate> Gate::parse_metric(std::string_view text, std::size_t operator_at) {
  Gate gate(std::string(text), Kind::metric);
  gate.metric_ = trimmed(text.substr(0, operator_at));
  std::string_view rest = text.substr(operator_at);
  const bool above = rest.starts_with('>');
  const bool equal_too = rest.starts_with(">=") || rest.starts_with("<=");
  if (rest.starts_with('=')) {
    return fail(ErrorCode::invalid_input,
                "a measured value is never compared for equality; use >=, >, <= or <");
  }
  gate.order_ = above ? (equal_too ? Order::at_least : Order::above)
                      : (equal_too ? Order::at_most : Order::below);
  rest = trimmed(rest.substr(equal_too ? 2 : 1));
  const auto names = gated_metrics();
  if (std::ranges::find(names, gate.metric_) == names.end()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("no comparison computes \"{}\"; the metrics are {}{}", gate.metric_,
                            fmt::join(names, ", "), did_you_mean(gate.metric_, names)));
  }
  const auto bound = number_of(rest);
  if (!bound) {
    return fail(ErrorCode::invalid_input, fmt::format("\"{}\" is no number", rest));
  }
  gate.bound_ = *bound;
  return gate;
}

GateResult Gate::check(const Comparison& judged) const {
  auto [outcome, reason] = find_out(judged);
  return {text_, outcome, std::move(reason)};
}

Gate::Finding Gate::nothing_to_judge() {
  return {GateOutcome::undecided, "no metric applies to these results"};
}

Gate::Finding Gate::find_out(const Comparison& judged) const {
  switch (kind_) {
    case Kind::verdict:
      return check_verdict(judged);
    case Kind::grade:
      return check_grade(judged);
    case Kind::score:
      return check_score(judged);
    case Kind::severity:
      return check_severity(judged);
    case Kind::metric:
      return check_metric(judged);
  }
  std::unreachable();
}

Gate::Finding Gate::check_verdict(const Comparison& judged) const {
  std::string reason = fmt::format("the verdict is {}", name_of(judged.verdict));
  switch (judged.verdict) {
    case Verdict::stable:
      return {GateOutcome::passed, std::move(reason)};
    case Verdict::undecided:
      return {GateOutcome::undecided, std::move(reason)};
    case Verdict::drifted:
      return {GateOutcome::failed, std::move(reason)};
  }
  std::unreachable();
}

Gate::Finding Gate::check_grade(const Comparison& judged) const {
  if (nothing_applies(judged)) return nothing_to_judge();
  const bool fails = judged.drift_grade >= grade_;
  return {fails ? GateOutcome::failed : GateOutcome::passed,
          fmt::format("drift grade {} is {}", name_of(judged.drift_grade),
                      fails ? fmt::format("{} or worse", name_of(grade_))
                            : fmt::format("better than {}", name_of(grade_)))};
}

Gate::Finding Gate::check_score(const Comparison& judged) const {
  if (nothing_applies(judged)) return nothing_to_judge();
  const bool fails = judged.drift_score < bound_;
  return {fails ? GateOutcome::failed : GateOutcome::passed,
          fmt::format("drift score {} is {} {}", judged.drift_score, fails ? "below" : "not below",
                      bound_)};
}

Gate::Finding Gate::check_severity(const Comparison& judged) const {
  if (nothing_applies(judged)) return nothing_to_judge();
  std::vector<std::string> grave;
  for (const TypeScore& type : judged.types) {
    if (!type.severity || *type.severity > severity_) continue;
    grave.push_back(fmt::format("{} drift is {}", name_of(type.type), name_of(*type.severity)));
  }
  if (!grave.empty()) return {GateOutcome::failed, fmt::format("{}", fmt::join(grave, ", "))};
  return {GateOutcome::passed, fmt::format("no drift is {}{}", name_of(severity_),
                                           severity_ == Severity::critical ? "" : " or worse")};
}

Gate::Finding Gate::check_metric(const Comparison& judged) const {
  const Measurement* found = find(judged, metric_);
  if (found == nullptr) {
    return {GateOutcome::undecided, fmt::format("{} was not computed", metric_)};
  }
  if (!found->value || !std::isfinite(*found->value)) {
    const std::string& why = found->not_applicable;
    return {GateOutcome::undecided,
            fmt::format("{} does not apply{}{}", metric_, why.empty() ? "" : ": ", why)};
  }
  const double value = *found->value;
  const auto said = [&](bool fails, std::string_view failing, std::string_view passing) {
    // The value in full: one that was rounded could seem to meet a bound that it misses.
    return Finding{
        fails ? GateOutcome::failed : GateOutcome::passed,
        fmt::format("{} {} is {} {}", metric_, value, fails ? failing : passing, bound_)};
  };
  switch (order_) {
    case Order::at_least:
      return said(value >= bound_, "at least", "below");
    case Order::above:
      return said(value > bound_, "above", "not above");
    case Order::at_most:
      return said(value <= bound_, "at most", "above");
    case Order::below:
      return said(value < bound_, "below", "not below");
  }
  std::unreachable();
}

GateOutcome worst_of(std::span<const GateResult> results) {
  GateOutcome worst = GateOutcome::passed;
  for (const GateResult& result : results) worst = std::max(worst, result.outcome);
  return worst;
}

}  // namespace plumb
