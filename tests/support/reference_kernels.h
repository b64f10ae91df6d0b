// The kernels again, slow and obvious, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

namespace plumb::reference {

using Matrix = std::vector<double>;

inline std::vector<float> random_floats(std::size_t size, unsigned seed, float spread = 1.0F) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(-spread, spread);
  std::vector<float> values(size);
  for (float& value : values) value = uniform(generator);
  return values;
}

inline double gelu(double x) {
  return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
}

// transformers' "gelu_new".
inline double gelu_tanh(double x) {
  constexpr double kRootOfTwoOverPi = 0.7978845608028654;
  return 0.5 * x * (1.0 + std::tanh(kRootOfTwoOverPi * (x + 0.044715 * x * x * x)));
}

// input [rows][depth] times weight [columns][depth] plus bias.
inline Matrix product(std::span<const float> input, std::size_t rows, std::size_t depth,
                      std::span<const float> weight, std::span<const float> bias) {
  const std::size_t columns = bias.size();
  Matrix output(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      double sum = static_cast<double>(bias[c]);
      for (std::size_t k = 0; k < depth; ++k) {
        sum +=
            static_cast<double>(input[r * depth + k]) * static_cast<double>(weight[c * depth + k]);
      }
      output[r * columns + c] = sum;
    }
  }
  return output;
}

// One head: query, key, value are [length][size]; bias(i, j) is added to the product
// of query i and key j before it is scaled.
template <class Bias>
Matrix attention(std::span<const float> query, std::span<const float> key,
                 std::span<const float> value, std::size_t length, std::size_t size, double scale,
                 const Bias& bias) {
  Matrix output(length * size, 0.0);
  for (std::size_t q = 0; q < length; ++q) {
    std::vector<double> scores(length, 0.0);
    for (std::size_t k = 0; k < length; ++k) {
      scores[k] = bias(q, k);
      for (std::size_t d = 0; d < size; ++d) {
        scores[k] +=
            static_cast<double>(query[q * size + d]) * static_cast<double>(key[k * size + d]);
      }
      scores[k] *= scale;
    }
    const double top = *std::ranges::max_element(scores);
    double total = 0;
    for (double& score : scores) total += score = std::exp(score - top);
    for (std::size_t k = 0; k < length; ++k) {
      for (std::size_t d = 0; d < size; ++d) {
        output[q * size + d] += scores[k] / total * static_cast<double>(value[k * size + d]);
      }
    }
  }
  return output;
}

inline Matrix attention(std::span<const float> query, std::span<const float> key,
                        std::span<const float> value, std::size_t length, std::size_t size) {
  return attention(query, key, value, length, size, 1.0 / std::sqrt(static_cast<double>(size)),
                   [](std::size_t, std::size_t) { return 0.0; });
}

inline Matrix layer_norm(std::span<const float> rows, std::span<const float> residual,
                         std::span<const float> scale, std::span<const float> shift,
                         double epsilon) {
  const std::size_t columns = scale.size();
  Matrix output(rows.size());
  for (std::size_t at = 0; at < rows.size(); at += columns) {
    double mean = 0;
    double variance = 0;
    const auto x = [&](std::size_t i) {
      return static_cast<double>(rows[at + i]) + static_cast<double>(residual[at + i]);
    };
    for (std::size_t i = 0; i < columns; ++i) mean += x(i) / static_cast<double>(columns);
    for (std::size_t i = 0; i < columns; ++i) {
      variance += (x(i) - mean) * (x(i) - mean) / static_cast<double>(columns);
    }
    for (std::size_t i = 0; i < columns; ++i) {
      output[at + i] =
          (x(i) - mean) / std::sqrt(variance + epsilon) * static_cast<double>(scale[i]) +
          static_cast<double>(shift[i]);
    }
  }
  return output;
}

inline double largest_difference(std::span<const float> got, std::span<const double> wanted) {
  double worst = got.size() == wanted.size() ? 0.0 : INFINITY;
  for (std::size_t i = 0; i < got.size() && i < wanted.size(); ++i) {
    worst = std::max(worst, std::abs(static_cast<double>(got[i]) - wanted[i]));
  }
  return worst;
}

}  // namespace plumb::reference
