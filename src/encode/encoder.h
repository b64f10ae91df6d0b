// An encoder: token ids to a vector a token, or to the first vector of each text.
//
// Which architecture it is shows in its parts alone (architecture.h). Immutable
// once loaded: threads may share an Encoder, each with a workspace of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "encode/encoder_config.h"
#include "encode/first_token_attention.h"
#include "encode/hidden_order.h"
#include "encode/kernels.h"
#include "encode/linear.h"
#include "encode/remembered_projection.h"
#include "encode/tensor_reader.h"
#include "encode/token_batch.h"
#include "encode/token_embeddings.h"
#include "encode/transformer_layer.h"

namespace plumb {

class Encoder {
 public:
  struct Parts {
    TokenEmbeddings embeddings;
    std::optional<Linear> projection;  // from config.embedding to config.hidden
    std::vector<TransformerLayer> layers;
    std::vector<std::size_t> schedule;  // the layers in the order of their use
    LayerNames last;                    // of the layer that the schedule ends with
    // `projection` and the first layer's query, key and value as one product.
    std::optional<Linear> first_projection = {};
    // In place of the first layer's query, key and value, for batches without segments. It refers
    // to them: `layers` is complete by then.
    std::optional<RememberedProjection> remembered = {};
    std::optional<FirstTokenAttention> first_token = {};  // of the last layer
  };

  // The weights file of `read` must stay open as long as the Encoder: the word
  // table is read in place, the layers are packed into memory of their own.
  // In int8 the hidden channels are kept in an order of their own inside. `wanted`
  // is what run() will be asked for.
  static Result<Encoder> load(TensorReader& read, const EncoderConfig& config,
                              const Linear::Build& build, WantedRows wanted);

  // Leaves a row of `hidden` floats in workspace.hidden() for each token, or for
  // each text. `pool` splits the work inside the batch; a pool of one thread
  // computes it right here.
  void run(const TokenBatch& batch, WantedRows wanted, LayerWorkspace& workspace,
           ThreadPool& pool) const;

  const EncoderConfig& config() const { return config_; }
  const Kernels& kernels() const { return *kernels_; }
  // Where the channels of a row stand.
  const HiddenOrder& order() const { return order_; }

 private:
  Encoder(const EncoderConfig& config, const Kernels& kernels, Parts parts)
      : config_(config), kernels_(&kernels), parts_(std::move(parts)) {}

  EncoderConfig config_;
  const Kernels* kernels_;
  HiddenOrder order_;
  std::vector<std::vector<float>> kept_;  // what the parts point to, where not the file
  Parts parts_;
};

}  // namespace plumb
