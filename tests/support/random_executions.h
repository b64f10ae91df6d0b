// Results of every shape that a profile meets, from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "record/execution.h"

namespace plumb::testing {

inline Response random_response(Rng& rng, std::size_t index, std::size_t dimension) {
  static const std::vector<std::string> kWords = {"The ", "ΟΔΟΣ ", "İstanbul", "\n\t", "中文",
                                                  "😀",   "naïve", " plain",   "K",    "Σ."};
  Response response;
  response.id = "r" + std::to_string(index);
  if (rng.below(3) != 0) response.prompt = "prompt " + std::to_string(rng.below(5));
  const std::uint64_t words = rng.below(8) == 0 ? 0 : rng.below(40);
  for (std::uint64_t i = 0; i < words; ++i) response.response += kWords[rng.below(kWords.size())];
  if (rng.below(4) != 0) response.severity = kSeverities[rng.below(kSeverityCount)];
  if (rng.below(3) != 0) {
    response.tools.emplace();
    for (std::uint64_t i = rng.below(4); i > 0; --i) {
      response.tools->push_back({"tool" + std::to_string(rng.below(3)), "{}", ""});
    }
  }
  if (rng.below(2) == 0) response.labels = {{"model", "m" + std::to_string(rng.below(2))}};
  for (std::size_t i = 0; i < dimension; ++i) {
    response.embedding.push_back(static_cast<float>(rng.uniform() * 2 - 1));
  }
  return response;
}

inline std::vector<Response> random_execution(std::uint64_t seed, std::size_t results,
                                              std::size_t dimension) {
  Rng rng(seed);
  std::vector<Response> execution;
  for (std::size_t i = 0; i < results; ++i) {
    execution.push_back(random_response(rng, i, dimension));
  }
  return execution;
}

}  // namespace plumb::testing
