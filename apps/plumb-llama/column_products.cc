// Products of quantized weights with several columns at once, in place of llama.cpp's
// one-by-one dot products: a weight row is unpacked once for all columns, and four columns share
// each load of it.
//
// Bit for bit what llama.cpp's ggml_vec_dot_q4_1_q8_1 and ggml_vec_dot_q8_0_q8_0 give: the sums
// over a block's 32 bytes are whole numbers and exact in any order, and what is made of them is
// added up per column as it is there (AVX2: eight sums of fused multiply-adds over the blocks,
// then their sum in the same tree; portable: one sum). So it may stand in for those where it is
// faster, and neither the number of columns nor their grouping changes a result.
//
// It comes in through the door that ggml-cpu.c has for its tiled kernels
// (ggml-cpu/tiled/tiled.h): that file is compiled with its three functions renamed, and gets
// what is not ours.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#define GGML_COMMON_DECL_CPP
#include "ggml-common.h"
#include "ggml-cpu-impl.h"
#include "ggml-cpu.h"
#include "ggml-impl.h"
#include "simd-mappings.h"
#include "tiled/tiled.h"

extern "C" {
size_t ggml_stock_tiled_wdata_size(int n_tasks, struct ggml_tensor* dst);
bool ggml_stock_mul_mat_tiled(const struct ggml_compute_params* params, struct ggml_tensor* dst);
bool ggml_stock_mul_mat_id_tiled(const struct ggml_compute_params* params, struct ggml_tensor* dst,
                                 int64_t cur_a, int64_t cne1, const int32_t* expert_rows,
                                 char* scratch);
}

namespace {

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
#define PLUMB_AVX2 1
using Stored = std::int8_t;
constexpr std::int64_t kFewestColumns = 3;  // below, unpacking a row first does not pay
#else
using Stored = std::int16_t;  // SSE2, which every x86-64 has, multiplies no bytes
constexpr std::int64_t kFewestColumns = 1;
#endif

constexpr std::int64_t kBlock = 32;       // values with one scale
constexpr std::int64_t kGroup = 4;        // columns side by side
constexpr std::int64_t kRowsAtOnce = 32;  // of the weights, what a thread takes at a time
constexpr std::size_t kAlign = 64;

// A block of four columns.
struct alignas(32) ColumnBlocks {
  Stored q[kGroup][kBlock];
  float d[kGroup];  // scales
  float s[kGroup];  // sums, times the scale
};

// A row of weights, unpacked: `q` unsigned for Q4_1, signed for Q8_0.
struct Row {
  Stored* q;
  float* d;
  float* m;  // minima; Q4_1 alone has them
};

std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

std::size_t column_bytes(const ggml_tensor* dst) {
  const auto blocks = static_cast<std::size_t>(dst->src[0]->ne[0] / kBlock);
  const auto groups = static_cast<std::size_t>((dst->src[1]->ne[1] + kGroup - 1) / kGroup);
  return aligned(groups * blocks * sizeof(ColumnBlocks));
}

// One column in ggml's format while it is quantized, and one row while it is multiplied.
std::size_t thread_bytes(const ggml_tensor* dst) {
  const auto values = static_cast<std::size_t>(dst->src[0]->ne[0]);
  const std::size_t blocks = values / kBlock;
  return aligned(
      std::max(blocks * sizeof(block_q8_1), values * sizeof(Stored) + 2 * blocks * sizeof(float)));
}

bool is_ours(const ggml_tensor* dst) {
  const ggml_tensor* weights = dst->src[0];
  const ggml_tensor* columns = dst->src[1];
  const bool known = weights->type == GGML_TYPE_Q4_1 || weights->type == GGML_TYPE_Q8_0;
  return known && columns->ne[1] >= kFewestColumns && dst->op == GGML_OP_MUL_MAT &&
         weights->extra == nullptr && columns->type == GGML_TYPE_F32 &&
         columns->nb[0] == sizeof(float) && weights->ne[2] == 1 && weights->ne[3] == 1 &&
         columns->ne[2] == 1 && columns->ne[3] == 1 && dst->nb[0] == sizeof(float) &&
         weights->nb[0] == ggml_type_size(weights->type);
}

float half(ggml_half value) {
  return GGML_CPU_FP16_TO_FP32(value);
}

void put(ColumnBlocks* blocks, std::int64_t lane, const block_q8_1& from) {
  std::copy_n(from.qs, kBlock, blocks->q[lane]);
  blocks->d[lane] = half(from.data.data.d);
  blocks->s[lane] = half(from.data.data.s);
}

void put(ColumnBlocks* blocks, std::int64_t lane, const block_q8_0& from) {
  std::copy_n(from.qs, kBlock, blocks->q[lane]);
  blocks->d[lane] = half(from.d);
}

template <class Quantized>
void quantize_column(const float* values, std::int64_t count, ggml_from_float_t quantize,
                     void* scratch, ColumnBlocks* blocks, std::int64_t lane) {
  const auto* quantized = static_cast<const Quantized*>(scratch);
  quantize(values, scratch, count);
  for (std::int64_t i = 0; i < count / kBlock; ++i) put(blocks + i, lane, quantized[i]);
}

void unpack(const block_q4_1* blocks, std::int64_t count, const Row& row) {
  for (std::int64_t i = 0; i < count; ++i) {
    Stored* q = row.q + i * kBlock;
    for (std::int64_t j = 0; j < kBlock / 2; ++j) {
      q[j] = blocks[i].qs[j] & 0xF;
      q[j + kBlock / 2] = blocks[i].qs[j] >> 4;
    }
    row.d[i] = half(blocks[i].data.data.d);
    row.m[i] = half(blocks[i].data.data.m);
  }
}

void unpack(const block_q8_0* blocks, std::int64_t count, const Row& row) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::copy_n(blocks[i].qs, kBlock, row.q + i * kBlock);
    row.d[i] = half(blocks[i].d);
  }
}

#ifdef PLUMB_AVX2

// Sums of four products of bytes, the first unsigned. Exact: 16 bits hold two products of
// magnitudes up to 127, as ggml's quantization gives them.
__m256i byte_products(__m256i a, __m256i b) {
#if defined(__AVX512VNNI__) && defined(__AVX512VL__)
  return _mm256_dpbusd_epi32(_mm256_setzero_si256(), a, b);
#else
  return _mm256_madd_epi16(_mm256_set1_epi16(1), _mm256_maddubs_epi16(a, b));
#endif
}

float sum_of(__m256 x) {
  __m128 sum = _mm_add_ps(_mm256_extractf128_ps(x, 1), _mm256_castps256_ps128(x));
  sum = _mm_add_ps(sum, _mm_movehl_ps(sum, sum));
  return _mm_cvtss_f32(_mm_add_ss(sum, _mm_movehdup_ps(sum)));
}

// One row with the first N columns of a group.
template <bool kSigned, int N>
inline void multiply(const Row& row, const ColumnBlocks* columns, std::int64_t blocks, float* out,
                     std::size_t stride) {
  __m256 sums[N];
  for (__m256& sum : sums) sum = _mm256_setzero_ps();
  __m128 minima = _mm_setzero_ps();
  for (std::int64_t i = 0; i < blocks; ++i) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row.q + i * kBlock));
    const __m256i magnitude = kSigned ? _mm256_sign_epi8(x, x) : x;
    alignas(16) float scales[kGroup];
    _mm_store_ps(scales, _mm_mul_ps(_mm_set1_ps(row.d[i]), _mm_load_ps(columns[i].d)));
    if constexpr (!kSigned) {
      minima = _mm_add_ps(minima, _mm_mul_ps(_mm_set1_ps(row.m[i]), _mm_load_ps(columns[i].s)));
    }
    for (int c = 0; c < N; ++c) {
      const __m256i y = _mm256_load_si256(reinterpret_cast<const __m256i*>(columns[i].q[c]));
      const __m256i products = byte_products(magnitude, kSigned ? _mm256_sign_epi8(y, x) : y);
      sums[c] =
          _mm256_fmadd_ps(_mm256_broadcast_ss(scales + c), _mm256_cvtepi32_ps(products), sums[c]);
    }
  }
  alignas(16) float added[kGroup];
  _mm_store_ps(added, minima);
  for (int c = 0; c < N; ++c)
    out[static_cast<std::size_t>(c) * stride] = sum_of(sums[c]) + added[c];
}

#else

__m128i load(const Stored* values) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(values));
}

int dot(const Stored* x, const Stored* y) {
  __m128i sum = _mm_setzero_si128();
  for (std::int64_t i = 0; i < kBlock; i += 8) {
    sum = _mm_add_epi32(sum, _mm_madd_epi16(load(x + i), load(y + i)));
  }
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b00'00'11'10));
  sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0b00'00'00'01));
  return _mm_cvtsi128_si32(sum);
}

// One row with the first N columns of a group.
template <bool kSigned, int N>
void multiply(const Row& row, const ColumnBlocks* columns, std::int64_t blocks, float* out,
              std::size_t stride) {
  float sums[N] = {};
  for (std::int64_t i = 0; i < blocks; ++i) {
    for (int c = 0; c < N; ++c) {
      const float products =
          row.d[i] * columns[i].d[c] * static_cast<float>(dot(row.q + i * kBlock, columns[i].q[c]));
      sums[c] += kSigned ? products : products + row.m[i] * columns[i].s[c];
    }
  }
  for (int c = 0; c < N; ++c) out[static_cast<std::size_t>(c) * stride] = sums[c];
}

#endif

template <bool kSigned>
void multiply_group(const Row& row, const ColumnBlocks* columns, std::int64_t blocks,
                    std::int64_t used, float* out, std::size_t stride) {
  switch (used) {
    case 1:
      return multiply<kSigned, 1>(row, columns, blocks, out, stride);
    case 2:
      return multiply<kSigned, 2>(row, columns, blocks, out, stride);
    case 3:
      return multiply<kSigned, 3>(row, columns, blocks, out, stride);
    default:
      return multiply<kSigned, 4>(row, columns, blocks, out, stride);
  }
}

template <class Weights, class Quantized, bool kSigned>
void multiply_matrix(const ggml_compute_params* params, ggml_tensor* dst, ggml_type column_type) {
  const ggml_tensor* weights = dst->src[0];
  const ggml_tensor* input = dst->src[1];
  const std::int64_t values = weights->ne[0];
  const std::int64_t blocks = values / kBlock;
  const std::int64_t columns = input->ne[1];
  char* const shared = static_cast<char*>(params->wdata) +
                       (kAlign - reinterpret_cast<std::uintptr_t>(params->wdata) % kAlign) % kAlign;
  auto* const packed = reinterpret_cast<ColumnBlocks*>(shared);
  char* const own =
      shared + column_bytes(dst) + static_cast<std::size_t>(params->ith) * thread_bytes(dst);

  const ggml_from_float_t quantize = ggml_get_type_traits_cpu(column_type)->from_float;
  for (std::int64_t c = params->ith; c < columns; c += params->nth) {
    const auto* from = reinterpret_cast<const float*>(static_cast<const char*>(input->data) +
                                                      static_cast<std::size_t>(c) * input->nb[1]);
    quantize_column<Quantized>(from, values, quantize, own, packed + c / kGroup * blocks,
                               c % kGroup);
  }
  if (params->ith == 0) ggml_threadpool_chunk_set(params->threadpool, params->nth);
  ggml_barrier(params->threadpool);

  auto* const scales =
      reinterpret_cast<float*>(own + static_cast<std::size_t>(values) * sizeof(Stored));
  const Row row{reinterpret_cast<Stored*>(own), scales, scales + blocks};
  const std::int64_t rows = weights->ne[1];
  const std::size_t stride = dst->nb[1] / sizeof(float);
  for (std::int64_t from = params->ith * kRowsAtOnce; from < rows;
       from = ggml_threadpool_chunk_add(params->threadpool, 1) * kRowsAtOnce) {
    for (std::int64_t r = from; r < std::min(from + kRowsAtOnce, rows); ++r) {
      unpack(reinterpret_cast<const Weights*>(static_cast<const char*>(weights->data) +
                                              static_cast<std::size_t>(r) * weights->nb[1]),
             blocks, row);
      for (std::int64_t c = 0; c < columns; c += kGroup) {
        float* out = static_cast<float*>(dst->data) + static_cast<std::size_t>(c) * stride + r;
        multiply_group<kSigned>(row, packed + c / kGroup * blocks, blocks,
                                std::min(kGroup, columns - c), out, stride);
      }
    }
  }
}

}  // namespace

std::size_t ggml_tiled_wdata_size(int n_tasks, ggml_tensor* dst) {
  if (!is_ours(dst)) return ggml_stock_tiled_wdata_size(n_tasks, dst);
  return kAlign + column_bytes(dst) + static_cast<std::size_t>(n_tasks) * thread_bytes(dst);
}

bool ggml_compute_forward_mul_mat_tiled(const ggml_compute_params* params, ggml_tensor* dst) {
  if (params->use_ref || !is_ours(dst)) return ggml_stock_mul_mat_tiled(params, dst);
  if (dst->src[0]->type == GGML_TYPE_Q4_1) {
    multiply_matrix<block_q4_1, block_q8_1, false>(params, dst, GGML_TYPE_Q8_1);
  } else {
    multiply_matrix<block_q8_0, block_q8_0, true>(params, dst, GGML_TYPE_Q8_0);
  }
  return true;
}

bool ggml_compute_forward_mul_mat_id_tiled(const ggml_compute_params* params, ggml_tensor* dst,
                                           std::int64_t cur_a, std::int64_t cne1,
                                           const std::int32_t* expert_rows, char* scratch) {
  return ggml_stock_mul_mat_id_tiled(params, dst, cur_a, cne1, expert_rows, scratch);
}
