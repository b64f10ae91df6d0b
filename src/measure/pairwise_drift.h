// Drift of whole clouds of vectors: maximum mean discrepancy, energy distance
// and how well a classifier tells the sides apart. Told beside the seven
// metrics, never scored.
//
// Their cost is quadratic in the results, so they rest on the first
// DriftOptions::pairwise_rows of each side's sample, which is in random order;
// p_n_current and p_n_baseline say how many that were.
#pragma once

#include <vector>

#include "base/thread_pool.h"
#include "measure/execution_drift.h"
#include "measure/execution_explanation.h"
#include "record/measurement.h"

namespace plumb {

// mmd_rbf (unbiased, median heuristic), energy_distance and domain_auc, each
// with the reason where it does not apply.
std::vector<Measurement> measure_pairwise_drift(const ComparedRows& rows,
                                                const DriftOptions& options, ThreadPool& pool);

}  // namespace plumb
