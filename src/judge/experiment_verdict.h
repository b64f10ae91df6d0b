// Which of two agents drifts less, where the tasks are enough to say so.
#pragma once

#include "record/interpretation.h"

namespace plumb {

inline constexpr double kExperimentAlpha = 0.05;

// Decided where both the paired t and Wilcoxon's test have p <= alpha: the first asks for
// differences that are near normal, the second is exact but coarse with few tasks, so neither
// decides alone. Where t is not defined, since all deltas are one number, Wilcoxon does.
// Below 6 tasks Wilcoxon cannot go so low, and nothing is decided.
ExperimentVerdict judge_experiment(const Significance& overall, double alpha = kExperimentAlpha);

}  // namespace plumb
