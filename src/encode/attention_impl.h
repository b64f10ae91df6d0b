// Attention of one head over one text. V is one of simd_*.h.
//
// For each tile of query rows: scores against all keys, softmax, then the sum
// of the values, while the tile's scores stay in the first cache.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "encode/kernels.h"
#include "encode/math_impl.h"
#include "encode/product_impl.h"

namespace plumb {
namespace {

// The scratch of a call: keys as panels [panel][head_size][width], values as
// panels [panel][length][width], scores [kTileRows][padded length], what scores start from
// [padded length]; and of position terms, the queries' [kTileRows][padded buckets] and the keys'
// [buckets][padded length].
template <class V>
struct AttentionLayout {
  static constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  std::size_t padded, padded_buckets, keys, values, scores, starts, query_terms, key_terms, total;

  static std::size_t whole_panels(std::size_t columns) {
    return (columns + kWidth - 1) / kWidth * kWidth;
  }
  AttentionLayout(std::size_t length, std::size_t head_size, std::size_t buckets)
      : padded(whole_panels(length)),
        padded_buckets(whole_panels(buckets)),
        keys(0),
        values(padded * head_size),
        scores(values + padded * head_size),
        starts(scores + V::kTileRows * padded),
        query_terms(starts + padded),
        key_terms(query_terms + V::kTileRows * padded_buckets),
        total(key_terms + buckets * padded) {}
};

// Rows become columns. Interleaving row i with row i + half, for all i, moves the highest bit of an
// element's row to the lowest of its column; after as many turns as there are bits, all have moved.
template <class V>
void transpose(typename V::Floats (&rows)[V::kLanes]) {
  constexpr std::size_t kHalf = V::kLanes / 2;
#pragma GCC unroll 4
  for (std::size_t turn = 1; turn < V::kLanes; turn *= 2) {
    typename V::Floats next[V::kLanes];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kHalf; ++i) {
      next[2 * i] = V::interleave_low(rows[i], rows[i + kHalf]);
      next[2 * i + 1] = V::interleave_high(rows[i], rows[i + kHalf]);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < V::kLanes; ++i) rows[i] = next[i];
  }
}

template <class V>
void pack_keys(const AttentionArgs& args, std::size_t padded, float* keys) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  for (std::size_t first = 0; first < padded; first += V::kLanes) {
    float* panel = keys + first / kWidth * kWidth * args.head_size + first % kWidth;
    for (std::size_t d = 0; d < args.head_size; d += V::kLanes) {
      typename V::Floats block[V::kLanes];
#pragma GCC unroll 16
      for (std::size_t i = 0; i < V::kLanes; ++i) {
        block[i] = first + i < args.length ? V::load(args.key + (first + i) * args.stride + d)
                                           : V::set(0.0F);
      }
      transpose<V>(block);
#pragma GCC unroll 16
      for (std::size_t i = 0; i < V::kLanes; ++i) V::store(panel + (d + i) * kWidth, block[i]);
    }
  }
}

template <class V>
void pack_values(const AttentionArgs& args, float* values) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  for (std::size_t column = 0; column < args.head_size; column += kWidth) {
    for (std::size_t row = 0; row < args.length; ++row) {
      const float* from = args.value + row * args.stride + column;
      for (std::size_t v = 0; v < kWidth; v += V::kLanes) V::store(values + v, V::load(from + v));
      values += kWidth;
    }
  }
}

// Of a NaN, see soften().
template <class V>
float largest_score(const float* scores, std::size_t padded) {
  auto top = V::load(scores);
  for (std::size_t i = V::kLanes; i < padded; i += V::kLanes)
    top = V::max(top, V::load(scores + i));
  return V::largest(top);
}

// scores = 2^((scores - largest) * scale) over the whole padded row; returns the sum. That is NaN
// where the largest score is infinite or one is NaN: damaged weights then show in the vectors.
template <class V>
float soften(float* scores, std::size_t padded, float largest, float scale) {
  const auto shift = V::set(-largest * scale);
  const auto factor = V::set(scale);
  auto total = V::set(0.0F);
  for (std::size_t i = 0; i < padded; i += V::kLanes) {
    const auto weight = exp2_negative<V>(V::fma(V::load(scores + i), factor, shift));
    V::store(scores + i, weight);
    total = V::add(total, weight);
  }
  return V::sum(total);
}

// The position terms of one text and head: those of the keys for every bucket that
// the text's distances fall into, then those of a tile of queries at a time.
template <class V>
class PositionTerms {
 public:
  PositionTerms(const AttentionArgs& args, const AttentionLayout<V>& layout)
      : args_(args),
        relative_(*args.relative),
        layout_(layout),
        lowest_(relative_.bucket_of[1 - static_cast<std::ptrdiff_t>(args.length)]),
        highest_(relative_.bucket_of[static_cast<std::ptrdiff_t>(args.length) - 1]) {
    if (relative_.queries == nullptr) return;
    const float* keys = args.scratch + layout.keys;
    for_each_tile<V>(highest_ - lowest_ + 1, [&](std::size_t row, std::size_t height) {
      const float* queries = relative_.queries + (lowest_ + row) * relative_.query_stride;
      for (std::size_t key = 0; key < layout.padded; key += kWidth) {
        tile(height)({queries, relative_.query_stride, keys + key * args.head_size, args.head_size,
                      nullptr, key_terms() + row * layout.padded + key, layout.padded});
      }
    });
  }

  // Adds them to the scores of the queries [row, row + height).
  void add(std::size_t row, std::size_t height, float* scores) const {
    if (relative_.keys != nullptr) project(row, height);
    for (std::size_t r = 0; r < height; ++r) {
      float* to = scores + r * layout_.padded;
      const std::uint16_t* bucket_of = relative_.bucket_of + (row + r);
      const float* query_terms = this->query_terms() + r * layout_.padded_buckets;
      for (std::size_t j = 0; j < args_.length; ++j) {
        const std::size_t bucket = *(bucket_of - j);
        float term = 0.0F;
        if (relative_.keys != nullptr) term += query_terms[bucket];
        if (relative_.queries != nullptr) {
          term += key_terms()[(bucket - lowest_) * layout_.padded + j];
        }
        to[j] += term;
      }
    }
  }

 private:
  static constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  static Tile tile(std::size_t height) { return kProductTiles<V, Start::zero>.for_height[height]; }
  float* query_terms() const { return args_.scratch + layout_.query_terms; }
  float* key_terms() const { return args_.scratch + layout_.key_terms; }

  void project(std::size_t row, std::size_t height) const {
    const float* queries = args_.query + row * args_.stride;
    for (std::size_t bucket = lowest_ / kWidth * kWidth; bucket <= highest_; bucket += kWidth) {
      tile(height)({queries, args_.stride, relative_.keys + bucket * args_.head_size,
                    args_.head_size, nullptr, query_terms() + bucket, layout_.padded_buckets});
    }
  }

  const AttentionArgs& args_;
  const RelativeAttentionArgs& relative_;
  const AttentionLayout<V>& layout_;
  std::size_t lowest_, highest_;
};

// Softmax and the sum of the values, for a tile whose scores are there.
template <class V>
void finish_tile(const AttentionArgs& args, const AttentionLayout<V>& layout, std::size_t row,
                 std::size_t height) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const Tile tile = kProductTiles<V, Start::zero>.for_height[height];
  float* scores = args.scratch + layout.scores;
  const float* values = args.scratch + layout.values;
  // One row's largest score takes longer to find than the CPU looks ahead: all come first, then
  // what waits for them.
  float largest[V::kTileRows];
  for (std::size_t r = 0; r < height; ++r) {
    largest[r] = largest_score<V>(scores + r * layout.padded, layout.padded);
  }
  const float doublings = args.scale * 1.44269504F;  // e^x = 2^(x log2 e)
  float totals[V::kTileRows];
  for (std::size_t r = 0; r < height; ++r) {
    totals[r] = soften<V>(scores + r * layout.padded, layout.padded, largest[r], doublings);
  }
  float* output = args.output + row * args.output_stride;
  for (std::size_t column = 0; column < args.head_size; column += kWidth) {
    tile({scores, layout.padded, values + column * args.length, args.length, nullptr,
          output + column, args.output_stride});
  }
  for (std::size_t r = 0; r < height; ++r) {
    const auto factor = V::set(1.0F / totals[r]);
    for (std::size_t d = 0; d < args.head_size; d += V::kLanes) {
      float* at = output + r * args.output_stride + d;
      V::store(at, V::mul(V::load(at), factor));
    }
  }
}

// Calls between(row, height) once the scores of a tile's queries and keys are there.
template <class V, class Between>
void attend_tiles(const AttentionArgs& args, const AttentionLayout<V>& layout,
                  const Between& between) {
  constexpr std::size_t kWidth = V::kTileVectors * V::kLanes;
  const float* keys = args.scratch + layout.keys;
  float* scores = args.scratch + layout.scores;
  float* starts = args.scratch + layout.starts;
  // What lies behind the last key has no weight.
  for (std::size_t i = 0; i < layout.padded; ++i) {
    starts[i] = i < args.length ? 0.0F : -std::numeric_limits<float>::infinity();
  }
  for_each_tile<V>(args.queries, [&](std::size_t row, std::size_t height) {
    const Tile tile = kProductTiles<V, Start::bias>.for_height[height];
    for (std::size_t key = 0; key < layout.padded; key += kWidth) {
      tile({args.query + row * args.stride, args.stride, keys + key * args.head_size,
            args.head_size, starts + key, scores + key, layout.padded});
    }
    between(row, height);
    finish_tile<V>(args, layout, row, height);
  });
}

template <class V>
void attention(const AttentionArgs& args) {
  std::size_t buckets = 0;
  if (args.relative != nullptr) {
    buckets =
        std::size_t{1} + args.relative->bucket_of[static_cast<std::ptrdiff_t>(args.length) - 1];
  }
  const AttentionLayout<V> layout(args.length, args.head_size, buckets);
  pack_keys<V>(args, layout.padded, args.scratch + layout.keys);
  pack_values<V>(args, args.scratch + layout.values);
  if (args.relative == nullptr) {
    attend_tiles<V>(args, layout, [](std::size_t, std::size_t) {});
    return;
  }
  const PositionTerms<V> terms(args, layout);
  attend_tiles<V>(args, layout, [&](std::size_t row, std::size_t height) {
    terms.add(row, height, args.scratch + layout.scores);
  });
}

}  // namespace
}  // namespace plumb
