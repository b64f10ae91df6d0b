// The most f32 arithmetic this CPU does: fused multiply-adds on registers alone.
//
//   fma_peak [THREADS]     prints {"instruction_set": ..., "threads": n, "gflops": g}
//
// The best of several short runs, because the peak is what the machine can do, not
// what its neighbours leave over. What the encoder reaches is reported as a share of it.
#include <fmt/format.h>
#include <immintrin.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "base/cpu.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRuns = 10;
constexpr std::chrono::milliseconds kRun{200};
constexpr std::int64_t kSteps = 100'000;  // between two looks at the clock

// Chains in flight: more than latency times ports of any CPU so far (4 x 2), and
// few enough to stay in the registers (16 with AVX2, 32 with AVX-512).
constexpr int kChains256 = 12;
constexpr int kChains512 = 24;

struct Kernel {
  std::string_view instruction_set;
  double flops;  // per step
  float (*run)(std::int64_t steps, float seed);
};

__attribute__((target("avx2,fma"))) float run_avx2(std::int64_t steps, float seed) {
  __m256 sums[kChains256];
  for (int i = 0; i < kChains256; ++i) sums[i] = _mm256_set1_ps(seed + static_cast<float>(i));
  const __m256 factor = _mm256_set1_ps(0.999F);
  const __m256 term = _mm256_set1_ps(seed);
  for (std::int64_t step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (int i = 0; i < kChains256; ++i) sums[i] = _mm256_fmadd_ps(sums[i], factor, term);
  }
  __m256 total = sums[0];
  for (int i = 1; i < kChains256; ++i) total = _mm256_add_ps(total, sums[i]);
  return _mm256_cvtss_f32(total);
}

__attribute__((target("avx512f"))) float run_avx512(std::int64_t steps, float seed) {
  __m512 sums[kChains512];
  for (int i = 0; i < kChains512; ++i) sums[i] = _mm512_set1_ps(seed + static_cast<float>(i));
  const __m512 factor = _mm512_set1_ps(0.999F);
  const __m512 term = _mm512_set1_ps(seed);
  for (std::int64_t step = 0; step < steps; ++step) {
#pragma GCC unroll 32
    for (int i = 0; i < kChains512; ++i) sums[i] = _mm512_fmadd_ps(sums[i], factor, term);
  }
  __m512 total = sums[0];
  for (int i = 1; i < kChains512; ++i) total = _mm512_add_ps(total, sums[i]);
  return _mm512_cvtss_f32(total);
}

Kernel best_kernel() {
  const plumb::CpuFeatures& cpu = plumb::cpu_features();
  if (cpu.avx512) return {"avx512", 2.0 * 16 * kChains512, run_avx512};
  if (cpu.avx2_fma) return {"avx2", 2.0 * 8 * kChains256, run_avx2};
  return {"none", 0, nullptr};
}

// GFLOP/s of one thread over about kRun.
double measure(const Kernel& kernel) {
  volatile float sink = 0;
  std::int64_t steps = 0;
  const auto start = Clock::now();
  auto now = start;
  do {
    sink = kernel.run(kSteps, 0.5F + sink * 0.0F);
    steps += kSteps;
    now = Clock::now();
  } while (now - start < kRun);
  const double seconds = std::chrono::duration<double>(now - start).count();
  return static_cast<double>(steps) * kernel.flops / seconds / 1e9;
}

double measure_together(const Kernel& kernel, int threads) {
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < rates.size(); ++i) {
    others.emplace_back([&kernel, &rates, i] { rates[i] = measure(kernel); });
  }
  rates[0] = measure(kernel);
  for (std::thread& other : others) other.join();
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const Kernel kernel = best_kernel();
  if (threads < 1 || kernel.run == nullptr) {
    fmt::print(stderr, "fma_peak: needs a CPU with AVX2 and FMA, and at least 1 thread\n");
    return 2;
  }
  double best = 0;
  for (int run = 0; run < kRuns; ++run) best = std::max(best, measure_together(kernel, threads));
  fmt::print("{{\"instruction_set\": \"{}\", \"threads\": {}, \"gflops\": {:.1f}}}\n",
             kernel.instruction_set, threads, best);
  return 0;
}
