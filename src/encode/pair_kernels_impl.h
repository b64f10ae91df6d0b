// The table of AVX-512 with products by pairs; all else is that of AVX-512 with VNNI.
#pragma once

#include "encode/kernels_impl.h"
#include "encode/pair_product_impl.h"
#include "encode/simd_avx512.h"

namespace plumb {
namespace {

// 24 accumulators leave registers for four weights, two inputs and their sums.
struct PairVectors : simd::Avx512Vnni {
  static constexpr std::size_t kTileRows = 12;
};

constexpr Kernels make_pair_kernels() {
  Kernels kernels = make_kernels<simd::Avx512Vnni>(InstructionSet::avx512_pairs);
  kernels.product = [](const ProductArgs& args) {
    may_be_paired(args) ? pair_product<PairVectors>(args) : product<simd::Avx512Vnni>(args);
  };
  kernels.sum_pairs = &sum_pairs<PairVectors>;
  kernels.pair_sum_count = &pair_sum_count<PairVectors>;
  return kernels;
}

}  // namespace
}  // namespace plumb
