// What measured values mean: bands, scores, grades and verdicts.
//
// Score and verdict are two things. Severities, costs, score and grade come from
// the values alone; a verdict says what the data can bear, and needs p-values and
// intervals. Pure functions of their arguments.
//
// Every bound is compared as it is written with the double that was computed: no
// value is rounded first, and none gets a tolerance. 0.3 is high and the double
// just below it, which prints as 0.30, is medium.
#pragma once

#include <array>
#include <cstdint>

#include "record/comparison.h"

namespace plumb {

struct JudgeOptions {
  // Of a type, in the order of DriftType; exceeded = value >= threshold.
  std::array<double, 5> thresholds = {0.20, 0.15, 0.20, 0.30, 0.25};
  double alpha = 0.05;              // of p_adjusted
  double least_excess = 0.05;       // what is smaller is no drift, however sure
  std::uint64_t least_results = 8;  // a side with fewer is undecided
};

// >= 0.45 critical, >= 0.30 high, >= 0.20 medium, below low.
Severity severity_of_drift(double value);

// A from 90, B from 75, C from 60, D from 45.
Grade grade_of(double score);

// Fills threshold, exceeded, severity, p_adjusted and verdict of every
// measurement in `results`, the types' costs, the scores, grades and the overall
// verdict. What is in `additional` is told, never judged: it keeps its value and
// p-value and gets none of these. Judging twice is judging once.
//
// A metric is drifted where p_adjusted <= alpha and excess >= least_excess; else
// stable where the upper bound of its excess lies below the type's threshold;
// else, and wherever fewer than least_results of a side took part, undecided.
// p_adjusted is Benjamini-Hochberg's over the applicable metrics of `results`.
// Overall: any drifted, else any undecided, else stable; with no metric that
// applies, undecided. A measurement whose value is not finite counts as one
// that does not apply.
void judge(Comparison& comparison, const JudgeOptions& options = {});

}  // namespace plumb
