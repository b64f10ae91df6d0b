// Where a model's files are on this machine. Nothing here touches the network.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/registry.h"

namespace plumb {

inline constexpr std::string_view kDefaultEmbeddingModel = "all-MiniLM-L6-v2";

// A folder with config.json, model.safetensors, tokenizer.json (or what else the
// registry lists): pinned by the registry and verified, or a user's own. An adapter's
// folder has adapter.safetensors in place of model.safetensors.
struct ModelFolder {
  std::string name;  // as in the registry, or the folder's own name
  std::filesystem::path path;
  std::string weights_sha256;  // of model.safetensors, or the registry's weights file
};

// `name` is a registry name, the path of a folder, or a repository of the Hugging Face
// hub ("organisation/name") that its cache has. Looks in the Plumb model
// cache (PLUMB_MODELS, else XDG_CACHE_HOME/plumb/models, else ~/.cache/plumb/models),
// then in the Hugging Face cache. A registry model's hashes are checked when no
// stamp of size, time, inode and hash vouches for the file; one that the registry
// does not pin is held against the hash recorded when Plumb first saw it.
// Fails with not_found and the command that mends it, or corrupt.
Result<ModelFolder> locate_model(std::string_view name);

// The same, for whoever embeds. Fails with unsupported where the registry says that the model is
// for something else, before anything is missed in its folder.
Result<ModelFolder> locate_embedding_model(std::string_view name);

// Re-hashes every file of the model, whatever the stamps say. Fails like
// locate_model.
Result<ModelFolder> verify_model(std::string_view name);

// What `plumb model list` shows: whether the files are there, without hashing.
struct ModelPresence {
  enum class State {
    missing,     // nowhere, or only in part
    unverified,  // there; hashed at the next use
    verified,    // there, and stamps vouch for every file
  };
  State state = State::missing;
  std::filesystem::path path;  // empty where missing
};
ModelPresence find_model(const RegistryEntry& entry);

// PLUMB_MODELS, else XDG_CACHE_HOME/plumb/models, else ~/.cache/plumb/models; empty where the user
// has no home either.
std::filesystem::path model_cache_folder();
// What to tell whoever needs the folder then.
Error no_model_cache();

// HF_HUB_CACHE, else HF_HOME/hub, else XDG_CACHE_HOME/huggingface/hub, else
// ~/.cache/huggingface/hub; empty where the user has no home either.
std::filesystem::path hub_cache_folder();

// The folder that a revision of a repository has in the Hugging Face cache, whether it is there
// or not; none where there is no cache, or what it says of the revision is no name of a folder.
std::optional<std::filesystem::path> hub_snapshot(const HubSource& source);

// Checks the copy of a registry model in `folder` against its pins.
enum class Hashing {
  where_unstamped,
  always,
  anew,  // always, and what was recorded of unpinned files is forgotten: they were just fetched
};
Result<ModelFolder> check_folder(const RegistryEntry& entry, const std::filesystem::path& folder,
                                 Hashing hashing);

}  // namespace plumb
