// The server's embeddings as a measure asks for them: it cannot be told that there are none, so
// whoever runs it asks behind it whether all went well.
#pragma once

#include <cstddef>
#include <optional>

#include "base/result.h"
#include "measure/text_vectors.h"
#include "record/provenance.h"
#include "serve/embedding_service.h"

namespace plumb {

class ServedVectors {
 public:
  // Opens the encoder; fails as EmbeddingService does. Must outlive what embed() returns.
  static Result<ServedVectors> open(EmbeddingService& embeddings);

  const VectorOrigin& origin() const { return origin_; }
  EmbedTexts embed();
  // Fails where a call of the embedder did: what was measured is then worth nothing.
  Result<void> check() const;

 private:
  ServedVectors(EmbeddingService& embeddings, VectorOrigin origin)
      : embeddings_(&embeddings), origin_(std::move(origin)) {}

  EmbeddingService* embeddings_;
  VectorOrigin origin_;
  std::optional<Error> error_;
};

}  // namespace plumb
