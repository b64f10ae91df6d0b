// Query, key and value of BERT's first layer, put together from rows that are remembered: an
// embedding depends on nothing but the token and its position.
//
// With w = word + segment 0, p = position, and m and d the mean and the inverse deviation of w + p,
// the embedding is d g (w + p - m) + h, where g and h are the norm's scale and shift. So a dense
// layer W, c gives
//   W embedding + c = d (W(g w) + W(g p) - m W g) + (W h + c).
// W(g w) is a row for each token, W(g p) one for each position: they are computed when they are
// first needed, by the plain product, and remembered. Then an output costs four operations in place
// of 2 hidden, and where nothing is new no weight is read.
//
// The rounding is another than that of the product of the embedding. The bits of a row depend on
// its token and position alone: what is remembered has the bits of what is computed anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/encoder_config.h"
#include "encode/kernels.h"
#include "encode/linear.h"
#include "encode/token_batch.h"
#include "encode/token_embeddings.h"

namespace plumb {

// Immutable once made; threads may share it, each with a Memory of its own.
class RememberedProjection {
 public:
  // The rows that one caller remembers, of one RememberedProjection.
  class Memory {
   public:
    // How much the rows may take, to be said before the first run(); those of one batch are kept
    // whatever it is. Where they would take more, all are forgotten, so that the tokens of new
    // texts replace those of old ones.
    void limit(std::size_t bytes) { limit_ = bytes; }

   private:
    friend class RememberedProjection;
    // A token's id, or the size of the vocabulary and a position.
    using Key = std::uint32_t;

    void reserve(std::size_t keys, std::size_t rows, std::size_t columns);
    bool find_places(const TokenBatch& batch, std::size_t vocabulary);
    bool find_place(Key key);
    void forget();

    std::size_t limit_ = 0;
    std::size_t capacity_ = 0;             // in rows
    std::size_t used_ = 0;                 // of them
    Buffer<float> rows_;                   // [capacity][columns]; pages come as they are written
    std::vector<std::uint32_t> place_of_;  // each key's row, from 1; 0: it has none
    std::vector<Key> fresh_;               // those whose rows come next, behind `used_`
  };

  // For f32, and embeddings that fulfil has_summands(). `projection` outlives it where it is.
  RememberedProjection(TokenEmbeddings embeddings, const Linear& projection,
                       const EncoderConfig& config, const Linear::Build& build);

  // Whether an embedding is the norm of a word, a segment and the position that its token has in
  // the text, as wide as the layers.
  static bool has_summands(const EncoderConfig& config);

  // output[i, :] for each token of the batch, which has no segments; `moments` are those of its
  // embeddings.
  void run(const TokenBatch& batch, const RowMoments* moments, float* output, Memory& memory,
           ThreadPool& pool) const;

 private:
  void learn(const TokenBatch& batch, float* scratch, Memory& memory, ThreadPool& pool) const;
  // From column `first` to column `end` of all rows.
  void join(const TokenBatch& batch, const RowMoments* moments, const Memory& memory,
            std::size_t first, std::size_t end, float* output) const;

  const Kernels* kernels_;
  EncoderConfig config_;
  TokenEmbeddings embeddings_;
  const Linear* projection_;
  std::size_t columns_;
  std::vector<float> zeros_;       // [columns]
  std::vector<float> norm_sides_;  // [2][columns]: W g, and W h + c
};

}  // namespace plumb
