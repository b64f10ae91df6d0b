// Token ids to rows: word, position and segment, added and normalised.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "encode/encoder_config.h"
#include "encode/hidden_order.h"
#include "encode/kernels.h"
#include "encode/tensor_reader.h"
#include "encode/token_batch.h"

namespace plumb {

// Immutable once read; threads may share it. Points into the model's file.
class TokenEmbeddings {
 public:
  // The tables that the config says there are, under "embeddings.".
  static Result<TokenEmbeddings> read(TensorReader& read, const EncoderConfig& config);

  // Writes a row of config.embedding floats a token. `order` is the one the
  // tables were read with. `moments` of each row before its norm, where they are wanted.
  void look_up(const TokenBatch& batch, const EncoderConfig& config, const Kernels& kernels,
               const HiddenOrder& order, float* rows, RowMoments* moments = nullptr) const;

  const LayerNormWeights& norm() const { return norm_; }
  // row = norm().scale * (word + segment 0), and norm().scale * position of that place in a text.
  // For tables with positions, in the file's order.
  void scaled_word(TokenId id, const EncoderConfig& config, float* row) const;
  void scaled_position(std::size_t place, const EncoderConfig& config, float* row) const;

 private:
  void add_positions(const TokenBatch& batch, std::size_t text, const EncoderConfig& config,
                     const Kernels& kernels, float* rows, RowMoments* moments) const;

  std::span<const float> words_;  // in the file's order
  std::span<const float> positions_, segments_;
  LayerNormWeights norm_;
  std::vector<float> zeros_;  // stands in for a table that there is not
};

}  // namespace plumb
