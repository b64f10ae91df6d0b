// The half of a symmetrical matrix above its diagonal, with the diagonal: a number a pair of rows.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/huge_pages.h"
#include "base/thread_pool.h"

namespace plumb {

class UpperHalf {
 public:
  // The numbers are not set: of thousands of rows they are tens of megabytes.
  explicit UpperHalf(std::size_t n)
      : n_(n),
        values_(static_cast<double*>(allocate_on_huge_pages(n * (n + 1) / 2 * sizeof(double)))) {}

  std::size_t n() const { return n_; }
  // The columns `row` to n - 1.
  std::span<double> row(std::size_t row) { return {values_.get() + start_of(row), n_ - row}; }
  std::span<const double> row(std::size_t row) const {
    return {values_.get() + start_of(row), n_ - row};
  }

 private:
  std::size_t start_of(std::size_t row) const { return row * (2 * n_ - row + 1) / 2; }

  std::size_t n_;
  std::unique_ptr<double[], FreeHugePages> values_;
};

// The middle two of the numbers above the diagonal by size; of an odd count, the middle one twice.
struct MiddleTwo {
  double below = 0;
  double above = 0;
};

// `half` has at least 2 rows, and every number is finite and not negative. O(n^2).
MiddleTwo middle_above_diagonal(const UpperHalf& half, ThreadPool& pool);

}  // namespace plumb
