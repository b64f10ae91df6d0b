// What an encoder computes, as a table of functions for each instruction set.
// Nothing here knows a set; kernels_<set>.cc fill the table from one template.
//
// Every function computes an output row from its own input rows alone, in an
// order of operations that does not depend on how many rows there are or who
// runs it. That is why one text's vector has the same bits in any batch and
// with any number of threads. No function allocates or fails. A product keeps up to 750 KB on its
// thread's stack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "encode/instruction_set.h"

namespace plumb {

enum class Activation {
  none,
  gelu,       // x Phi(x)
  gelu_tanh,  // the same with Phi by tanh: transformers' "gelu_new"
};

// Rows a multiple of 4 KB apart (1,024 columns, or the 3,072 of a base model's widened
// rows) have one and the same set of the first cache for column k: 8 or 12 lines
// for the 14 rows of a tile, which then drive each other out at every step. A
// product copies such rows; who lays them out may leave a line between them.
constexpr bool rows_collide(std::size_t stride) {
  return stride * sizeof(float) % 4096 == 0;
}

// output[r, :] = activation(input[r, :] * weights + bias), for the columns of
// the panels [panel_begin, panel_end).
struct ProductArgs {
  const float* input = nullptr;
  std::size_t input_stride = 0;    // floats from row to row
  std::size_t rows = 0;            // at least 1
  std::size_t depth = 0;           // columns of the input
  const float* weights = nullptr;  // packed by Kernels::pack
  const float* bias = nullptr;     // a float a column
  float* output = nullptr;
  std::size_t output_stride = 0;
  std::size_t panel_begin = 0;
  std::size_t panel_end = 0;
  Activation activation = Activation::none;
  // Of Kernels::sum_pairs, for all panels, and then `depth` is a multiple of 32. Null: the product
  // is a plain one, as it always is in a set without that function.
  const float* pair_sums = nullptr;
  float weight_magnitude = 0;  // the mean of the weights' magnitudes
};

// What the distance of two tokens adds to their score in DeBERTa, for one head:
// query_i . keys[b] + key_j . queries[b], b = bucket_of[i - j].
struct RelativeAttentionArgs {
  const float* keys = nullptr;     // [buckets][head_size] packed by Kernels::pack; or null: no term
  const float* queries = nullptr;  // the head's first column of [buckets] rows; or null: no term
  std::size_t query_stride = 0;
  const std::uint16_t* bucket_of = nullptr;  // of distance 0; ascending both ways of it
};

// Softmax(scale * (Q K^T + position terms)) V of one head of one text.
struct AttentionArgs {
  const float* query = nullptr;  // the head's first column; rows of one text
  const float* key = nullptr;
  const float* value = nullptr;
  std::size_t stride = 0;   // floats from row to row, for all three
  std::size_t length = 0;   // rows
  std::size_t queries = 0;  // rows of the query, from the first, whose output is wanted
  std::size_t head_size = 0;
  float scale = 0;                                  // 1 / sqrt(head_size) in most models
  const RelativeAttentionArgs* relative = nullptr;  // null: no position terms
  float* output = nullptr;
  std::size_t output_stride = 0;
  float* scratch = nullptr;  // Kernels::attention_scratch floats, 64-byte aligned
};

struct RowMoments {
  float mean;
  float inverse_deviation;  // 1 / sqrt(variance + epsilon)
};

// rows[r, :] = layer_norm(rows[r, :] + residual[r, :]) * scale + shift
struct LayerNormArgs {
  float* rows = nullptr;
  const float* residual = nullptr;
  std::size_t count = 0;
  std::size_t columns = 0;
  const float* scale = nullptr;
  const float* shift = nullptr;
  float epsilon = 0;
  RowMoments* moments = nullptr;  // of rows + residual, where they are wanted
};

// output = moments.inverse_deviation * (first + second - moments.mean * scale) + shift: what a
// dense layer makes of a normalised sum, from what it makes of the summands, and of the norm's
// scale and shift.
struct JoinProjectionsArgs {
  const float* first = nullptr;
  const float* second = nullptr;
  RowMoments moments = {};
  const float* scale = nullptr;
  const float* shift = nullptr;
  float* output = nullptr;
  std::size_t columns = 0;
};

// A depth cut into groups, each quantised by itself: group g is
// [ends[g - 1], ends[g]), the first starts at 0. Sizes are multiples of 16.
struct GroupEnds {
  const std::size_t* ends = nullptr;
  std::size_t count = 0;
};

// Rows of floats as integers q in 0..255: x ~ low + scale * q, where low and
// scale belong to a row's group.
struct QuantizeArgs {
  const float* input = nullptr;
  std::size_t rows = 0;
  std::size_t depth = 0;
  GroupEnds groups;
  void* output = nullptr;   // rows * depth * Kernels::narrow_bytes bytes
  float* scales = nullptr;  // [rows][groups]
  float* lows = nullptr;    // [rows][groups]
};

// As ProductArgs, of integers.
struct QuantizedProductArgs {
  const void* input = nullptr;  // the outputs of Kernels::quantize
  const float* input_scales = nullptr;
  const float* input_lows = nullptr;
  std::size_t rows = 0;
  std::size_t depth = 0;
  std::size_t columns = 0;
  GroupEnds groups;
  const void* weights = nullptr;         // packed by Kernels::pack_quantized
  const float* weight_scales = nullptr;  // [groups][columns]
  const float* weight_sums = nullptr;    // [groups][columns], of scale * integer
  const float* bias = nullptr;
  float* output = nullptr;
  std::size_t output_stride = 0;
  std::size_t panel_begin = 0;
  std::size_t panel_end = 0;
  Activation activation = Activation::none;
};

struct Kernels {
  InstructionSet instruction_set;
  // Columns are handled in panels of this many; matrices have a multiple of it.
  std::size_t panel_width;

  // Packs panel `panel` of a matrix that is stored a row an output column
  // (PyTorch's Linear: [columns][depth]) into [depth][panel_width] at
  // packed + panel * depth * panel_width.
  void (*pack)(const float* matrix, std::size_t depth, std::size_t panel, float* packed);
  void (*product)(const ProductArgs& args);
  // What a product by pairs (pair_product_impl.h) needs of a packed panel: writes pair_sum_count
  // floats, returns the sum of the panel's magnitudes. Null where the set has no such product.
  float (*sum_pairs)(const float* packed, std::size_t depth, float* sums);
  std::size_t (*pair_sum_count)(std::size_t depth);

  std::size_t narrow_bytes;         // of one quantised input value
  std::size_t narrow_weight_bytes;  // of one packed quantised weight
  // As pack, of integers -127..127.
  void (*pack_quantized)(const std::int8_t* matrix, std::size_t depth, std::size_t panel,
                         void* packed);
  void (*quantize)(const QuantizeArgs& args);
  void (*quantized_product)(const QuantizedProductArgs& args);

  // `buckets` is 0 where there are no position terms.
  std::size_t (*attention_scratch)(std::size_t length, std::size_t head_size, std::size_t buckets);
  void (*attention)(const AttentionArgs& args);

  void (*layer_norm)(const LayerNormArgs& args);
  void (*join_projections)(const JoinProjectionsArgs& args);
  // output = mean of the rows, then scaled to unit length; columns floats.
  void (*mean_pool)(const float* rows, std::size_t count, std::size_t columns, float* output);
};

// The set must be one that this CPU has.
const Kernels& kernels_for(InstructionSet set);

}  // namespace plumb
