#include "encode/linear.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace plumb {
namespace {

// Several pieces a thread, so that one that is held up does not hold up all.
constexpr std::size_t kPiecesPerThread = 3;
constexpr std::size_t kRowsPerPiece = 16;

std::size_t total_columns(std::span<const Linear::Part> parts) {
  std::size_t columns = 0;
  for (const Linear::Part& part : parts) columns += part.bias.size();
  return columns;
}

// Narrower groups round more finely and cost a conversion to floats each:
// bench/int8_study.py has both sides.
constexpr std::size_t kGroupSize = 192;

std::vector<std::size_t> cut_groups(std::size_t depth, std::size_t leading) {
  std::vector<std::size_t> ends;
  if (leading > 0) ends.push_back(leading);
  for (std::size_t end = leading; end < depth;) {
    end = std::min(end + kGroupSize, depth);
    ends.push_back(end);
  }
  return ends;
}

struct RoundedGroup {
  float scale;
  float sum;  // of scale * integer
};

// Rounds one group of a column's weights to -127..127.
RoundedGroup round_weights(std::span<const float> weights, std::int8_t* to) {
  float largest = 0;
  for (const float w : weights) largest = std::max(largest, std::abs(w));
  const float scale = largest / 127.0F;
  const float inverse = largest > 0 ? 127.0F / largest : 0.0F;
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto rounded = static_cast<std::int32_t>(std::nearbyint(weights[k] * inverse));
    to[k] = static_cast<std::int8_t>(rounded);
    sum += rounded;
  }
  return {scale, scale * static_cast<float>(sum)};
}

template <class T>
void grow(Buffer<T>& buffer, std::size_t size) {
  if (buffer.size() < size) buffer = Buffer<T>(size);
}

}  // namespace

std::vector<float> transposed(std::span<const float> matrix, std::size_t columns) {
  const std::size_t rows = matrix.size() / columns;
  std::vector<float> turned(matrix.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) turned[c * rows + r] = matrix[r * columns + c];
  }
  return turned;
}

Linear::Linear(const Build& build, std::size_t depth, std::size_t leading,
               std::span<const Part> parts)
    : kernels_(&build.kernels),
      precision_(build.precision),
      depth_(depth),
      columns_(total_columns(parts)),
      bias_(columns_) {
  float* bias = bias_.data();
  for (const Part& part : parts) bias = std::ranges::copy(part.bias, bias).out;
  if (precision_ == Precision::f32) {
    pack_floats(parts, build.pool);
  } else {
    group_ends_ = cut_groups(depth, leading);
    pack_integers(parts, build.pool);
  }
}

void Linear::pack_floats(std::span<const Part> parts, ThreadPool& pool) {
  weights_ = Buffer<float>(columns_ * depth_);
  const std::size_t all_panels = columns_ / kernels_->panel_width;
  const std::size_t panel_size = depth_ * kernels_->panel_width;
  const bool by_pairs = kernels_->sum_pairs != nullptr;
  const std::size_t sums = by_pairs ? kernels_->pair_sum_count(depth_) : 0;
  pair_sums_ = Buffer<float>(all_panels * sums);
  std::vector<float> magnitudes(all_panels);
  std::size_t first = 0;
  for (const Part& part : parts) {
    const std::size_t panels = part.bias.size() / kernels_->panel_width;
    pool.run(static_cast<int>(panels), [&](int task, int) {
      const auto panel = static_cast<std::size_t>(task);
      float* to = weights_.data() + first * panel_size;
      kernels_->pack(part.weight.data(), depth_, panel, to);
      if (!by_pairs) return;
      magnitudes[first + panel] = kernels_->sum_pairs(to + panel * panel_size, depth_,
                                                      pair_sums_.data() + (first + panel) * sums);
    });
    first += panels;
  }
  const double magnitude = std::accumulate(magnitudes.begin(), magnitudes.end(), 0.0);
  weight_magnitude_ = static_cast<float>(magnitude / static_cast<double>(weights_.size()));
}

void Linear::pack_integers(std::span<const Part> parts, ThreadPool& pool) {
  const std::size_t groups = group_ends_.size();
  std::vector<std::int8_t> rounded(columns_ * depth_);
  weight_scales_ = Buffer<float>(groups * columns_);
  weight_sums_ = Buffer<float>(groups * columns_);
  std::size_t first = 0;
  for (const Part& part : parts) {
    pool.run(static_cast<int>(part.bias.size()), [&](int task, int) {
      const auto row = static_cast<std::size_t>(task);
      for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t begin = g == 0 ? 0 : group_ends_[g - 1];
        const auto weights = part.weight.subspan(row * depth_ + begin, group_ends_[g] - begin);
        const auto group = round_weights(weights, rounded.data() + (first + row) * depth_ + begin);
        weight_scales_.data()[g * columns_ + first + row] = group.scale;
        weight_sums_.data()[g * columns_ + first + row] = group.sum;
      }
    });
    first += part.bias.size();
  }
  narrow_weights_ = Buffer<std::byte>(columns_ * depth_ * kernels_->narrow_weight_bytes);
  pool.run(static_cast<int>(columns_ / kernels_->panel_width), [&](int panel, int) {
    kernels_->pack_quantized(rounded.data(), depth_, static_cast<std::size_t>(panel),
                             narrow_weights_.data());
  });
}

template <class Body>
void Linear::for_each_piece(ThreadPool& pool, const Body& body) const {
  const std::size_t panels = columns_ / kernels_->panel_width;
  const auto threads = static_cast<std::size_t>(pool.threads());
  const std::size_t pieces = threads == 1 ? 1 : std::min(panels, threads * kPiecesPerThread);
  pool.run(static_cast<int>(pieces), [&](int piece, int) {
    const auto i = static_cast<std::size_t>(piece);
    body(panels * i / pieces, panels * (i + 1) / pieces);
  });
}

void Linear::quantize_input(const float* input, std::size_t rows, Scratch& scratch,
                            ThreadPool& pool) const {
  const std::size_t groups = group_ends_.size();
  const std::size_t row_bytes = depth_ * kernels_->narrow_bytes;
  grow(scratch.values, rows * row_bytes);
  grow(scratch.scales, rows * groups);
  grow(scratch.lows, rows * groups);
  const std::size_t pieces = (rows + kRowsPerPiece - 1) / kRowsPerPiece;
  pool.run(static_cast<int>(pieces), [&](int piece, int) {
    const std::size_t first = static_cast<std::size_t>(piece) * kRowsPerPiece;
    kernels_->quantize({.input = input + first * depth_,
                        .rows = std::min(kRowsPerPiece, rows - first),
                        .depth = depth_,
                        .groups = this->groups(),
                        .output = scratch.values.data() + first * row_bytes,
                        .scales = scratch.scales.data() + first * groups,
                        .lows = scratch.lows.data() + first * groups});
  });
}

std::size_t Linear::spaced_columns() const {
  const bool spaced = precision_ == Precision::f32 && rows_collide(columns_);
  return columns_ + (spaced ? kSpaceFloats : 0);
}

void Linear::multiply(const float* input, std::size_t rows, const float* bias, float* output,
                      ThreadPool& pool) const {
  for_each_piece(pool, [&](std::size_t begin, std::size_t end) {
    kernels_->product({.input = input,
                       .input_stride = depth_,
                       .rows = rows,
                       .depth = depth_,
                       .weights = weights_.data(),
                       .bias = bias,
                       .output = output,
                       .output_stride = columns_,
                       .panel_begin = begin,
                       .panel_end = end});
  });
}

void Linear::apply(const float* input, std::size_t rows, float* output, Activation activation,
                   Scratch& scratch, ThreadPool& pool, RowStrides strides) const {
  if (precision_ == Precision::f32) {
    for_each_piece(pool, [&](std::size_t begin, std::size_t end) {
      kernels_->product({.input = input,
                         .input_stride = strides.input > 0 ? strides.input : depth_,
                         .rows = rows,
                         .depth = depth_,
                         .weights = weights_.data(),
                         .bias = bias_.data(),
                         .output = output,
                         .output_stride = strides.output > 0 ? strides.output : columns_,
                         .panel_begin = begin,
                         .panel_end = end,
                         .activation = activation,
                         .pair_sums = pair_sums_.data(),
                         .weight_magnitude = weight_magnitude_});
    });
    return;
  }
  quantize_input(input, rows, scratch, pool);
  for_each_piece(pool, [&](std::size_t begin, std::size_t end) {
    kernels_->quantized_product({.input = scratch.values.data(),
                                 .input_scales = scratch.scales.data(),
                                 .input_lows = scratch.lows.data(),
                                 .rows = rows,
                                 .depth = depth_,
                                 .columns = columns_,
                                 .groups = groups(),
                                 .weights = narrow_weights_.data(),
                                 .weight_scales = weight_scales_.data(),
                                 .weight_sums = weight_sums_.data(),
                                 .bias = bias_.data(),
                                 .output = output,
                                 .output_stride = columns_,
                                 .panel_begin = begin,
                                 .panel_end = end,
                                 .activation = activation});
  });
}

}  // namespace plumb
