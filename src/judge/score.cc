// Bands, costs and grades: the arithmetic of scores.
#include <algorithm>
#include <utility>

#include "judge/judge.h"

namespace plumb {

Severity severity_of_drift(double value) {
  if (value >= 0.45) return Severity::critical;
  if (value >= 0.30) return Severity::high;
  if (value >= 0.20) return Severity::medium;
  return Severity::low;
}

double cost_of(Severity severity) {
  switch (severity) {
    case Severity::critical:
      return 20;
    case Severity::high:
      return 10;
    case Severity::medium:
      return 5;
    case Severity::low:
      return 2;
    case Severity::info:
      return 0.5;
    case Severity::unknown:
      return 1;
  }
  std::unreachable();
}

Grade grade_of(double score) {
  if (score >= 90) return Grade::a;
  if (score >= 75) return Grade::b;
  if (score >= 60) return Grade::c;
  if (score >= 45) return Grade::d;
  return Grade::f;
}

double safety_score(std::span<const std::uint64_t, kSeverityCount> counts) {
  double score = 100;
  for (const Severity severity : kSeverities) {
    const auto count = counts[static_cast<std::size_t>(severity)];
    score -= static_cast<double>(count) * cost_of(severity);
  }
  return std::clamp(score, 0.0, 100.0);
}

}  // namespace plumb
