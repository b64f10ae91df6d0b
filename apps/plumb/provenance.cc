#include "provenance.h"

#include <nlohmann/json.hpp>

namespace plumb {

std::string provenance_json(const EmbedderProvenance& provenance, std::uint64_t seed) {
  const nlohmann::ordered_json json = {
      {"model", provenance.model},
      {"weights_sha256", provenance.weights_sha256},
      {"precision", name_of(provenance.precision)},
      {"instruction_set", name_of(provenance.instruction_set)},
      {"max_tokens", provenance.max_tokens},
      {"seed", seed},
      {"plumb_version", PLUMB_VERSION},
  };
  return json.dump();
}

std::string provenance_json(const ClassifierProvenance& provenance, std::uint64_t seed) {
  nlohmann::ordered_json json = {
      {"classifier", provenance.model},
      {"weights_sha256", provenance.weights_sha256},
      {"architecture", provenance.architecture},
  };
  if (!provenance.base.empty()) {
    json["base"] = provenance.base;
    json["base_sha256"] = provenance.base_sha256;
  }
  json["precision"] = name_of(provenance.precision);
  json["instruction_set"] = name_of(provenance.instruction_set);
  json["max_tokens"] = provenance.max_tokens;
  json["seed"] = seed;
  json["plumb_version"] = PLUMB_VERSION;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string provenance_json(const ModelFolder& folder, std::size_t max_tokens, std::uint64_t seed) {
  const nlohmann::ordered_json json = {
      {"model", folder.name}, {"weights_sha256", folder.weights_sha256}, {"max_tokens", max_tokens},
      {"seed", seed},         {"plumb_version", PLUMB_VERSION},
  };
  return json.dump();
}

}  // namespace plumb
