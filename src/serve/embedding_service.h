// The server's one embedder: opened when the first text asks for it, used by one thread at a time.
//
// Where models lie is not this room's to know: the app hands in a function that opens one, tests
// one that needs no model.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "encode/embedder.h"
#include "measure/text_vectors.h"
#include "record/ids.h"
#include "record/provenance.h"

namespace plumb {

// Who makes vectors, and how.
struct TextEncoder {
  VectorOrigin origin;
  EmbedTexts embed;
};

TextEncoder text_encoder(Embedder embedder);

// The text under which the store keeps the vectors of this origin: model, weights, precision. The
// instruction set is not in it: servers of one database may have different CPUs.
std::string encoder_text(const VectorOrigin& origin);

// Whether an execution's own vectors would be taken for the server's: such a name is refused.
bool is_reserved_encoder(std::string_view embedding_model);

class EmbeddingService {
 public:
  using Open = std::function<Result<TextEncoder>()>;

  explicit EmbeddingService(Open open) : open_(std::move(open)) {}

  // Whose vectors these are. Opens the encoder; fails with io where that fails, and the next call
  // tries again.
  Result<VectorOrigin> origin();
  Result<std::string> encoder();
  // A vector a text, in order; callers take turns, so long lists come in pieces.
  Result<Embeddings> embed(std::span<const std::string_view> texts);

  // Two workers that embed one execution would both compute all of it. False: another is at it.
  bool claim(ExecutionId execution);
  void release(ExecutionId execution);

 private:
  // Stays where it is once it is open, so that nobody who only asks whose vectors these are waits
  // for a batch.
  Result<const TextEncoder*> opened();

  Open open_;
  std::mutex open_mutex_;
  std::optional<TextEncoder> encoder_;  // guarded by open_mutex_ until it is set
  std::mutex embed_mutex_;              // one batch at a time
  std::mutex claims_mutex_;
  std::set<ExecutionId> claims_;
};

// Calls `embeddings`, which must outlive what is returned.
EmbedTexts embed_with(EmbeddingService& embeddings);

}  // namespace plumb
