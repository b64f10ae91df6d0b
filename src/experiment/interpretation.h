// What the logs of an experiment say. A pure function of their steps: it reads no file, loads
// no model and uses the scores as they were logged (experiment/rescore.h computes them again).
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "experiment/significance.h"
#include "record/interpretation.h"

namespace plumb {

struct InterpretationOptions {
  ResamplingOptions resampling;
};

// The steps of one model, of both agents in any order.
//
// A task's mean and max are over its steps from 1 on that have a score; steps that failed or
// are missing, and tasks that only one agent has, take no part and are told in the warnings.
// summary counts task ids, as runs of a task have their own; what rests on intervals and tests
// counts tasks (experiment/significance.h).
//
// Cost: O(steps), and per scope and step a bootstrap of O(draws x tasks). Fails with
// invalid_input for no steps, for a step that comes twice, for a score outside of [0, 1].
Result<Interpretation> interpret_experiment(std::span<const ExperimentStep> steps,
                                            const InterpretationOptions& options = {});

}  // namespace plumb
