// The table of one instruction set. Include in one .cc for each set, compiled
// with that set's flags. Everything is in an unnamed namespace: were it not, the
// linker could hand a function that was compiled for AVX-512 to every caller.
#pragma once

#include "encode/attention_impl.h"
#include "encode/kernels.h"
#include "encode/product_impl.h"
#include "encode/quantized_impl.h"
#include "encode/rows_impl.h"

namespace plumb {
namespace {

template <class V>
constexpr Kernels make_kernels(InstructionSet set) {
  return Kernels{
      .instruction_set = set,
      .panel_width = V::kTileVectors * V::kLanes,
      .pack = &pack<V>,
      .product = &product<V>,
      .sum_pairs = nullptr,
      .pair_sum_count = nullptr,
      .narrow_bytes = sizeof(typename V::Narrow),
      .narrow_weight_bytes = sizeof(typename V::NarrowWeight),
      .pack_quantized = &pack_quantized<V>,
      .quantize = &quantize<V>,
      .quantized_product = &quantized_product<V>,
      .attention_scratch =
          [](std::size_t length, std::size_t head_size, std::size_t buckets) {
            return AttentionLayout<V>(length, head_size, buckets).total;
          },
      .attention = &attention<V>,
      .layer_norm = &layer_norm<V>,
      .join_projections = &join_projections<V>,
      .mean_pool = &mean_pool<V>,
  };
}

}  // namespace
}  // namespace plumb
