// Drift of whole clouds of vectors: maximum mean discrepancy, energy distance
// and how well a classifier tells the sides apart. Told beside the seven
// metrics, never scored.
//
// Their cost is quadratic in the results, so they rest on the first
// DriftOptions::pairwise_rows of each side's sample, which is in random order;
// p_n_current and p_n_baseline say how many that were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "measure/execution_drift.h"
#include "measure/execution_explanation.h"
#include "record/measurement.h"
#include "stats/upper_half.h"

namespace plumb {

// Of the first `most` vectors of a side the squared distances between them.
UpperHalf squared_distances_within(std::span<const ProfileRow* const> rows, std::uint64_t most,
                                   ThreadPool& pool);

// Those of both sides of a comparison.
struct DistancesWithin {
  const UpperHalf& baseline;
  const UpperHalf& current;
};

// mmd_rbf (unbiased, median heuristic), energy_distance and domain_auc, each
// with the reason where it does not apply.
std::vector<Measurement> measure_pairwise_drift(const ComparedRows& rows,
                                                const DistancesWithin& within,
                                                const DriftOptions& options, ThreadPool& pool);

}  // namespace plumb
