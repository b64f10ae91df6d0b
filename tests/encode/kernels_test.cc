// Every kernel of every instruction set against the slow obvious one, and the
// promise that a row's bits do not depend on the rows beside it.
#include "encode/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/reference_kernels.h"

namespace plumb {

extern const Kernels kEmulatedAvx512Kernels;
extern const Kernels kEmulatedVnniKernels;
extern const Kernels kEmulatedPairsKernels;
extern const Kernels kEmulatedAmxKernels;

namespace {

using reference::random_floats;

struct NamedKernels {
  std::string name;
  const Kernels* kernels;
};

std::vector<NamedKernels> all_kernels() {
  std::vector<NamedKernels> all;
  for (const InstructionSet set : available_instruction_sets()) {
    std::string name(name_of(set));
    std::erase(name, '-');
    all.push_back({name, &kernels_for(set)});
  }
  all.push_back({"emulated_avx512", &kEmulatedAvx512Kernels});
  all.push_back({"emulated_avx512vnni", &kEmulatedVnniKernels});
  all.push_back({"emulated_avx512pairs", &kEmulatedPairsKernels});
  all.push_back({"emulated_avx512amx", &kEmulatedAmxKernels});
  return all;
}

class KernelsTest : public testing::TestWithParam<NamedKernels> {
 protected:
  const Kernels& kernels() const { return *GetParam().kernels; }

  struct Packed {
    std::vector<float> weights, pair_sums;
    float magnitude = 0;
  };

  // With what products by pairs need, where the set has them and they take such a depth.
  Packed packed(const std::vector<float>& weight, std::size_t columns, std::size_t depth) const {
    Packed out{std::vector<float>(weight.size()), {}};
    const std::size_t panels = columns / kernels().panel_width;
    for (std::size_t panel = 0; panel < panels; ++panel) {
      kernels().pack(weight.data(), depth, panel, out.weights.data());
    }
    if (kernels().sum_pairs == nullptr || depth % 32 != 0) return out;
    const std::size_t sums = kernels().pair_sum_count(depth);
    out.pair_sums.resize(panels * sums);
    for (std::size_t panel = 0; panel < panels; ++panel) {
      out.magnitude +=
          kernels().sum_pairs(out.weights.data() + panel * depth * kernels().panel_width, depth,
                              out.pair_sums.data() + panel * sums);
    }
    out.magnitude /= static_cast<float>(weight.size());
    return out;
  }

  std::vector<float> product(const std::vector<float>& input, std::size_t rows, std::size_t depth,
                             const Packed& packed, const std::vector<float>& bias,
                             Activation activation = Activation::none) const {
    const std::size_t columns = bias.size();
    std::vector<float> output(rows * columns, NAN);
    kernels().product({.input = input.data(),
                       .input_stride = depth,
                       .rows = rows,
                       .depth = depth,
                       .weights = packed.weights.data(),
                       .bias = bias.data(),
                       .output = output.data(),
                       .output_stride = columns,
                       .panel_begin = 0,
                       .panel_end = columns / kernels().panel_width,
                       .activation = activation,
                       .pair_sums = packed.pair_sums.empty() ? nullptr : packed.pair_sums.data(),
                       .weight_magnitude = packed.magnitude});
    return output;
  }
  std::vector<float> product(const std::vector<float>& input, std::size_t rows, std::size_t depth,
                             const std::vector<float>& weight, const std::vector<float>& bias,
                             Activation activation = Activation::none) const {
    return product(input, rows, depth, packed(weight, bias.size(), depth), bias, activation);
  }
  // Every input is handed to an output as it is.
  std::vector<float> handed_on(const std::vector<float>& input, std::size_t rows, std::size_t depth,
                               const std::vector<float>& unit, const std::vector<float>& bias,
                               Activation activation) const {
    Packed plain = packed(unit, bias.size(), depth);
    plain.pair_sums.clear();
    return product(input, rows, depth, plain, bias, activation);
  }
};

INSTANTIATE_TEST_SUITE_P(AllSets, KernelsTest, testing::ValuesIn(all_kernels()),
                         [](const auto& set) { return set.param.name; });

TEST_P(KernelsTest, ProductMatchesTheReferenceForEveryTileHeight) {
  const std::size_t columns = 64;
  // Rows of 1,024 floats collide in the first cache and are copied.
  for (const std::size_t depth : {32UL, 100UL, 384UL, 385UL, 1024UL, 1536UL}) {
    const auto weight = random_floats(columns * depth, 1, 0.1F);
    const auto bias = random_floats(columns, 2);
    for (std::size_t rows = 1; rows <= 43; ++rows) {
      const auto input = random_floats(rows * depth, 3);
      const auto got = product(input, rows, depth, weight, bias);
      const auto wanted = reference::product(input, rows, depth, weight, bias);
      ASSERT_LT(reference::largest_difference(got, wanted), 1e-5) << rows << " x " << depth;
    }
  }
}

TEST_P(KernelsTest, ARowHasTheSameBitsWhateverTheRowCount) {
  const std::size_t columns = 32;
  for (const auto& [depth, most] : {std::pair(384UL, 2048UL), std::pair(1024UL, 300UL)}) {
    const auto weight = random_floats(columns * depth, 4, 0.1F);
    const auto bias = random_floats(columns, 5);
    const auto input = random_floats(most * depth, 6);
    const auto whole = product(input, most, depth, weight, bias, Activation::gelu);
    for (std::size_t rows = 1; rows < most; rows = rows < 64 ? rows + 1 : rows * 2 - 17) {
      const auto part = product(input, rows, depth, weight, bias, Activation::gelu);
      ASSERT_EQ(std::memcmp(part.data(), whole.data(), part.size() * sizeof(float)), 0)
          << rows << " x " << depth;
    }
  }
}

TEST_P(KernelsTest, PanelsAreComputedOneByOneAsTogether) {
  const std::size_t columns = 96;
  const std::size_t depth = 64;
  const std::size_t rows = 9;
  const auto weight = random_floats(columns * depth, 7);
  const auto bias = random_floats(columns, 8);
  const auto input = random_floats(rows * depth, 9);
  const auto whole = product(input, rows, depth, weight, bias);
  const Packed weights = packed(weight, columns, depth);
  std::vector<float> pieces(rows * columns, NAN);
  for (std::size_t panel = 0; panel < columns / kernels().panel_width; ++panel) {
    kernels().product({.input = input.data(),
                       .input_stride = depth,
                       .rows = rows,
                       .depth = depth,
                       .weights = weights.weights.data(),
                       .bias = bias.data(),
                       .output = pieces.data(),
                       .output_stride = columns,
                       .panel_begin = panel,
                       .panel_end = panel + 1,
                       .pair_sums = weights.pair_sums.empty() ? nullptr : weights.pair_sums.data(),
                       .weight_magnitude = weights.magnitude});
  }
  EXPECT_EQ(pieces, whole);
}

// The error of an output against what its rounding may be: the norms of its row and column.
TEST_P(KernelsTest, ProductOfValuesOfAnySizeIsExactByTheirNorms) {
  const std::size_t columns = 64;
  for (const auto& [depth, weight_size] :
       {std::pair(384UL, 0.1), std::pair(1536UL, 0.1), std::pair(384UL, 1e-8),
        std::pair(384UL, 1e8), std::pair(384UL, 1e-6), std::pair(384UL, 1e6)}) {
    const auto weight = random_floats(columns * depth, 30, static_cast<float>(weight_size));
    const std::vector<float> bias(columns, 0.0F);
    for (const float size : {1e-20F, 1e-12F, 1e-3F, 1.0F, 1e3F, 1e12F, 1e20F}) {
      auto input = random_floats(3 * depth, 31, size);
      for (std::size_t k = 0; k < depth; k += 97)
        input[depth + k] *= 100;                                          // channels that are large
      for (std::size_t k = 16; k < depth; ++k) input[2 * depth + k] = 0;  // and ones that are not
      const auto got = product(input, 3, depth, weight, bias);
      const auto wanted = reference::product(input, 3, depth, weight, bias);
      for (std::size_t r = 0; r < 3; ++r) {
        double squares = 0;
        for (std::size_t k = 0; k < depth; ++k) {
          squares += std::pow(static_cast<double>(input[r * depth + k]), 2);
        }
        const double norms =
            std::sqrt(squares) * weight_size * std::sqrt(static_cast<double>(depth) / 3);
        for (std::size_t c = 0; c < columns; ++c) {
          const double error =
              std::abs(static_cast<double>(got[r * columns + c]) - wanted[r * columns + c]);
          ASSERT_LT(error, 1e-6 * norms)
              << size << ", row " << r << " of depth " << depth << ", weights of " << weight_size;
        }
      }
    }
  }
}

TEST_P(KernelsTest, ProductOfZerosIsTheBias) {
  const std::size_t depth = 384;
  const auto bias = random_floats(32, 32);
  const auto some = random_floats(32 * depth, 33);
  const std::vector<float> zeros(32 * depth, 0.0F);
  const std::vector<float> row(depth, 0.0F);
  EXPECT_EQ(product(row, 1, depth, some, bias), bias);
  const std::vector<float> other(some.begin(), some.begin() + depth);
  EXPECT_EQ(product(other, 1, depth, zeros, bias), bias);
}

TEST_P(KernelsTest, ProductOfARowThatIsNoNumberIsNoneAndTheOthersAreUnchanged) {
  const std::size_t depth = 384;
  const std::size_t columns = 32;
  const auto weight = random_floats(columns * depth, 34);
  const auto bias = random_floats(columns, 35);
  const auto good = random_floats(3 * depth, 36);
  const auto wanted = product(good, 3, depth, weight, bias);
  for (const float spoiled : {std::numeric_limits<float>::infinity(), NAN}) {
    for (const std::size_t k : {0UL, 200UL, 383UL}) {
      auto input = good;
      input[depth + k] = spoiled;
      const auto got = product(input, 3, depth, weight, bias);
      for (std::size_t c = 0; c < columns; ++c) {
        ASSERT_FALSE(std::isfinite(got[columns + c])) << k;
        ASSERT_EQ(got[c], wanted[c]);
        ASSERT_EQ(got[2 * columns + c], wanted[2 * columns + c]);
      }
    }
  }
}

TEST_P(KernelsTest, AnActivationIsThatOfTheProduct) {
  const std::size_t columns = 64;
  for (const std::size_t depth : {384UL, 1536UL}) {
    const auto weight = random_floats(columns * depth, 37, 0.1F);
    const auto bias = random_floats(columns, 38);
    const auto input = random_floats(17 * depth, 39);
    auto wanted = reference::product(input, 17, depth, weight, bias);
    for (double& value : wanted) value = reference::gelu(value);
    const auto got = product(input, 17, depth, weight, bias, Activation::gelu);
    EXPECT_LT(reference::largest_difference(got, wanted), 1e-5) << depth;
  }
}

// `activation` of many values from -12 to 12, handed to it by a product with the unit
// matrix, and what it should be.
template <class Function>
double largest_error(const auto& product, Activation activation, const Function& wanted) {
  const std::size_t n = 32;
  std::vector<float> unit(n * n, 0.0F);
  for (std::size_t i = 0; i < n; ++i) unit[i * n + i] = 1.0F;
  const std::vector<float> bias(n, 0.0F);
  const std::size_t rows = 4000;
  std::vector<float> input(rows * n);
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = -12.0F + 24.0F * static_cast<float>(i) / static_cast<float>(input.size());
  }
  std::vector<double> values;
  for (const float x : input) values.push_back(wanted(static_cast<double>(x)));
  return reference::largest_difference(product(input, rows, n, unit, bias, activation), values);
}

TEST_P(KernelsTest, GeluIsTheExactOneToAMillionth) {
  const auto run = [&](const auto&... args) { return handed_on(args...); };
  EXPECT_LT(largest_error(run, Activation::gelu, &reference::gelu), 2e-6);
}

TEST_P(KernelsTest, GeluByTanhIsTheExactOneToAMillionth) {
  const auto run = [&](const auto&... args) { return handed_on(args...); };
  EXPECT_LT(largest_error(run, Activation::gelu_tanh, &reference::gelu_tanh), 1e-6);
}

TEST_P(KernelsTest, GeluByTanhOfAHugeValueIsTheValueOrZero) {
  const std::vector<float> nothing(32, 0.0F);
  const std::vector<float> weight(32 * 32, 0.0F);
  for (const float x : {1e10F, 1e30F, 3e38F}) {
    const auto run = [&](float value) {
      return product(nothing, 1, 32, weight, std::vector<float>(32, value), Activation::gelu_tanh);
    };
    EXPECT_EQ(run(x), std::vector<float>(32, x));
    EXPECT_EQ(run(-x), std::vector<float>(32, 0.0F));
  }
}

// Rows and weights as integers, with what is needed to read them back.
struct QuantizedCase {
  std::size_t rows, depth, columns;
  std::vector<std::size_t> ends;
  std::vector<std::byte> values;
  std::vector<float> scales, lows;
  std::vector<std::int8_t> matrix;  // [columns][depth]
  std::vector<std::byte> weights;
  std::vector<float> weight_scales, weight_sums, bias;

  std::size_t group_of(std::size_t k) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends, k) - ends.begin());
  }
  float weight(std::size_t column, std::size_t k) const {
    return weight_scales[group_of(k) * columns + column] *
           static_cast<float>(matrix[column * depth + k]);
  }
};

// Groups as an encoder has them: 16, then 192 each, then what is left.
std::vector<std::size_t> group_ends(std::size_t depth) {
  std::vector<std::size_t> ends{16};
  while (ends.back() < depth) ends.push_back(std::min(ends.back() + 192, depth));
  return ends;
}

QuantizedCase quantized_case(const Kernels& kernels, std::span<const float> input, std::size_t rows,
                             std::size_t depth, std::size_t columns) {
  QuantizedCase made{};
  made.rows = rows;
  made.depth = depth;
  made.columns = columns;
  made.ends = group_ends(depth);
  made.bias = random_floats(columns, 22);
  made.values.resize(rows * depth * kernels.narrow_bytes);
  made.scales.resize(rows * made.ends.size());
  made.lows.resize(rows * made.ends.size());
  kernels.quantize({.input = input.data(),
                    .rows = rows,
                    .depth = depth,
                    .groups = {made.ends.data(), made.ends.size()},
                    .output = made.values.data(),
                    .scales = made.scales.data(),
                    .lows = made.lows.data()});
  std::mt19937 generator(21);
  for (std::size_t i = 0; i < columns * depth; ++i) {
    made.matrix.push_back(static_cast<std::int8_t>(static_cast<int>(generator() % 255) - 127));
  }
  made.weights.resize(columns * depth * kernels.narrow_weight_bytes);
  for (std::size_t panel = 0; panel < columns / kernels.panel_width; ++panel) {
    kernels.pack_quantized(made.matrix.data(), depth, panel, made.weights.data());
  }
  made.weight_scales = random_floats(made.ends.size() * columns, 23, 0.001F);
  made.weight_sums.resize(made.ends.size() * columns, 0.0F);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t k = 0; k < depth; ++k) {
      made.weight_sums[made.group_of(k) * columns + column] += made.weight(column, k);
    }
  }
  return made;
}

// What the integers of the quantised rows stand for.
std::vector<float> read_back(const Kernels& kernels, const QuantizedCase& made) {
  std::vector<float> floats;
  for (std::size_t i = 0; i < made.rows * made.depth; ++i) {
    int q = static_cast<int>(made.values[i * kernels.narrow_bytes]);
    if (kernels.narrow_bytes == 2) q += 256 * static_cast<int>(made.values[2 * i + 1]);
    EXPECT_TRUE(q >= 0 && q <= 255) << q;
    const std::size_t group = i / made.depth * made.ends.size() + made.group_of(i % made.depth);
    floats.push_back(made.lows[group] + made.scales[group] * static_cast<float>(q));
  }
  return floats;
}

std::vector<float> quantized_product(const Kernels& kernels, const QuantizedCase& made,
                                     std::size_t rows, Activation activation = Activation::none) {
  std::vector<float> output(rows * made.columns, NAN);
  kernels.quantized_product({.input = made.values.data(),
                             .input_scales = made.scales.data(),
                             .input_lows = made.lows.data(),
                             .rows = rows,
                             .depth = made.depth,
                             .columns = made.columns,
                             .groups = {made.ends.data(), made.ends.size()},
                             .weights = made.weights.data(),
                             .weight_scales = made.weight_scales.data(),
                             .weight_sums = made.weight_sums.data(),
                             .bias = made.bias.data(),
                             .output = output.data(),
                             .output_stride = made.columns,
                             .panel_begin = 0,
                             .panel_end = made.columns / kernels.panel_width,
                             .activation = activation});
  return output;
}

TEST_P(KernelsTest, QuantizedRowsAreWithinHalfAStepOfTheInput) {
  const std::size_t rows = 5;
  const std::size_t depth = 16 + 3 * 192;
  auto input = random_floats(rows * depth, 24, 4.0F);
  std::fill_n(input.begin() + 16, 192, 0.0F);                              // a group of zeros
  std::fill_n(input.begin() + 208, 192, 7.5F);                             // a constant one
  for (std::size_t i = 400; i < depth; ++i) input[i] = 100.0F + input[i];  // far from zero
  const auto made = quantized_case(kernels(), input, rows, depth, 32);
  const auto back = read_back(kernels(), made);
  for (std::size_t i = 0; i < input.size(); ++i) {
    const float step = made.scales[i / depth * made.ends.size() + made.group_of(i % depth)];
    ASSERT_NEAR(back[i], input[i], 0.501F * step + 1e-6F * std::abs(input[i])) << i;
  }
  for (std::size_t i = 16; i < 208; ++i) ASSERT_EQ(back[i], 0.0F);
  for (std::size_t i = 208; i < 400; ++i) ASSERT_EQ(back[i], 7.5F);
}

TEST_P(KernelsTest, QuantizedProductIsTheProductOfTheRoundedValues) {
  for (const std::size_t depth : {64UL, 384UL, 416UL, 1536UL}) {
    for (std::size_t rows = 1; rows <= 31; ++rows) {
      const auto input = random_floats(rows * depth, 25, 2.0F);
      const auto made = quantized_case(kernels(), input, rows, depth, 64);
      std::vector<float> weight;
      for (std::size_t i = 0; i < made.matrix.size(); ++i) {
        weight.push_back(made.weight(i / depth, i % depth));
      }
      auto wanted = reference::product(read_back(kernels(), made), rows, depth, weight, made.bias);
      const auto got = quantized_product(kernels(), made, rows);
      ASSERT_LT(reference::largest_difference(got, wanted), 2e-4) << rows << " x " << depth;
      std::ranges::transform(wanted, wanted.begin(), reference::gelu);
      const auto activated = quantized_product(kernels(), made, rows, Activation::gelu);
      ASSERT_LT(reference::largest_difference(activated, wanted), 3e-4) << rows << " x " << depth;
    }
  }
}

TEST_P(KernelsTest, AQuantizedRowHasTheSameBitsWhateverTheRowCount) {
  const std::size_t depth = 1536;
  const std::size_t most = 300;
  const auto input = random_floats(most * depth, 26, 2.0F);
  const auto made = quantized_case(kernels(), input, most, depth, 32);
  for (const Activation activation : {Activation::none, Activation::gelu}) {
    const auto whole = quantized_product(kernels(), made, most, activation);
    for (std::size_t rows = 1; rows < most; rows = rows < 70 ? rows + 1 : rows * 2 - 17) {
      const auto part = quantized_product(kernels(), made, rows, activation);
      ASSERT_EQ(std::memcmp(part.data(), whole.data(), part.size() * sizeof(float)), 0) << rows;
    }
  }
}

TEST(EmulatedKernels, BytesOnTilesHaveTheBitsOfVnni) {
  for (const std::size_t depth : {64UL, 416UL, 592UL}) {
    for (std::size_t rows = 1; rows <= 70; ++rows) {
      const auto input = random_floats(rows * depth, 27, 2.0F);
      const auto made = quantized_case(kEmulatedVnniKernels, input, rows, depth, 64);
      for (const Activation activation : {Activation::none, Activation::gelu}) {
        const auto wanted = quantized_product(kEmulatedVnniKernels, made, rows, activation);
        const auto got = quantized_product(kEmulatedAmxKernels, made, rows, activation);
        ASSERT_EQ(std::memcmp(got.data(), wanted.data(), got.size() * sizeof(float)), 0)
            << rows << " x " << depth;
      }
    }
  }
}

// One head's attention over `length` rows of random values.
struct AttentionCase {
  AttentionCase(std::size_t rows, std::size_t head_size, float spread)
      : length(rows),
        size(head_size),
        query(random_floats(rows * head_size, 10, spread)),
        key(random_floats(rows * head_size, 11, spread)),
        value(random_floats(rows * head_size, 12)) {}

  std::vector<float> run(const Kernels& kernels, std::size_t queries, float scale,
                         const RelativeAttentionArgs* relative = nullptr,
                         std::size_t buckets = 0) const {
    std::vector<float> scratch(kernels.attention_scratch(length, size, buckets), NAN);
    std::vector<float> output(queries * size, NAN);
    kernels.attention({.query = query.data(),
                       .key = key.data(),
                       .value = value.data(),
                       .stride = size,
                       .length = length,
                       .queries = queries,
                       .head_size = size,
                       .scale = scale,
                       .relative = relative,
                       .output = output.data(),
                       .output_stride = size,
                       .scratch = scratch.data()});
    return output;
  }

  std::size_t length, size;
  std::vector<float> query, key, value;
};

TEST_P(KernelsTest, AttentionMatchesTheReferenceAtEveryLength) {
  for (const std::size_t size : {32UL, 64UL}) {
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    for (std::size_t length = 1; length <= 70; ++length) {
      const AttentionCase made(length, size, 3.0F);
      const auto output = made.run(kernels(), length, scale);
      const auto wanted = reference::attention(made.query, made.key, made.value, length, size);
      ASSERT_LT(reference::largest_difference(output, wanted), 2e-6) << length << ", " << size;
    }
  }
}

TEST_P(KernelsTest, AttentionOfTheFirstQueryAloneHasTheBitsItHasAmongAll) {
  for (const std::size_t length : {1UL, 5UL, 33UL, 70UL}) {
    const AttentionCase made(length, 32, 3.0F);
    const auto all = made.run(kernels(), length, 0.2F);
    const auto first = made.run(kernels(), 1, 0.2F);
    ASSERT_EQ(std::memcmp(first.data(), all.data(), first.size() * sizeof(float)), 0) << length;
  }
}

TEST_P(KernelsTest, AttentionSurvivesScoresOfAnySize) {
  const AttentionCase made(20, 32, 1e4F);
  for (const float x : made.run(kernels(), 20, 0.1767767F)) ASSERT_TRUE(std::abs(x) <= 1.0F) << x;
}

TEST_P(KernelsTest, AttentionOfAQueryThatOverflowsIsNoNumberAndThatOfTheOthersIsUnchanged) {
  constexpr std::size_t kSize = 32;
  for (const std::size_t length : {1UL, 5UL, 33UL}) {
    const AttentionCase whole(length, kSize, 3.0F);
    const auto wanted = whole.run(kernels(), length, 0.2F);
    for (const float damaged : {INFINITY, -INFINITY, NAN, 3e38F}) {
      AttentionCase made = whole;
      const std::size_t at = length / 2;
      std::ranges::fill(std::span(made.query).subspan(at * kSize, kSize), damaged);
      const auto output = made.run(kernels(), length, 0.2F);
      for (std::size_t i = 0; i < output.size(); ++i) {
        const bool of_damaged = i / kSize == at;
        ASSERT_TRUE(of_damaged ? std::isnan(output[i]) : output[i] == wanted[i])
            << damaged << ", " << length << ", " << i << ": " << output[i];
      }
    }
  }
}

// Scores with terms for the distance of two tokens, against the sums written out.
TEST_P(KernelsTest, AttentionToDistancesMatchesTheReferenceAtEveryLength) {
  constexpr std::size_t kSize = 32;
  constexpr std::size_t kBuckets = 48;
  constexpr std::ptrdiff_t kFarthest = 100;
  const auto keys = random_floats(kBuckets * kSize, 40, 3.0F);
  const auto queries = random_floats(kBuckets * kSize, 41, 3.0F);
  std::vector<std::uint16_t> buckets;
  for (std::ptrdiff_t distance = -kFarthest; distance <= kFarthest; ++distance) {
    buckets.push_back(static_cast<std::uint16_t>(std::clamp<std::ptrdiff_t>(24 + distance, 0, 47)));
  }
  // Whole panels, as RelativeAttention makes them.
  std::vector<float> padded = keys;
  padded.resize(64 * kSize, 0.0F);
  const auto packed_keys = packed(padded, 64, kSize);
  for (const int terms : {1, 2, 3}) {
    RelativeAttentionArgs relative;
    if (terms & 1) relative.keys = packed_keys.weights.data();
    if (terms & 2) relative.queries = queries.data();
    relative.query_stride = kSize;
    relative.bucket_of = buckets.data() + kFarthest;
    for (const std::size_t length : {1UL, 2UL, 7UL, 23UL, 24UL, 25UL, 48UL, 49UL, 70UL}) {
      const AttentionCase made(length, kSize, 3.0F);
      const auto output = made.run(kernels(), length, 0.1F, &relative, kBuckets);
      const auto bias = [&](std::size_t i, std::size_t j) {
        const std::size_t at =
            relative.bucket_of[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(j)];
        double sum = 0;
        for (std::size_t d = 0; d < kSize; ++d) {
          const auto times = [](float a, float b) {
            return static_cast<double>(a) * static_cast<double>(b);
          };
          if (terms & 1) sum += times(made.query[i * kSize + d], keys[at * kSize + d]);
          if (terms & 2) sum += times(made.key[j * kSize + d], queries[at * kSize + d]);
        }
        return sum;
      };
      const auto wanted = reference::attention(made.query, made.key, made.value, length, kSize,
                                               static_cast<double>(0.1F), bias);
      ASSERT_LT(reference::largest_difference(output, wanted), 1e-5) << length << ", " << terms;
    }
  }
}

TEST_P(KernelsTest, LayerNormMatchesTheReference) {
  const std::size_t columns = 384;
  const std::size_t count = 5;
  auto rows = random_floats(count * columns, 16, 4.0F);
  const auto residual = random_floats(count * columns, 17);
  const auto scale = random_floats(columns, 18);
  const auto shift = random_floats(columns, 19);
  const auto wanted = reference::layer_norm(rows, residual, scale, shift, 1e-12);
  kernels().layer_norm({.rows = rows.data(),
                        .residual = residual.data(),
                        .count = count,
                        .columns = columns,
                        .scale = scale.data(),
                        .shift = shift.data(),
                        .epsilon = 1e-12F});
  EXPECT_LT(reference::largest_difference(rows, wanted), 2e-6);
}

TEST_P(KernelsTest, LayerNormTellsTheMomentsOfEachRowOnceItIsAdded) {
  const std::size_t columns = 96;
  const std::size_t count = 3;
  auto rows = random_floats(count * columns, 50, 4.0F);
  const auto residual = random_floats(count * columns, 51);
  const std::vector<float> ones(columns, 1.0F);
  const std::vector<float> zeros(columns, 0.0F);
  std::vector<RowMoments> moments(count);
  std::vector<float> sums(rows);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += residual[i];
  kernels().layer_norm({.rows = rows.data(),
                        .residual = residual.data(),
                        .count = count,
                        .columns = columns,
                        .scale = ones.data(),
                        .shift = zeros.data(),
                        .epsilon = 0.5F,
                        .moments = moments.data()});
  for (std::size_t r = 0; r < count; ++r) {
    const std::span row = std::span(sums).subspan(r * columns, columns);
    double mean = 0;
    double variance = 0;
    for (const float x : row) mean += static_cast<double>(x) / columns;
    for (const float x : row) variance += std::pow(static_cast<double>(x) - mean, 2) / columns;
    EXPECT_NEAR(moments[r].mean, mean, 1e-6);
    EXPECT_NEAR(moments[r].inverse_deviation, 1 / std::sqrt(variance + 0.5), 1e-6);
  }
}

TEST_P(KernelsTest, JoinedProjectionsAreThoseOfTheNormalisedSum) {
  const RowMoments moments{-0.25F, 3.0F};
  for (const std::size_t columns : {32UL, 96UL, 1152UL}) {
    const auto first = random_floats(columns, 52);
    const auto second = random_floats(columns, 53);
    const auto scale = random_floats(columns, 54);
    const auto shift = random_floats(columns, 55);
    std::vector<float> output(columns, NAN);
    kernels().join_projections({.first = first.data(),
                                .second = second.data(),
                                .moments = moments,
                                .scale = scale.data(),
                                .shift = shift.data(),
                                .output = output.data(),
                                .columns = columns});
    std::vector<double> wanted;
    for (std::size_t i = 0; i < columns; ++i) {
      const auto in_double = [i](const std::vector<float>& of) {
        return static_cast<double>(of[i]);
      };
      wanted.push_back(3.0 * (in_double(first) + in_double(second) + 0.25 * in_double(scale)) +
                       in_double(shift));
    }
    EXPECT_LT(reference::largest_difference(output, wanted), 1e-6) << columns;
  }
}

TEST_P(KernelsTest, MeanPoolGivesTheUnitVectorOfTheMean) {
  const std::size_t columns = 64;
  const std::size_t count = 7;
  const auto rows = random_floats(count * columns, 20);
  std::vector<double> wanted(columns, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) wanted[i % columns] += static_cast<double>(rows[i]);
  double norm = 0;
  for (const double x : wanted) norm += x * x;
  for (double& x : wanted) x /= std::sqrt(norm);
  std::vector<float> output(columns);
  kernels().mean_pool(rows.data(), count, columns, output.data());
  EXPECT_LT(reference::largest_difference(output, wanted), 1e-6);
}

TEST_P(KernelsTest, MeanPoolOfZerosIsZerosNotNan) {
  const std::vector<float> rows(64, 0.0F);
  std::vector<float> output(32, NAN);
  kernels().mean_pool(rows.data(), 2, 32, output.data());
  EXPECT_EQ(output, std::vector<float>(32, 0.0F));
}

}  // namespace
}  // namespace plumb
