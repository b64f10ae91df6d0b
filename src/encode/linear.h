// A dense layer, its weights packed once for the instruction set at hand.
#pragma once

#include <cstddef>
#include <span>

#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/kernels.h"

namespace plumb {

class Linear {
 public:
  // One [columns][depth] matrix with its bias, as PyTorch stores a Linear.
  struct Part {
    std::span<const float> weight;
    std::span<const float> bias;
  };

  // Parts with the same input side by side: query, key and value are one
  // product. Columns of all parts together are a multiple of the panel width,
  // and so is each part's.
  Linear(const Kernels& kernels, std::size_t depth, std::span<const Part> parts, ThreadPool& pool);

  std::size_t columns() const { return columns_; }

  // output[r, :] = activation(input[r, :] W^T + bias), rows without gaps.
  void apply(const float* input, std::size_t rows, float* output, Activation activation,
             ThreadPool& pool) const;

 private:
  const Kernels* kernels_;
  std::size_t depth_;
  std::size_t columns_;
  Buffer<float> weights_;
  Buffer<float> bias_;
};

}  // namespace plumb
