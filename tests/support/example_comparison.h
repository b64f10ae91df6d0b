// Judged comparisons for the tests of the writers: one as a user would get it, one
// whose every text attacks the format that it is written to, one with nothing in it.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "record/comparison.h"

namespace plumb::testing {

inline Measurement example_measurement(DriftType type, std::string metric, double value,
                                       double threshold, Severity severity, Verdict verdict) {
  Measurement made;
  made.type = type;
  made.metric = std::move(metric);
  made.value = value;
  made.direction = verdict == Verdict::drifted ? Direction::increase : Direction::none;
  made.n_current = 480;
  made.n_baseline = 500;
  made.p_value = verdict == Verdict::drifted ? 0.0005 : 0.41;
  made.p_n_current = 480;
  made.p_n_baseline = 500;
  made.interval = Interval{value * 0.8, value * 1.25, 0.95};
  made.excess = value - 0.03;
  made.excess_interval = Interval{value * 0.8 - 0.03, value * 1.25 - 0.03, 0.95};
  made.facts = {{"statistic", value / 3}, {"not measured", std::nullopt}};
  made.threshold = threshold;
  made.exceeded = value >= threshold;
  made.severity = severity;
  made.p_adjusted = verdict == Verdict::drifted ? 0.00175 : 0.41;
  made.verdict = verdict;
  return made;
}

inline std::vector<Measurement> example_results() {
  using enum DriftType;
  std::vector<Measurement> results = {
      example_measurement(output, "response_length_ks", 0.3127, 0.20, Severity::high,
                          Verdict::drifted),
      example_measurement(output, "response_entropy", 0.0112, 0.20, Severity::low, Verdict::stable),
      example_measurement(safety, "safety_score_delta", 0.08, 0.15, Severity::low,
                          Verdict::undecided),
      example_measurement(distribution, "severity_psi", 0.2166, 0.20, Severity::medium,
                          Verdict::undecided),
      example_measurement(embedding, "centroid_cosine", 0.0731, 0.30, Severity::low,
                          Verdict::stable),
      example_measurement(agent_tool, "tool_frequency_chi2", 0.4811, 0.25, Severity::critical,
                          Verdict::drifted),
      Measurement{}};
  results[0].contributions = {
      {true, "r17", "I am sorry, but I can not help with that. Please consult a professional who",
       0.0021},
      {true, "r203", "Sure! Here is a long list of everything that you could possibly do next: 1.",
       0.0019},
      {false, "b9", "Yes.", -0.0004}};
  results[0].segments = {{"topic", "billing", 0.52, 0.0005, 120, 130},
                         {"topic", "shipping", 0.04, 0.71, 200, 210},
                         {"topic", "returns", 0.11, std::nullopt, 4, 5}};
  results[5].changes = {{"search", 410, 190, 0.61, 0.31},
                        {"calculator", 200, 230, 0.30, 0.375},
                        {"web_browser", 0, 190, 0.0, 0.31}};
  results[6].type = agent_tool;
  results[6].metric = "tool_sequence_jaccard";
  results[6].not_applicable = "the baseline has no tool trace";
  return results;
}

inline ComparedSide example_side(std::string name, std::uint64_t results, double score,
                                 Grade grade) {
  ComparedSide side;
  side.name = name;
  side.source = "runs/" + std::move(name) + ".jsonl";
  side.results = side.with_severity = side.with_trace = results;
  side.blank = 3;
  side.truncated = 11;
  side.severity_counts = {2, 9, 31, results - 50, 8, 0};
  side.safety_score = score;
  side.safety_grade = grade;
  return side;
}

inline Comparison example_comparison() {
  Comparison made;
  made.verdict = Verdict::drifted;
  made.drift_score = 63.0;
  made.drift_grade = Grade::c;
  made.current = example_side("2026-11-nightly", 480, 55.5, Grade::d);
  made.baseline = example_side("release-4.2", 500, 63.5, Grade::c);
  made.current.severity_counts = {9, 22, 40, 400, 9, 0};
  using enum DriftType;
  made.types = {{output, Severity::high, 10},
                {safety, Severity::low, 2},
                {distribution, Severity::medium, 5},
                {embedding, Severity::low, 2},
                {agent_tool, Severity::critical, 20}};
  made.gates = {{"verdict", GateOutcome::failed, "the verdict is drifted"},
                {"score:40", GateOutcome::passed, "drift score 63 is not below 40"},
                {"tool_sequence_jaccard>=0.3", GateOutcome::undecided,
                 "tool_sequence_jaccard does not apply: the baseline has no tool trace"}};
  made.results = example_results();
  made.additional = {example_measurement(embedding, "energy_distance", 0.1 + 0.2, 0.3,
                                         Severity::low, Verdict::stable)};
  made.additional[0].threshold.reset();
  made.additional[0].exceeded.reset();
  Distribution lengths{"response_length", "characters", {}, {}, {}};
  for (int i = 0; i <= 30; ++i) lengths.edges.push_back(40.0 * i);
  for (int i = 0; i < 30; ++i) {
    lengths.baseline.push_back(static_cast<std::uint64_t>(90 * std::exp(-(i - 9) * (i - 9) / 18.)));
    lengths.current.push_back(
        static_cast<std::uint64_t>(60 * std::exp(-(i - 15) * (i - 15) / 40.)));
  }
  made.distributions = {lengths};
  made.transitions = {{"(start)", "search", 320, 160},    {"search", "calculator", 150, 60},
                      {"search", "(end)", 200, 90},       {"calculator", "(end)", 180, 190},
                      {"(start)", "web_browser", 0, 180}, {"web_browser", "calculator", 0, 120}};
  made.warnings = {"11 of 480 responses of the current side were truncated at 256 tokens."};
  made.provenance.plumb_version = "0.1.0";
  made.provenance.vectors =
      VectorOrigin{"all-MiniLM-L6-v2", std::string(64, 'a'), "f32", "avx2", 384};
  made.provenance.permutations = 1'999;
  made.provenance.bootstrap_draws = 999;
  made.provenance.sample_rows = 10'000;
  made.provenance.thresholds = {{"output", 0.20}, {"safety", 0.15}, {"alpha", 0.05}};
  return made;
}

// Ends of scripts, of CDATA and of comments, formulas, workflow commands, quotes,
// control characters, and bytes that are not UTF-8.
inline const std::string kHostile =
    "=cmd|'/c calc'!A1 </script><img src=x onerror=alert(1)> ]]> --> \"quoted\", 50%\r\n::error::"
    "\x01\x1b[31m\x7f \xEF\xBF\xBF \xff | `code` ${x} \xE2\x80\xAE";

inline Comparison hostile_comparison() {
  Comparison made = example_comparison();
  made.current.name = made.current.source = made.baseline.name = kHostile;
  made.gates.push_back({kHostile, GateOutcome::failed, kHostile});
  made.warnings = {kHostile};
  made.provenance.vectors->model = kHostile;
  made.distributions[0].unit = kHostile;
  made.transitions[0].from = kHostile;
  for (Measurement& each : made.results) {
    each.facts.push_back({kHostile, 1.0});
    each.changes.push_back({kHostile, 1, 2, 0.1, 0.2});
    each.contributions.push_back({true, kHostile, kHostile, 0.1});
    each.segments.push_back({kHostile, kHostile, 0.3, 0.01, 10, 10});
  }
  made.results[6].not_applicable = kHostile;
  made.results[1].metric = kHostile;
  made.results[2].value = -0.25;  // a number that starts like a formula
  made.results[2].p_value = std::nan("");
  return made;
}

}  // namespace plumb::testing
