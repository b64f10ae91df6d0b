// Runs of tokens to a number for each label: an encoder, what it pools, and a head.
// classifier.h puts a tokenizer before it and probabilities behind it.
//
// One run's logits have the same bits in any batch, in any order, with any number
// of threads, on one instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "encode/adapter.h"
#include "encode/classification_head.h"
#include "encode/encoder.h"
#include "encode/encoder_config.h"
#include "encode/kernels.h"
#include "encode/token_runs.h"
#include "model/safetensors.h"

namespace plumb {

// A token's id and segment as one number, so that runs which differ in either are
// different runs. Ids are below 2^30.
inline TokenId with_segment(TokenId id, std::uint8_t segment) {
  return static_cast<TokenId>(id * 2 + (segment == 0 ? 0 : 1));
}

class SequenceClassifier {
 public:
  // `weights` must stay open as long as the classifier: the word table is read in place.
  static Result<SequenceClassifier> load(const Safetensors& weights,
                                         const SequenceClassifierConfig& config,
                                         const Kernels& kernels, ThreadPool& pool);
  // A BERT embedding model's weights, changed by `adapter`, whose head reads the
  // mean of the token vectors.
  static Result<SequenceClassifier> load(const Safetensors& weights, const EncoderConfig& config,
                                         const Adapter& adapter, const Kernels& kernels,
                                         ThreadPool& pool);

  // Runs of with_segment() tokens, each with at least one and at most
  // config().max_tokens; writes labels() floats a run. One call at a time.
  void run(const TokenRuns& runs, ThreadPool& pool, float* logits);

  std::size_t labels() const { return head_.labels(); }
  const EncoderConfig& config() const { return encoder_.config(); }

 private:
  enum class Pooling { first_token, mean };
  // What one thread needs to compute a batch by itself.
  struct Worker {
    ThreadPool alone{1};
    LayerWorkspace workspace;
    ClassificationHead::Scratch head;
    std::vector<TokenId> ids;
    std::vector<std::uint8_t> segments;
    std::vector<std::uint32_t> offsets;
    std::vector<float> logits;
  };

  SequenceClassifier(Encoder encoder, ClassificationHead head, Pooling pooling)
      : encoder_(std::move(encoder)), head_(std::move(head)), pooling_(pooling) {}
  void compute(const TokenRuns& runs, std::span<const std::size_t> chosen, Worker& worker,
               ThreadPool& threads, float* logits) const;

  Encoder encoder_;
  ClassificationHead head_;
  Pooling pooling_;
  std::deque<Worker> workers_;
};

}  // namespace plumb
