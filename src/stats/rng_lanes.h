// Four random number generators that go along side by side, for draws by the million: each lane's
// numbers are those of an Rng of its own, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rng.h"

namespace plumb {

inline constexpr std::size_t kRngLanes = 4;

class RngLanes {
 public:
  // Lane i is Rng(seed, first_stream + i).
  RngLanes(std::uint64_t seed, std::uint64_t first_stream);
  explicit RngLanes(const std::array<Rng, kRngLanes>& lanes);

  // numbers[i][lane] is the lane's below(bounds[i]), one after the other; no bound is 0.
  // `numbers` has bounds.size() * kRngLanes places.
  void below(std::span<const std::uint32_t> bounds, std::uint32_t* numbers);
  // The same, one number at a time: what others are compared with, and where the CPU lacks AVX2.
  void below_one_by_one(std::span<const std::uint32_t> bounds, std::uint32_t* numbers);

 private:
  std::array<std::array<std::uint64_t, kRngLanes>, 4> words_;  // of the states: [word][lane]
};

// False where a number might have to be drawn again, which is once in 2^32 of them: then neither
// `words` nor what is in `numbers` means anything. The CPU has AVX2.
bool draw_below_avx2(std::uint64_t (*words)[kRngLanes], std::span<const std::uint32_t> bounds,
                     std::uint32_t* numbers);

}  // namespace plumb
