// Attention of each text's first token alone, for the last layer of a classifier.
//
// No key and no value is projected. With q = W_q x_0 + b_q, a head's scores are
//   q . (W_k x_j + b_k) = (W_k^T q) . x_j + q . b_k
// whose last term is the same for every j, so softmax drops it; and since its
// weights a_j sum to 1,
//   sum_j a_j (W_v x_j + b_v) = W_v (sum_j a_j x_j) + b_v.
// A text of L tokens costs 3 hidden^2 + 2 L heads hidden products in place of
// 3 L hidden^2. The rounding is another than that of projected keys and values; a
// text's bits still depend on nothing but the text.
#pragma once

#include <cstddef>
#include <vector>

#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/encoder_config.h"
#include "encode/kernels.h"
#include "encode/linear.h"
#include "encode/token_batch.h"

namespace plumb {

// Immutable once made; threads may share it.
class FirstTokenAttention {
 public:
  // The layer's projections, [hidden][hidden] each. Nothing of them is kept.
  struct Projections {
    Linear::Part query, key, value;
  };
  // Memory for run(), for reuse; one for each concurrent call. Grows as needed.
  struct Scratch {
    Buffer<float> first, query;  // [texts][hidden]
    Buffer<float> asked, seen;   // [texts][heads][hidden]: W_k^T q, and the sum of a_j x_j
    Buffer<float> attention;     // of each thread
    Linear::Scratch linear;
  };

  // For f32, and for attention without position terms.
  FirstTokenAttention(const EncoderConfig& config, const Linear::Build& build,
                      const Projections& projections);

  // context[text, :] from `rows`, a row of `hidden` floats for each token of the batch.
  void run(const float* rows, const TokenBatch& batch, float* context, Scratch& scratch,
           ThreadPool& pool) const;

 private:
  void ask(std::size_t texts, Scratch& scratch, ThreadPool& pool) const;
  void look(const float* rows, const TokenBatch& batch, Scratch& scratch, ThreadPool& pool) const;
  void answer(std::size_t texts, const Scratch& scratch, float* context, ThreadPool& pool) const;

  const Kernels* kernels_;
  std::size_t hidden_, heads_, head_size_;
  Linear query_;
  Buffer<float> keys_;          // [heads]: W_k^T of the head, packed
  Buffer<float> values_;        // W_v, packed
  std::vector<float> no_bias_;  // [hidden], zeros
  std::vector<float> value_bias_;
};

}  // namespace plumb
