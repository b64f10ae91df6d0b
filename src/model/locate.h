// Where a model's files are on this machine. Nothing here touches the network.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

inline constexpr std::string_view kDefaultEmbeddingModel = "all-MiniLM-L6-v2";

// A folder with config.json, model.safetensors, tokenizer.json: pinned by the
// registry and verified, or a user's own.
struct ModelFolder {
  std::string name;            // as in the registry, or the folder's own name
  std::filesystem::path path;
  std::string weights_sha256;  // of model.safetensors
};

// `name` is a registry name or the path of a folder. Looks in the Plumb model
// cache (PLUMB_MODELS, else XDG_CACHE_HOME/plumb/models, else ~/.cache/plumb/models),
// then in the Hugging Face cache. A registry model's hashes are checked when no
// stamp of size, time, inode and hash vouches for the file.
// Fails with not_found and the command that mends it, or corrupt.
Result<ModelFolder> locate_model(std::string_view name);

}  // namespace plumb
