#include "serve/embedding_service.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace plumb {
namespace {

constexpr std::string_view kEncoderPrefix = "plumb:";

}  // namespace

TextEncoder text_encoder(Embedder embedder) {
  // std::function wants to be copied, and an Embedder cannot be.
  const auto shared = std::make_shared<Embedder>(std::move(embedder));
  const EmbedderProvenance& from = shared->provenance();
  return {VectorOrigin{.model = from.model,
                       .weights_sha256 = from.weights_sha256,
                       .precision = std::string(name_of(from.precision)),
                       .instruction_set = std::string(name_of(from.instruction_set)),
                       .dimension = shared->dimension()},
          [shared](std::span<const std::string_view> texts) { return shared->embed(texts); }};
}

std::string encoder_text(const VectorOrigin& origin) {
  return fmt::format("{}{}:{}:{}", kEncoderPrefix, origin.model, origin.weights_sha256,
                     origin.precision);
}

bool is_reserved_encoder(std::string_view embedding_model) {
  return embedding_model.starts_with(kEncoderPrefix);
}

Result<const TextEncoder*> EmbeddingService::opened() {
  const std::lock_guard lock(open_mutex_);
  if (!encoder_) {
    auto made = open_();
    // Whatever is missing may be there soon: it is tried again, unlike what a caller got wrong.
    if (!made) return fail(ErrorCode::io, std::move(made.error().message));
    encoder_ = *std::move(made);
  }
  return &*encoder_;
}

Result<VectorOrigin> EmbeddingService::origin() {
  PLUMB_TRY(const TextEncoder* encoder, opened());
  return encoder->origin;
}

Result<std::string> EmbeddingService::encoder() {
  PLUMB_TRY(const VectorOrigin from, origin());
  return encoder_text(from);
}

Result<Embeddings> EmbeddingService::embed(std::span<const std::string_view> texts) {
  PLUMB_TRY(const TextEncoder* encoder, opened());
  const std::lock_guard lock(embed_mutex_);
  return encoder->embed(texts);
}

bool EmbeddingService::claim(ExecutionId execution) {
  const std::lock_guard lock(claims_mutex_);
  return claims_.insert(execution).second;
}

void EmbeddingService::release(ExecutionId execution) {
  const std::lock_guard lock(claims_mutex_);
  claims_.erase(execution);
}

EmbedTexts embed_with(EmbeddingService& embeddings) {
  return [&embeddings](std::span<const std::string_view> texts) { return embeddings.embed(texts); };
}

}  // namespace plumb
