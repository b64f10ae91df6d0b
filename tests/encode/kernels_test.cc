// Every kernel of every instruction set against the slow obvious one, and the
// promise that a row's bits do not depend on the rows beside it.
#include "encode/kernels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "support/reference_kernels.h"

namespace plumb {

extern const Kernels kEmulatedAvx512Kernels;

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
  return all;
}

class KernelsTest : public testing::TestWithParam<NamedKernels> {
 protected:
  const Kernels& kernels() const { return *GetParam().kernels; }

  std::vector<float> packed(const std::vector<float>& weight, std::size_t columns,
                            std::size_t depth) const {
    std::vector<float> out(weight.size());
    for (std::size_t panel = 0; panel < columns / kernels().panel_width; ++panel) {
      kernels().pack(weight.data(), depth, panel, out.data());
    }
    return out;
  }

  std::vector<float> product(const std::vector<float>& input, std::size_t rows, std::size_t depth,
                             const std::vector<float>& weight, const std::vector<float>& bias,
                             Activation activation = Activation::none) const {
    const std::size_t columns = bias.size();
    const auto weights = packed(weight, columns, depth);
    std::vector<float> output(rows * columns, NAN);
    kernels().product({.input = input.data(),
                       .input_stride = depth,
                       .rows = rows,
                       .depth = depth,
                       .weights = weights.data(),
                       .bias = bias.data(),
                       .output = output.data(),
                       .output_stride = columns,
                       .panel_begin = 0,
                       .panel_end = columns / kernels().panel_width,
                       .activation = activation});
    return output;
  }
};

INSTANTIATE_TEST_SUITE_P(AllSets, KernelsTest, testing::ValuesIn(all_kernels()),
                         [](const auto& info) { return info.param.name; });

TEST_P(KernelsTest, ProductMatchesTheReferenceForEveryTileHeight) {
  const std::size_t columns = 64;
  for (const std::size_t depth : {32, 100, 384, 385, 1536}) {
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
  const std::size_t depth = 384;
  const std::size_t most = 2048;
  const auto weight = random_floats(columns * depth, 4, 0.1F);
  const auto bias = random_floats(columns, 5);
  const auto input = random_floats(most * depth, 6);
  const auto whole = product(input, most, depth, weight, bias, Activation::gelu);
  for (std::size_t rows = 1; rows < most; rows = rows < 64 ? rows + 1 : rows * 2 - 17) {
    const auto part = product(input, rows, depth, weight, bias, Activation::gelu);
    ASSERT_EQ(std::memcmp(part.data(), whole.data(), part.size() * sizeof(float)), 0) << rows;
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
  const auto weights = packed(weight, columns, depth);
  std::vector<float> pieces(rows * columns, NAN);
  for (std::size_t panel = 0; panel < columns / kernels().panel_width; ++panel) {
    kernels().product({.input = input.data(),
                       .input_stride = depth,
                       .rows = rows,
                       .depth = depth,
                       .weights = weights.data(),
                       .bias = bias.data(),
                       .output = pieces.data(),
                       .output_stride = columns,
                       .panel_begin = panel,
                       .panel_end = panel + 1});
  }
  EXPECT_EQ(pieces, whole);
}

TEST_P(KernelsTest, GeluIsTheExactOneToAMillionth) {
  // A product with the unit matrix hands the inputs to the activation.
  const std::size_t n = 32;
  std::vector<float> unit(n * n, 0.0F);
  for (std::size_t i = 0; i < n; ++i) unit[i * n + i] = 1.0F;
  const std::vector<float> bias(n, 0.0F);
  const std::size_t rows = 4000;
  std::vector<float> input(rows * n);
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = -12.0F + 24.0F * static_cast<float>(i) / static_cast<float>(input.size());
  }
  const auto got = product(input, rows, n, unit, bias, Activation::gelu);
  std::vector<double> wanted;
  for (const float x : input) wanted.push_back(reference::gelu(static_cast<double>(x)));
  EXPECT_LT(reference::largest_difference(got, wanted), 2e-6);
}

TEST_P(KernelsTest, AttentionMatchesTheReferenceAtEveryLength) {
  for (const std::size_t size : {32, 64}) {
    for (std::size_t length = 1; length <= 70; ++length) {
      const auto query = random_floats(length * size, 10, 3.0F);
      const auto key = random_floats(length * size, 11, 3.0F);
      const auto value = random_floats(length * size, 12);
      std::vector<float> scratch(kernels().attention_scratch(length, size));
      std::vector<float> output(length * size, NAN);
      kernels().attention({.query = query.data(),
                           .key = key.data(),
                           .value = value.data(),
                           .stride = size,
                           .length = length,
                           .head_size = size,
                           .output = output.data(),
                           .output_stride = size,
                           .scratch = scratch.data()});
      const auto wanted = reference::attention(query, key, value, length, size);
      ASSERT_LT(reference::largest_difference(output, wanted), 2e-6) << length << ", " << size;
    }
  }
}

TEST_P(KernelsTest, AttentionSurvivesScoresOfAnySize) {
  const std::size_t size = 32;
  const std::size_t length = 20;
  const auto query = random_floats(length * size, 13, 1e4F);
  const auto key = random_floats(length * size, 14, 1e4F);
  const auto value = random_floats(length * size, 15);
  std::vector<float> scratch(kernels().attention_scratch(length, size));
  std::vector<float> output(length * size);
  kernels().attention({query.data(), key.data(), value.data(), size, length, size, output.data(),
                       size, scratch.data()});
  for (const float x : output) ASSERT_TRUE(std::abs(x) <= 1.0F) << x;
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
