// The table of AMX: dense layers by tiles; attention and what is done row by row by vectors.
#pragma once

#include "encode/kernels_impl.h"
#include "encode/simd_avx512.h"
#include "encode/tile_product_impl.h"
#include "encode/tile_quantized_impl.h"

namespace plumb {
namespace {

constexpr Kernels make_tile_kernels() {
  Kernels kernels = make_kernels<simd::Avx512Vnni>(InstructionSet::avx512_amx);
  kernels.product = &tile_product;
  kernels.quantized_product = &tile_quantized_product;
  return kernels;
}

}  // namespace
}  // namespace plumb
