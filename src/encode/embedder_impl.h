// The inside of an Embedder, shared by embed() and EmbeddingStream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "encode/embedder.h"
#include "encode/encoder.h"
#include "encode/token_runs.h"
#include "model/safetensors.h"

namespace plumb {

struct Embedder::Impl {
  // What one thread needs to compute a batch by itself.
  struct Worker {
    ThreadPool alone{1};
    LayerWorkspace workspace;
    std::vector<TokenId> ids;
    std::vector<std::uint32_t> offsets;
    std::vector<float> vectors;
  };

  Impl(EmbedderProvenance provenance, WordPiece tokenizer, Safetensors weights, Encoder encoder,
       std::unique_ptr<ThreadPool> pool, std::size_t remembered_bytes);

  // The vector of each run at output + i * dimension, in the order of `runs`. Waits for the calls
  // of other threads, and calls nobody while they wait for it.
  void embed_runs(const TokenRuns& runs, float* output);

  // Fails with corrupt where the vector of a text, told by its number from 1, is not of unit
  // length. Damage shows here and not at the start, which does not read the word table.
  Result<void> check_length(std::span<const float> vector, std::uint64_t text) const;

  std::size_t dimension() const { return encoder.config().hidden; }

  EmbedderProvenance provenance;
  WordPiece tokenizer;
  Safetensors weights;  // the encoder reads the word table in place
  Encoder encoder;
  std::unique_ptr<ThreadPool> pool;
  std::deque<Worker> workers;
  std::mutex turn;  // of `pool` and `workers`

 private:
  void compute(const TokenRuns& runs, std::span<const std::size_t> texts, Worker& worker,
               ThreadPool& threads, float* output);
};

}  // namespace plumb
