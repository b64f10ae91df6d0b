// What is done row by row: layer norm, projections of norms and mean pooling. V is one of simd_*.h.
#pragma once

#include <cmath>
#include <cstddef>

#include "encode/kernels.h"

namespace plumb {
namespace {

template <class V>
void layer_norm(const LayerNormArgs& args) {
  const float inverse = 1.0F / static_cast<float>(args.columns);
  for (std::size_t r = 0; r < args.count; ++r) {
    float* row = args.rows + r * args.columns;
    const float* residual = args.residual + r * args.columns;
    auto total = V::set(0.0F);
    for (std::size_t i = 0; i < args.columns; i += V::kLanes) {
      const auto x = V::add(V::load(row + i), V::load(residual + i));
      V::store(row + i, x);
      total = V::add(total, x);
    }
    const float mean_of_row = V::sum(total) * inverse;
    const auto mean = V::set(mean_of_row);
    auto squares = V::set(0.0F);
    for (std::size_t i = 0; i < args.columns; i += V::kLanes) {
      const auto centred = V::sub(V::load(row + i), mean);
      squares = V::fma(centred, centred, squares);
    }
    const float inverse_deviation = 1.0F / std::sqrt(V::sum(squares) * inverse + args.epsilon);
    if (args.moments != nullptr) args.moments[r] = {mean_of_row, inverse_deviation};
    const auto scale = V::set(inverse_deviation);
    for (std::size_t i = 0; i < args.columns; i += V::kLanes) {
      const auto x = V::mul(V::sub(V::load(row + i), mean), scale);
      V::store(row + i, V::fma(x, V::load(args.scale + i), V::load(args.shift + i)));
    }
  }
}

template <class V>
void join_projections(const JoinProjectionsArgs& args) {
  const auto minus_mean = V::set(-args.moments.mean);
  const auto inverse_deviation = V::set(args.moments.inverse_deviation);
  for (std::size_t i = 0; i < args.columns; i += V::kLanes) {
    const auto sum = V::add(V::load(args.first + i), V::load(args.second + i));
    const auto centred = V::fma(minus_mean, V::load(args.scale + i), sum);
    V::store(args.output + i, V::fma(centred, inverse_deviation, V::load(args.shift + i)));
  }
}

template <class V>
void mean_pool(const float* rows, std::size_t count, std::size_t columns, float* output) {
  const auto share = V::set(1.0F / static_cast<float>(count));
  auto squares = V::set(0.0F);
  for (std::size_t i = 0; i < columns; i += V::kLanes) {
    auto total = V::load(rows + i);
    for (std::size_t r = 1; r < count; ++r) total = V::add(total, V::load(rows + r * columns + i));
    const auto mean = V::mul(total, share);
    V::store(output + i, mean);
    squares = V::fma(mean, mean, squares);
  }
  const float norm = std::sqrt(V::sum(squares));
  const auto scale = V::set(1.0F / (norm > 1e-12F ? norm : 1e-12F));  // torch's normalize()
  for (std::size_t i = 0; i < columns; i += V::kLanes) {
    V::store(output + i, V::mul(V::load(output + i), scale));
  }
}

}  // namespace
}  // namespace plumb
