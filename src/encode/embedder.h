// Text to vectors: sentence-transformers' all-MiniLM-L6-v2 and models of its
// kind (BERT, mean pooling, L2 normalised).
//
// One text's vector has the same bits in any batch, in any order, with any
// number of threads, on one instruction set and precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/instruction_set.h"
#include "encode/precision.h"
#include "model/locate.h"
#include "text/wordpiece.h"

namespace plumb {

struct EmbedderOptions {
  Precision precision = Precision::f32;
  int threads = 0;                                     // 0: every CPU this process may use
  std::optional<InstructionSet> instruction_set = {};  // none: as choose_instruction_set()
  // What all threads together may remember of tokens that they saw, in f32; each keeps what its
  // batch needs, 4 MB for a model like all-MiniLM-L6-v2. No vector depends on it.
  std::size_t remembered_bytes = std::size_t{64} << 20;
};

// What a result must carry so that others can repeat it.
struct EmbedderProvenance {
  std::string model;
  std::string weights_sha256;
  Precision precision;
  InstructionSet instruction_set;
  std::size_t max_tokens;
};

struct Embeddings {
  std::size_t dimension = 0;
  std::vector<float> values;          // text i: values[i * dimension .. ), unit length
  std::vector<std::uint32_t> tokens;  // per text, after truncation, special ones included
  std::vector<bool> truncated;        // per text: it had more tokens than the model reads

  std::size_t size() const { return tokens.size(); }
  std::span<const float> vector(std::size_t i) const {
    return std::span(values).subspan(i * dimension, dimension);
  }
};

class Embedder {
 public:
  static Result<Embedder> load(const ModelFolder& folder, const EmbedderOptions& options = {});

  Embedder(Embedder&&) noexcept;
  Embedder& operator=(Embedder&&) noexcept;
  ~Embedder();

  // Embeds all texts. Sorts by length inside and computes duplicates once.
  // Calls from several threads take turns, those of streams a window at a time: an Embedder's
  // threads serve one caller.
  // Fails with corrupt where damaged weights give a text a vector that is not of unit length.
  Result<Embeddings> embed(std::span<const std::string_view> texts);

  std::size_t dimension() const;
  int threads() const;
  const EmbedderProvenance& provenance() const;
  const WordPiece& tokenizer() const;

 private:
  friend class EmbeddingStream;
  struct Impl;
  explicit Embedder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

struct StreamOptions {
  // Texts that are sorted by length and computed together: as many as reach
  // either bound. 32,768 tokens are a few seconds of work on one core.
  std::size_t window_texts = 4096;
  std::size_t window_tokens = 32'768;
  // Newest distinct texts whose vectors are kept, at most 2.5 KB each.
  std::size_t remembered = 8192;
};

// Embeds a stream of any length in constant memory. Texts go in with push(),
// results come out through the sink in the order of the pushes, a window at a
// time. A text's tokens are kept, not the text. Duplicates inside a window, and
// of the `remembered` texts before it, are computed once.
class EmbeddingStream {
 public:
  struct Item {
    std::uint64_t index;            // of the push, from 0
    std::span<const float> vector;  // valid during the call
    std::uint32_t tokens;
    bool truncated;
  };
  // An Error, or a vector that is not of unit length (corrupt), stops it; push and finish hand it
  // on.
  using Sink = std::function<Result<void>(const Item&)>;

  EmbeddingStream(Embedder& embedder, Sink sink, const StreamOptions& options = {});
  ~EmbeddingStream();

  Result<void> push(std::string_view text);
  // Flushes the last window. Call once, after the last push.
  Result<void> finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Cosine of two unit vectors, accumulated in double; clamped to [-1, 1].
double cosine(std::span<const float> a, std::span<const float> b);

}  // namespace plumb
