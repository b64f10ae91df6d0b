// Pseudo-random numbers that are the same on every machine and compiler.
//
// xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. Every piece of
// work that may run on any thread takes a stream of its own, so that results do
// not depend on who ran it: Rng(seed, draw_index).
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/int128.h"

namespace plumb {

class Rng {
 public:
  using result_type = std::uint64_t;  // fits std::shuffle's needs, whose result is not portable

  explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t x = seed ^ mix(stream + 0x9E3779B97F4A7C15U);
    for (std::uint64_t& word : state_) word = mix(x += 0x9E3779B97F4A7C15U);
  }

  using State = std::array<std::uint64_t, 4>;  // not all 0
  // Goes on from where another one was.
  explicit Rng(const State& state) : state_(state) {}
  const State& state() const { return state_; }

  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound), without bias (Lemire 2019). `bound` is not 0.
  std::uint64_t below(std::uint64_t bound) {
    UInt128 product = static_cast<UInt128>((*this)()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t floor = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < floor) {
        product = static_cast<UInt128>((*this)()) * bound;
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // Uniform in [0, 1), 53 bits.
  double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  State state_{};
};

}  // namespace plumb
