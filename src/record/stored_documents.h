// What is kept of measurements: who was measured, the numbers that lists show, and the whole
// document as JSON text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "record/comparison.h"
#include "record/ids.h"
#include "record/stored_execution.h"

namespace plumb {

// An execution that others are compared with. It cannot be deleted while it is one.
struct StoredBaseline {
  BaselineId id{};
  ProjectId project{};
  ExecutionId execution{};
  std::string name;
  std::optional<std::string> tag;  // several may carry one tag: the newest is meant
  UtcTime created;

  friend bool operator==(const StoredBaseline&, const StoredBaseline&) = default;
};

struct StoredComparison {
  ComparisonId id{};
  ProjectId project{};
  ExecutionId execution{};
  ExecutionId baseline_execution{};
  Verdict verdict = Verdict::undecided;
  double drift_score = 0;
  Grade drift_grade = Grade::f;
  UtcTime created;
  std::string document;  // kind compare/1

  friend bool operator==(const StoredComparison&, const StoredComparison&) = default;
};

// What a list shows of an execution beside itself.
struct ListedExecution {
  StoredExecution execution;
  std::optional<StoredComparison> newest;  // comparison, without its document
  std::vector<StoredBaseline> baselines;   // that stand on it, the oldest first
};

struct StoredSession {
  SessionId id{};
  ProjectId project{};
  std::string name;  // of the one who sent it; unique in its project
  std::optional<std::string> goal;
  UtcTime created;
  UtcTime updated;  // when the newest step came
  std::int64_t steps = 0;

  friend bool operator==(const StoredSession&, const StoredSession&) = default;
};

// One step: its number and its line of the format "session/1".
struct StoredStep {
  std::int64_t step = 0;
  std::string line;

  friend bool operator==(const StoredStep&, const StoredStep&) = default;
};

// A measure along a session, "ids" or "alignment_curve_actions", as a JSON document.
struct SessionCurve {
  std::string name;
  UtcTime created;
  std::string document;
  std::int64_t steps = 0;  // of the session when it was measured

  friend bool operator==(const SessionCurve&, const SessionCurve&) = default;
};

struct StoredExperiment {
  ExperimentId id{};
  ProjectId project{};
  std::string name;
  UtcTime created;
  std::optional<std::string> interpretation;  // kind experiment-report/1; none: not interpreted

  friend bool operator==(const StoredExperiment&, const StoredExperiment&) = default;
};

struct StoredStereotypeAnalysis {
  StereotypeAnalysisId id{};
  ProjectId project{};
  std::string name;
  std::string classifier;  // who scored: part of every row's provenance
  UtcTime created;
  std::string document;

  friend bool operator==(const StoredStereotypeAnalysis&,
                         const StoredStereotypeAnalysis&) = default;
};

}  // namespace plumb
