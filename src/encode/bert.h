// BERT: token ids to token vectors, and their mean as a text's vector.
//
// A batch is a run of tokens with offsets; nothing is padded. Immutable once
// loaded: threads may share a Bert, each with a Workspace of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "encode/buffer.h"
#include "encode/hidden_order.h"
#include "encode/kernels.h"
#include "encode/linear.h"
#include "model/safetensors.h"
#include "text/wordpiece.h"

namespace plumb {

struct BertConfig {
  std::size_t layers = 0;
  std::size_t hidden = 0;
  std::size_t heads = 0;
  std::size_t intermediate = 0;
  std::size_t vocabulary = 0;
  std::size_t positions = 0;
  float layer_norm_epsilon = 0;

  // Fails with corrupt or unsupported and a sentence that names file and field.
  static Result<BertConfig> open(const std::filesystem::path& config_json);
  static Result<BertConfig> parse(std::string_view json, std::string_view origin);
};

// Texts of one forward pass: text i has the ids [offsets[i], offsets[i + 1]).
// Every text has at least one id, and at most BertConfig::positions.
struct TokenBatch {
  std::span<const TokenId> ids;
  std::span<const std::uint32_t> offsets;

  std::size_t texts() const { return offsets.size() - 1; }
};

class Bert {
 public:
  class Workspace {
   public:
    Workspace() = default;

   private:
    friend class Bert;
    void reserve(const BertConfig& config, const Kernels& kernels, std::size_t tokens,
                 std::size_t longest, std::size_t threads);
    std::size_t tokens_ = 0;
    std::size_t scratch_per_thread_ = 0;
    Buffer<float> hidden_, projected_, context_, widened_, scratch_;
    Linear::Scratch linear_;
  };

  // The weights file must stay open as long as the Bert: the embedding table is
  // read in place, the layers are packed into memory of their own.
  // In int8 the hidden channels are kept in an order of their own inside.
  static Result<Bert> load(const Safetensors& weights, const BertConfig& config,
                           const Kernels& kernels, Precision precision, ThreadPool& pool);

  // Writes a unit vector of `hidden` floats for each text. `pool` splits the
  // work inside the batch; a pool of one thread computes it right here.
  void embed(const TokenBatch& batch, Workspace& workspace, ThreadPool& pool, float* output) const;

  const BertConfig& config() const { return config_; }

 private:
  class TensorReader;
  struct Layer {
    Linear query_key_value, attention_output, up, down;
    LayerNormWeights attention_norm, output_norm;
  };

  Bert(const BertConfig& config, const Kernels& kernels) : config_(config), kernels_(&kernels) {}
  Result<void> load_layer(TensorReader& read, std::size_t index, const Linear::Build& build);
  void pool_texts(const TokenBatch& batch, const float* rows, float* output) const;
  void look_up(const TokenBatch& batch, float* rows) const;
  void attend(const TokenBatch& batch, Workspace& workspace, ThreadPool& pool) const;
  void normalise(float* rows, const float* residual, std::size_t count,
                 const LayerNormWeights& norm) const;
  void run_layer(const Layer& layer, const TokenBatch& batch, Workspace& workspace,
                 ThreadPool& pool) const;

  BertConfig config_;
  const Kernels* kernels_;
  HiddenOrder order_;
  std::vector<std::vector<float>> reordered_;  // what the spans below point to, where not the file
  std::span<const float> words_;               // in the file's order
  std::span<const float> places_, kinds_;
  LayerNormWeights embedding_norm_;
  std::vector<Layer> layers_;
};

}  // namespace plumb
