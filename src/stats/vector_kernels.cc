#include "stats/vector_kernels.h"

#include <cstring>

#include "base/cpu.h"

// Inlined into a function of each instruction set, and compiled for it there.
#define PLUMB_INLINE [[gnu::always_inline]] inline

namespace plumb {
namespace {

// One register of AVX-512, two of AVX2, four of SSE2.
using Doubles = double __attribute__((vector_size(64)));
constexpr std::size_t kDoubles = 8;

PLUMB_INLINE double dot_of(const double* a, const double* b, std::size_t count) {
  Doubles sums = {};
  std::size_t at = 0;
  for (; at + kDoubles <= count; at += kDoubles) {
    Doubles left;
    Doubles right;
    std::memcpy(&left, a + at, sizeof left);
    std::memcpy(&right, b + at, sizeof right);
    sums += left * right;
  }
  double sum =
      ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
  for (; at < count; ++at) sum += a[at] * b[at];
  return sum;
}

PLUMB_INLINE void add_scaled_to(double* sum, double factor, const double* values,
                                std::size_t count) {
  std::size_t at = 0;
  for (; at + kDoubles <= count; at += kDoubles) {
    Doubles left;
    Doubles right;
    std::memcpy(&left, sum + at, sizeof left);
    std::memcpy(&right, values + at, sizeof right);
    left += factor * right;
    std::memcpy(sum + at, &left, sizeof left);
  }
  for (; at < count; ++at) sum[at] += factor * values[at];
}

[[gnu::target("avx2")]] double dot_avx2(const double* a, const double* b, std::size_t count) {
  return dot_of(a, b, count);
}
double dot_portable(const double* a, const double* b, std::size_t count) {
  return dot_of(a, b, count);
}
[[gnu::target("avx2")]] void add_scaled_avx2(double* sum, double factor, const double* values,
                                             std::size_t count) {
  add_scaled_to(sum, factor, values, count);
}
void add_scaled_portable(double* sum, double factor, const double* values, std::size_t count) {
  add_scaled_to(sum, factor, values, count);
}

}  // namespace

double dot(const double* a, const double* b, std::size_t count) {
  static const auto fastest = cpu_features().avx2_fma ? dot_avx2 : dot_portable;
  return fastest(a, b, count);
}

void add_scaled(double* sum, double factor, const double* values, std::size_t count) {
  static const auto fastest = cpu_features().avx2_fma ? add_scaled_avx2 : add_scaled_portable;
  fastest(sum, factor, values, count);
}

}  // namespace plumb
