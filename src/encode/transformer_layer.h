// The layer that every encoder here is made of: attention over the tokens of a
// text, then a feed-forward of each token, each added to its input and normalised.
//
//   y = norm(x + W_o attention(x)),  z = norm(y + W_down act(W_up y))
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/encoder_config.h"
#include "encode/first_token_attention.h"
#include "encode/kernels.h"
#include "encode/linear.h"
#include "encode/relative_attention.h"
#include "encode/remembered_projection.h"
#include "encode/tensor_reader.h"
#include "encode/token_batch.h"

namespace plumb {

// What the eight tensors of a layer (each with its weight and bias) are called.
struct LayerNames {
  std::string query, key, value, attention_output, attention_norm, up, down, output_norm;
};

// Immutable once made; threads may share it.
struct TransformerLayer {
  Linear query_key_value, attention_output, up, down;
  LayerNormWeights attention_norm, output_norm;
  std::optional<RelativeAttention> relative = {};
};

Result<TransformerLayer> read_layer(TensorReader& read, const LayerNames& names,
                                    const EncoderConfig& config, const Linear::Build& build);

// The rows of a forward pass. One for each concurrent call; grows as needed.
class LayerWorkspace {
 public:
  void reserve(const EncoderConfig& config, const Kernels& kernels, std::size_t tokens,
               std::size_t longest, std::size_t threads);

  float* hidden() { return hidden_.data(); }        // a layer's input, and its output
  float* projected() { return projected_.data(); }  // [tokens][hidden], free between layers
  float* widened() { return widened_.data(); }
  float* context() { return context_.data(); }
  float* scratch(int thread) {
    return scratch_.data() + static_cast<std::size_t>(thread) * scratch_a_thread_;
  }
  Linear::Scratch& linear() { return linear_; }
  FirstTokenAttention::Scratch& first_token() { return first_token_; }
  RowMoments* moments() { return moments_.data(); }  // of the embeddings
  RememberedProjection::Memory& remembered() { return remembered_; }

 private:
  std::size_t tokens_ = 0;
  std::size_t scratch_a_thread_ = 0;
  Buffer<float> hidden_, projected_, context_, widened_, scratch_;
  Linear::Scratch linear_;
  FirstTokenAttention::Scratch first_token_;
  Buffer<RowMoments> moments_;
  RememberedProjection::Memory remembered_;
};

// Whose output is wanted. A classifier reads the first token alone: in the last
// layer the others serve as keys and values, and their own rows are not computed.
enum class WantedRows { all, first_of_text };

// One use of a layer, with the short cuts that its place allows.
struct LayerStep {
  const TransformerLayer& layer;
  WantedRows wanted = WantedRows::all;
  // Query, key and value by this from workspace.projected(), where that is narrower
  // than workspace.hidden() and says the same.
  const Linear* from_embeddings = nullptr;
  // Query, key and value are in workspace.widened() already.
  bool projected = false;
  // How the first token attends, where no other is wanted.
  const FirstTokenAttention* first_token = nullptr;
};

// From workspace.hidden() to workspace.hidden(): a row a token, or with
// first_of_text a row a text.
void run_layer(const LayerStep& step, const EncoderConfig& config, const Kernels& kernels,
               const TokenBatch& batch, LayerWorkspace& workspace, ThreadPool& pool);

}  // namespace plumb
