#include "measure/embedding_origin.h"

#include <string>

namespace plumb {

VectorOrigin origin_of(const Embedder& embedder) {
  const EmbedderProvenance& from = embedder.provenance();
  return {.model = from.model,
          .weights_sha256 = from.weights_sha256,
          .precision = std::string(name_of(from.precision)),
          .instruction_set = std::string(name_of(from.instruction_set)),
          .dimension = embedder.dimension()};
}

Provenance provenance_of(const Embedder& embedder, std::uint64_t seed, Provenance measured) {
  measured.plumb_version = PLUMB_VERSION;
  measured.seed = seed;
  measured.vectors = origin_of(embedder);
  return measured;
}

}  // namespace plumb
