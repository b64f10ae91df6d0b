#include "encode/linear.h"

#include <algorithm>

namespace plumb {
namespace {

std::size_t total_columns(std::span<const Linear::Part> parts) {
  std::size_t columns = 0;
  for (const Linear::Part& part : parts) columns += part.bias.size();
  return columns;
}

// Several pieces a thread, so that one that is held up does not hold up all.
constexpr std::size_t kPiecesPerThread = 3;

}  // namespace

Linear::Linear(const Kernels& kernels, std::size_t depth, std::span<const Part> parts,
               ThreadPool& pool)
    : kernels_(&kernels),
      depth_(depth),
      columns_(total_columns(parts)),
      weights_(columns_ * depth),
      bias_(columns_) {
  float* weights = weights_.data();
  float* bias = bias_.data();
  for (const Part& part : parts) {
    const std::size_t columns = part.bias.size();
    pool.run(static_cast<int>(columns / kernels.panel_width), [&](int panel, int) {
      kernels.pack(part.weight.data(), depth, static_cast<std::size_t>(panel), weights);
    });
    std::ranges::copy(part.bias, bias);
    weights += columns * depth;
    bias += columns;
  }
}

void Linear::apply(const float* input, std::size_t rows, float* output, Activation activation,
                   ThreadPool& pool) const {
  const std::size_t panels = columns_ / kernels_->panel_width;
  const auto threads = static_cast<std::size_t>(pool.threads());
  const std::size_t pieces = threads == 1 ? 1 : std::min(panels, threads * kPiecesPerThread);
  pool.run(static_cast<int>(pieces), [&](int piece, int) {
    const auto i = static_cast<std::size_t>(piece);
    kernels_->product({.input = input,
                       .input_stride = depth_,
                       .rows = rows,
                       .depth = depth_,
                       .weights = weights_.data(),
                       .bias = bias_.data(),
                       .output = output,
                       .output_stride = columns_,
                       .panel_begin = panels * i / pieces,
                       .panel_end = panels * (i + 1) / pieces,
                       .activation = activation});
  });
}

}  // namespace plumb
