// Means of a function of the squared distance over pairs of rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stats/pairwise.h"

namespace plumb {

// The sum of f(squared distance) over all pairs of a row of `first` and one of
// `second`. A row's sum is one task, and the sums are added in the order of the
// rows: the same bits for any number of threads. Memory O(n + threads m).
template <class Function>
double sum_over_pairs(std::span<const float> first, std::span<const float> second,
                      std::size_t dimension, ThreadPool& pool, const Function& f) {
  const std::size_t rows = first.size() / dimension;
  std::vector<double> sums(rows);
  std::vector<std::vector<double>> distances(static_cast<std::size_t>(pool.threads()),
                                             std::vector<double>(second.size() / dimension));
  pool.run(static_cast<int>(rows), [&](int task, int worker) {
    const auto row = static_cast<std::size_t>(task);
    std::vector<double>& mine = distances[static_cast<std::size_t>(worker)];
    squared_distances_from(first.subspan(row * dimension, dimension), second, mine);
    double sum = 0;
    for (const double distance : mine) sum += f(distance);
    sums[row] = sum;
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace plumb
