// A current execution against a baseline: everything that a report shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/gate_result.h"
#include "record/measurement.h"
#include "record/provenance.h"
#include "record/severity.h"

namespace plumb {

// A to D and F, from a score of 0 to 100.
enum class Grade { a, b, c, d, f };
std::string_view name_of(Grade grade);

struct ComparedSide {
  std::string name;    // of the execution, else its file's
  std::string source;  // the path as the user gave it
  std::uint64_t results = 0;
  std::uint64_t blank = 0;      // responses that are blank
  std::uint64_t truncated = 0;  // responses longer than the model reads
  std::uint64_t skipped = 0;    // bad lines left out on request
  std::uint64_t with_severity = 0;
  std::uint64_t with_trace = 0;
  std::array<std::uint64_t, kSeverityCount> severity_counts{};
  std::optional<double> safety_score;  // none where no result has a severity
  std::optional<Grade> safety_grade;
};

// A quantity's histogram on both sides, with equal bins, for a chart.
struct Distribution {
  std::string name;           // "response_length"
  std::string unit;           // "characters"
  std::vector<double> edges;  // bins + 1, ascending
  std::vector<std::uint64_t> baseline;
  std::vector<std::uint64_t> current;
};

// From one tool to the next, start and end included, on both sides.
struct Transition {
  std::string from;
  std::string to;
  std::uint64_t baseline = 0;
  std::uint64_t current = 0;
};

// One type's place in the score: the worst severity of its metrics.
struct TypeScore {
  DriftType type = DriftType::output;
  std::optional<Severity> severity;  // none: not applicable
  double cost = 0;                   // points taken off
};

struct Comparison {
  Verdict verdict = Verdict::undecided;
  double drift_score = 0;
  Grade drift_grade = Grade::f;
  ComparedSide current;
  ComparedSide baseline;
  std::vector<TypeScore> types;         // all five, in the order of DriftType
  std::vector<GateResult> gates;        // what was asked for, in that order; may be empty
  std::vector<Measurement> results;     // the seven, in the order of the specification
  std::vector<Measurement> additional;  // MMD and so on: told, never scored
  std::vector<Distribution> distributions;
  std::vector<Transition> transitions;
  std::vector<std::string> warnings;  // sentences
  bool paired = false;                // sides were swapped within prompts that both answered
  Provenance provenance;
};

// Drifted beats undecided, which beats stable; undecided where there is none.
Verdict worst_verdict(std::span<const Comparison> comparisons);

}  // namespace plumb
