// The kernels one by one, on the shapes of all-MiniLM-L6-v2. GFLOP/s beside
// build/release/bin/fma_peak tell what share of the machine each reaches.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "encode/buffer.h"
#include "encode/kernels.h"

namespace plumb {
namespace {

Buffer<float> filled(std::size_t size, float value) {
  Buffer<float> buffer(size);
  for (std::size_t i = 0; i < size; ++i) buffer.data()[i] = value * static_cast<float>(i % 17);
  return buffer;
}

void count_operations(benchmark::State& state, double operations) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

void product(benchmark::State& state, const Kernels& kernels) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const auto columns = static_cast<std::size_t>(state.range(2));
  const auto input = filled(rows * depth, 0.01F);
  const auto weights = filled(depth * columns, 0.001F);
  const auto bias = filled(columns, 0.1F);
  Buffer<float> output(rows * columns);
  Buffer<float> pair_sums;
  float magnitude = 0;
  if (kernels.sum_pairs != nullptr) {
    const std::size_t panels = columns / kernels.panel_width;
    const std::size_t sums = kernels.pair_sum_count(depth);
    pair_sums = Buffer<float>(panels * sums);
    for (std::size_t panel = 0; panel < panels; ++panel) {
      magnitude += kernels.sum_pairs(weights.data() + panel * depth * kernels.panel_width, depth,
                                     pair_sums.data() + panel * sums);
    }
    magnitude /= static_cast<float>(depth * columns);
  }
  for (auto _ : state) {
    kernels.product({.input = input.data(),
                     .input_stride = depth,
                     .rows = rows,
                     .depth = depth,
                     .weights = weights.data(),
                     .bias = bias.data(),
                     .output = output.data(),
                     .output_stride = columns,
                     .panel_begin = 0,
                     .panel_end = columns / kernels.panel_width,
                     .pair_sums = pair_sums.data(),
                     .weight_magnitude = magnitude});
    benchmark::ClobberMemory();
  }
  count_operations(state, 2.0 * static_cast<double>(rows * depth * columns));
}

void quantized_product(benchmark::State& state, const Kernels& kernels) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto depth = static_cast<std::size_t>(state.range(1));
  const auto columns = static_cast<std::size_t>(state.range(2));
  std::vector<std::size_t> ends;
  for (std::size_t end = 192; end < depth; end += 192) ends.push_back(end);
  ends.push_back(depth);
  const std::size_t groups = ends.size();
  const auto input = filled(rows * depth, 0.01F);
  Buffer<std::byte> weights(depth * columns * kernels.narrow_weight_bytes);
  const std::vector<std::int8_t> matrix(depth * columns, 3);
  for (std::size_t panel = 0; panel < columns / kernels.panel_width; ++panel) {
    kernels.pack_quantized(matrix.data(), depth, panel, weights.data());
  }
  const auto weight_scales = filled(groups * columns, 0.001F);
  const auto sums = filled(groups * columns, 0.1F);
  const auto bias = filled(columns, 0.1F);
  Buffer<std::byte> values(rows * depth * kernels.narrow_bytes);
  std::vector<float> scales(rows * groups);
  std::vector<float> lows(rows * groups);
  Buffer<float> output(rows * columns);
  for (auto _ : state) {
    kernels.quantize({.input = input.data(),
                      .rows = rows,
                      .depth = depth,
                      .groups = {ends.data(), groups},
                      .output = values.data(),
                      .scales = scales.data(),
                      .lows = lows.data()});
    kernels.quantized_product({.input = values.data(),
                               .input_scales = scales.data(),
                               .input_lows = lows.data(),
                               .rows = rows,
                               .depth = depth,
                               .columns = columns,
                               .groups = {ends.data(), groups},
                               .weights = weights.data(),
                               .weight_scales = weight_scales.data(),
                               .weight_sums = sums.data(),
                               .bias = bias.data(),
                               .output = output.data(),
                               .output_stride = columns,
                               .panel_begin = 0,
                               .panel_end = columns / kernels.panel_width});
    benchmark::ClobberMemory();
  }
  count_operations(state, 2.0 * static_cast<double>(rows * depth * columns));
}

void attention(benchmark::State& state, const Kernels& kernels) {
  const auto length = static_cast<std::size_t>(state.range(0));
  constexpr std::size_t kSize = 32;
  constexpr std::size_t kStride = 3 * 384;
  const auto projections = filled(length * kStride, 0.01F);
  Buffer<float> scratch(kernels.attention_scratch(length, kSize, 0));
  Buffer<float> output(length * 384);
  for (auto _ : state) {
    kernels.attention({.query = projections.data(),
                       .key = projections.data() + 384,
                       .value = projections.data() + 768,
                       .stride = kStride,
                       .length = length,
                       .queries = length,
                       .head_size = kSize,
                       .scale = 0.1767767F,
                       .output = output.data(),
                       .output_stride = 384,
                       .scratch = scratch.data()});
    benchmark::ClobberMemory();
  }
  count_operations(state, 4.0 * static_cast<double>(length * length * kSize));
}

void layer_norm(benchmark::State& state, const Kernels& kernels) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  constexpr std::size_t kColumns = 384;
  auto values = filled(rows * kColumns, 0.5F);
  const auto residual = filled(rows * kColumns, 0.3F);
  const auto scale = filled(kColumns, 0.1F);
  const auto shift = filled(kColumns, 0.2F);
  for (auto _ : state) {
    kernels.layer_norm({.rows = values.data(),
                        .residual = residual.data(),
                        .count = rows,
                        .columns = kColumns,
                        .scale = scale.data(),
                        .shift = shift.data(),
                        .epsilon = 1e-12F});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}

void register_set(InstructionSet set) {
  const Kernels& kernels = kernels_for(set);
  const std::string name(name_of(set));
  const auto shapes = [](auto* bench) {
    for (const int rows : {10, 96, 256}) {
      bench->Args({rows, 384, 1152})->Args({rows, 384, 384});
      bench->Args({rows, 384, 1536})->Args({rows, 1536, 384});
    }
  };
  auto* products = benchmark::RegisterBenchmark(("product/" + name).c_str(),
                                                [&](auto& state) { product(state, kernels); });
  shapes(products);
  products->Args({256, 768, 3072})->Args({256, 3072, 768});  // a model of base size
  shapes(benchmark::RegisterBenchmark(("quantized_product/" + name).c_str(),
                                      [&](auto& state) { quantized_product(state, kernels); }));
  benchmark::RegisterBenchmark(("attention/" + name).c_str(),
                               [&](auto& state) { attention(state, kernels); })
      ->Arg(16)
      ->Arg(64)
      ->Arg(128)
      ->Arg(256);
  benchmark::RegisterBenchmark(("layer_norm/" + name).c_str(), [&](auto& state) {
    layer_norm(state, kernels);
  })->Arg(256);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  for (const plumb::InstructionSet set : plumb::available_instruction_sets())
    plumb::register_set(set);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
