// Bands and grades; what a severity costs is record/severity.h's.
#include "judge/judge.h"

namespace plumb {

Severity severity_of_drift(double value) {
  if (value >= 0.45) return Severity::critical;
  if (value >= 0.30) return Severity::high;
  if (value >= 0.20) return Severity::medium;
  return Severity::low;
}

Grade grade_of(double score) {
  if (score >= 90) return Grade::a;
  if (score >= 75) return Grade::b;
  if (score >= 60) return Grade::c;
  if (score >= 45) return Grade::d;
  return Grade::f;
}

}  // namespace plumb
