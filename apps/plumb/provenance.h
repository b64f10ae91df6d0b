// What a result carries so that others can repeat it, as a JSON object.
#pragma once

#include <cstdint>
#include <string>

#include "encode/classifier.h"
#include "encode/embedder.h"

namespace plumb {

std::string provenance_json(const EmbedderProvenance& provenance, std::uint64_t seed);
std::string provenance_json(const ClassifierProvenance& provenance, std::uint64_t seed);
std::string provenance_json(const ModelFolder& folder, std::size_t max_tokens, std::uint64_t seed);

}  // namespace plumb
