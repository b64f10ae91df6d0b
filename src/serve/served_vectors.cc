#include "serve/served_vectors.h"

namespace plumb {

Result<ServedVectors> ServedVectors::open(EmbeddingService& embeddings) {
  PLUMB_TRY(VectorOrigin origin, embeddings.origin());
  return ServedVectors(embeddings, std::move(origin));
}

EmbedTexts ServedVectors::embed() {
  return [this](std::span<const std::string_view> texts) {
    auto made = embeddings_->embed(texts);
    if (made) return *std::move(made);
    if (!error_) error_ = made.error();
    Embeddings none;
    none.dimension = origin_.dimension;
    none.values.resize(texts.size() * origin_.dimension);
    none.tokens.resize(texts.size());
    none.truncated.resize(texts.size());
    return none;
  };
}

Result<void> ServedVectors::check() const {
  if (error_) return std::unexpected(*error_);
  return {};
}

}  // namespace plumb
