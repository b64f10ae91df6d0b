// How texts are cut into forward passes: by length, so that a batch holds texts
// of a kind, and in pieces that the caches and the threads like.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "encode/token_runs.h"

namespace plumb {

struct BatchLimits {
  // Tokens of a batch that one thread computes by itself: enough rows to pay for
  // reading the weights, few enough that a batch's rows stay in the second cache.
  std::size_t most_tokens = 256;
  std::size_t fewest_tokens = 96;
  // Up to this many tokens all threads share one batch: below it, reading the
  // weights once costs more than splitting every layer.
  std::size_t shared_tokens = 160;
};

// Indices of runs, longest first: the last batches are the small ones, so threads
// end together.
struct LengthBatches {
  std::vector<std::size_t> order;
  std::vector<std::span<const std::size_t>> batches;  // parts of `order`
  bool shared = false;                                // one batch that all threads compute together
};

LengthBatches cut_by_length(const TokenRuns& runs, std::size_t threads, const BatchLimits& limits);

}  // namespace plumb
