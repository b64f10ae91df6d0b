// A dense layer, its weights packed once for the instruction set at hand.
//
// In f32 it is the plain product. In int8 the weights are rounded to -127..127
// with a scale for each column and group of kQuantizedGroup inputs, and the
// input rows to 0..255 as they come, with a scale and a zero for each row and
// group; docs/performance.md says what that costs in accuracy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/kernels.h"
#include "encode/precision.h"

namespace plumb {

class Linear {
 public:
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
    Buffer<std::int32_t> zeros;
  };

  // Parts with the same input side by side: query, key and value are one
  // product. Each part's columns, and the depth, are a multiple of 32.
  Linear(const Build& build, std::size_t depth, std::span<const Part> parts);

  // output[r, :] = activation(input[r, :] W^T + bias), rows without gaps.
  void apply(const float* input, std::size_t rows, float* output, Activation activation,
             Scratch& scratch, ThreadPool& pool) const;

 private:
  void pack_floats(std::span<const Part> parts, ThreadPool& pool);
  void pack_integers(std::span<const Part> parts, ThreadPool& pool);
  void quantize_input(const float* input, std::size_t rows, Scratch& scratch,
                      ThreadPool& pool) const;
  template <class Body>
  void for_each_piece(ThreadPool& pool, const Body& body) const;

  const Kernels* kernels_;
  Precision precision_;
  std::size_t depth_;
  std::size_t columns_;
  Buffer<float> bias_;
  Buffer<float> weights_;             // f32
  Buffer<std::byte> narrow_weights_;  // int8, and the two below
  Buffer<float> weight_scales_;       // [groups][columns]
  Buffer<std::int32_t> column_sums_;  // [groups][columns]
};

}  // namespace plumb
