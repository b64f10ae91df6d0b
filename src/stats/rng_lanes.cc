#include "stats/rng_lanes.h"

#include "base/cpu.h"

namespace plumb {

RngLanes::RngLanes(std::uint64_t seed, std::uint64_t first_stream)
    : RngLanes({Rng(seed, first_stream), Rng(seed, first_stream + 1), Rng(seed, first_stream + 2),
                Rng(seed, first_stream + 3)}) {}

RngLanes::RngLanes(const std::array<Rng, kRngLanes>& lanes) {
  for (std::size_t lane = 0; lane < kRngLanes; ++lane) {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      words_[word][lane] = lanes[lane].state()[word];
    }
  }
}

void RngLanes::below(std::span<const std::uint32_t> bounds, std::uint32_t* numbers) {
  if (cpu_features().avx2_fma) {
    std::uint64_t words[4][kRngLanes];
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::size_t lane = 0; lane < kRngLanes; ++lane) words[word][lane] = words_[word][lane];
    }
    if (draw_below_avx2(words, bounds, numbers)) {
      for (std::size_t word = 0; word < words_.size(); ++word) {
        for (std::size_t lane = 0; lane < kRngLanes; ++lane) words_[word][lane] = words[word][lane];
      }
      return;
    }
  }
  below_one_by_one(bounds, numbers);
}

void RngLanes::below_one_by_one(std::span<const std::uint32_t> bounds, std::uint32_t* numbers) {
  for (std::size_t lane = 0; lane < kRngLanes; ++lane) {
    Rng rng({words_[0][lane], words_[1][lane], words_[2][lane], words_[3][lane]});
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      numbers[i * kRngLanes + lane] = static_cast<std::uint32_t>(rng.below(bounds[i]));
    }
    for (std::size_t word = 0; word < words_.size(); ++word) {
      words_[word][lane] = rng.state()[word];
    }
  }
}

}  // namespace plumb
