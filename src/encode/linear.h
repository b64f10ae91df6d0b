// A dense layer, its weights packed once for the instruction set at hand.
//
// In f32 it is the plain product. In int8 the depth is cut into groups; weights
// are rounded to -127..127 with a scale for each column and group, input rows as
// they come to 0..255 with a scale and a lowest value for each row and group.
// docs/performance.md says what that costs in accuracy.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/kernels.h"
#include "encode/precision.h"

namespace plumb {

// A matrix of rows of `columns` values, by columns: [columns][rows].
std::vector<float> transposed(std::span<const float> matrix, std::size_t columns);

// Floats from row to row; 0 where there is no gap. In int8 there is none.
struct RowStrides {
  std::size_t input = 0;
  std::size_t output = 0;
};

class Linear {
 public:
  // A cache line, the most that spaced_columns() adds.
  static constexpr std::size_t kSpaceFloats = 16;

  // One [columns][depth] matrix with its bias, as PyTorch stores a Linear.
  struct Part {
    std::span<const float> weight;
    std::span<const float> bias;
  };
  struct Build {
    const Kernels& kernels;
    Precision precision;
    ThreadPool& pool;
  };
  // Memory for apply(), for reuse; one for each concurrent call.
  struct Scratch {
    Buffer<std::byte> values;
    Buffer<float> scales;
    Buffer<float> lows;
  };

  // Parts with the same input side by side: query, key and value are one
  // product. Each part's columns, and the depth, are a multiple of 32. The first
  // `leading` inputs, if any, are a group of their own in int8.
  Linear(const Build& build, std::size_t depth, std::size_t leading, std::span<const Part> parts);

  // output[r, :] = activation(input[r, :] W^T + bias)
  void apply(const float* input, std::size_t rows, float* output, Activation activation,
             Scratch& scratch, ThreadPool& pool, RowStrides strides = {}) const;

  // output[r, :] = input[r, :] W^T + bias, with that bias in place of its own. For f32; a row's
  // bits do not depend on the rows beside it.
  void multiply(const float* input, std::size_t rows, const float* bias, float* output,
                ThreadPool& pool) const;

  std::span<const float> bias() const { return {bias_.data(), bias_.size()}; }

  // How far apart another Linear likes to find the rows of this one's output.
  std::size_t spaced_columns() const;

 private:
  void pack_floats(std::span<const Part> parts, ThreadPool& pool);
  void pack_integers(std::span<const Part> parts, ThreadPool& pool);
  void quantize_input(const float* input, std::size_t rows, Scratch& scratch,
                      ThreadPool& pool) const;
  GroupEnds groups() const { return {group_ends_.data(), group_ends_.size()}; }
  template <class Body>
  void for_each_piece(ThreadPool& pool, const Body& body) const;

  const Kernels* kernels_;
  Precision precision_;
  std::size_t depth_;
  std::size_t columns_;
  Buffer<float> bias_;
  Buffer<float> weights_;    // f32
  Buffer<float> pair_sums_;  // f32 where the kernels multiply by pairs, and below
  float weight_magnitude_ = 0;
  std::vector<std::size_t> group_ends_;  // int8, and all below
  Buffer<std::byte> narrow_weights_;
  Buffer<float> weight_scales_;  // [groups][columns]
  Buffer<float> weight_sums_;    // [groups][columns]
};

}  // namespace plumb
