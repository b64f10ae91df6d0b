#include "model/locate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "base/environment.h"
#include "base/file.h"
#include "model/stamp.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOwnWeights = "model.safetensors";
constexpr std::string_view kAdapterWeights = "adapter.safetensors";  // docs/formats/adapter.md

// `folder` of the user's caches; empty where nobody says where they are.
fs::path in_user_cache(std::string_view folder) {
  if (const fs::path cache = environment("XDG_CACHE_HOME"); !cache.empty()) return cache / folder;
  const fs::path home = home_folder();
  return home.empty() ? home : home / ".cache" / folder;
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// The names of the entry's files that the folder must have and has not.
std::vector<std::string> missing_files(const RegistryEntry& entry, const fs::path& folder) {
  std::vector<std::string> names;
  for (const ModelFile& file : entry.files) {
    if (!file.optional && !is_file(folder / file.name)) names.push_back(file.name);
  }
  return names;
}

// The folders where a registry model may be, first the one Plumb fills itself.
std::vector<fs::path> candidates(const RegistryEntry& entry) {
  std::vector<fs::path> folders;
  if (const fs::path cache = model_cache_folder(); !cache.empty()) {
    folders.push_back(cache / entry.name);
  }
  for (const ModelSource& source : entry.sources) {
    if (const auto* hub = std::get_if<HubSource>(&source)) {
      if (auto snapshot = hub_snapshot(*hub)) folders.push_back(*std::move(snapshot));
    }
  }
  return folders;
}

Result<fs::path> find_complete(const RegistryEntry& entry) {
  std::string incomplete;
  for (const fs::path& folder : candidates(entry)) {
    const std::vector<std::string> missing = missing_files(entry, folder);
    if (missing.empty()) return folder;
    std::error_code error;
    if (!incomplete.empty() || !fs::is_directory(folder, error)) continue;
    incomplete = fmt::format(
        "the model {} is not whole: {} has no {}; get it with: plumb model "
        "fetch {}",
        entry.name, folder.string(), fmt::join(missing, ", "), entry.name);
  }
  if (!incomplete.empty()) return fail(ErrorCode::not_found, std::move(incomplete));
  if (model_cache_folder().empty()) return std::unexpected(no_model_cache());
  return fail(ErrorCode::not_found,
              fmt::format("the model {} is neither in {} nor in the Hugging Face cache {}; get it "
                          "with: plumb model fetch {}",
                          entry.name, model_cache_folder().string(), hub_cache_folder().string(),
                          entry.name));
}

Result<ModelFolder> own_folder(const fs::path& folder, Hashing hashing) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    return fail(ErrorCode::not_found,
                fmt::format("{} is not a model's folder; give the folder that holds {}",
                            folder.string(), kOwnWeights));
  }
  const bool adapter = !is_file(folder / kOwnWeights) && is_file(folder / kAdapterWeights);
  const std::string weights(adapter ? kAdapterWeights : kOwnWeights);
  if (!is_file(folder / weights)) {
    return fail(ErrorCode::not_found,
                fmt::format("the folder {} has no {}", folder.string(), weights));
  }
  auto stamps = FolderStamps::load(model_cache_folder(), folder);
  PLUMB_TRY(auto hash,
            hashing == Hashing::always ? stamps.fresh_sha256(weights) : stamps.sha256(weights));
  stamps.save();
  const auto absolute = fs::weakly_canonical(folder, error);
  return ModelFolder{absolute.filename().string(), folder, std::move(hash)};
}

// "organisation/name" of the Hugging Face hub.
bool names_repository(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < name.size() &&
         !name.starts_with('.') && name.find('/', slash + 1) == std::string_view::npos;
}

// Where the cache of the Hugging Face hub has a snapshot of it.
std::optional<fs::path> hub_snapshot_of(std::string_view name) {
  if (!names_repository(name)) return std::nullopt;
  auto snapshot = hub_snapshot({std::string(name), "main"});
  std::error_code error;
  if (!snapshot || !fs::is_directory(*snapshot, error)) return std::nullopt;
  return snapshot;
}

Result<ModelFolder> resolve(std::string_view name, Hashing hashing) {
  PLUMB_TRY(const Registry registry, load_registry());
  const auto entry = registry.find(name);
  if (entry) {
    PLUMB_TRY(const fs::path folder, find_complete(*entry));
    return check_folder(*entry, folder, hashing);
  }
  std::error_code error;
  if (fs::is_directory(name, error)) return own_folder(name, hashing);
  if (const auto snapshot = hub_snapshot_of(name)) {
    PLUMB_TRY(ModelFolder folder, own_folder(*snapshot, hashing));
    folder.name = name;
    return folder;
  }
  if (names_repository(name)) {
    return fail(ErrorCode::not_found,
                fmt::format("{0} is not a model's folder, and the Hugging Face cache {1} has no "
                            "repository {0}; give the folder that holds {2}, or get the repository "
                            "into the cache",
                            name, hub_cache_folder().string(), kOwnWeights));
  }
  if (name.contains('/')) return own_folder(name, hashing);
  return std::unexpected(entry.error());
}

// What a file must hash to: its pin, else what it was when Plumb first saw it;
// empty where nothing is known of it yet.
std::string expected_hash(const ModelFile& file, const FolderStamps& stamps, Hashing hashing) {
  if (!file.sha256.empty()) return file.sha256;
  return hashing == Hashing::anew ? "" : stamps.recorded_sha256(file.name);
}

}  // namespace

fs::path model_cache_folder() {
  if (auto models = environment("PLUMB_MODELS"); !models.empty()) return models;
  return in_user_cache("plumb/models");
}

Error no_model_cache() {
  return {ErrorCode::not_found,
          "there is no folder for models: PLUMB_MODELS, XDG_CACHE_HOME and HOME are not set, and "
          "this user has no home; set PLUMB_MODELS to a folder"};
}

fs::path hub_cache_folder() {
  if (auto cache = environment("HF_HUB_CACHE"); !cache.empty()) return cache;
  if (const auto home = environment("HF_HOME"); !home.empty()) return fs::path(home) / "hub";
  return in_user_cache("huggingface/hub");
}

// models--org--name/refs/<revision> holds the commit, snapshots/<commit>/ the files.
std::optional<fs::path> hub_snapshot(const HubSource& source) {
  std::string name = "models--";
  for (const char c : source.repository) name += c == '/' ? std::string("--") : std::string(1, c);
  const fs::path cache = hub_cache_folder();
  if (cache.empty()) return std::nullopt;
  const fs::path repository = cache / name;
  constexpr std::size_t kMaxReference = 256;
  auto commit = read_file(repository / "refs" / source.revision, kMaxReference);
  if (!commit) commit = source.revision;  // a revision may be the commit itself
  commit->erase(commit->find_last_not_of(" \r\n") + 1);
  const bool plain = !commit->empty() && commit->front() != '.' &&
                     commit->find_first_of(std::string_view("/\0", 2)) == std::string::npos;
  if (!plain) return std::nullopt;
  return repository / "snapshots" / *commit;
}

Result<ModelFolder> check_folder(const RegistryEntry& entry, const fs::path& folder,
                                 Hashing hashing) {
  auto stamps = FolderStamps::load(model_cache_folder(), folder);
  ModelFolder found{entry.name, folder, ""};
  for (const ModelFile& file : entry.files) {
    const fs::path path = folder / file.name;
    if (file.optional && !is_file(path)) continue;
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    const auto corrupt = [&](const std::string& what) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{} {}; remove it or get a good copy with: plumb model fetch {}",
                              path.string(), what, entry.name));
    };
    if (!error && (size > file.max_size || (file.size_known && size != file.max_size))) {
      return corrupt(fmt::format("has {} bytes where the registry says {}{}", size,
                                 file.size_known ? "" : "at most ", file.max_size));
    }
    const std::string expected = expected_hash(file, stamps, hashing);
    PLUMB_TRY(const std::string hash, hashing == Hashing::where_unstamped
                                          ? stamps.sha256(file.name)
                                          : stamps.fresh_sha256(file.name));
    if (!expected.empty() && hash != expected) {
      return corrupt(fmt::format("has the sha256 {} where {} is expected", hash, expected));
    }
    if (file.name == entry.weights) found.weights_sha256 = hash;
  }
  stamps.save();
  return found;
}

Result<ModelFolder> locate_model(std::string_view name) {
  return resolve(name, Hashing::where_unstamped);
}

Result<ModelFolder> locate_embedding_model(std::string_view name) {
  PLUMB_TRY(const Registry registry, load_registry());
  const auto entry = registry.find(name);
  if (entry && entry->kind != ModelKind::embedding) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is a {} model and does not embed; give {}", name,
                            name_of(entry->kind), kDefaultEmbeddingModel));
  }
  return locate_model(name);
}

Result<ModelFolder> verify_model(std::string_view name) {
  return resolve(name, Hashing::always);
}

ModelPresence find_model(const RegistryEntry& entry) {
  const auto folder = find_complete(entry);
  if (!folder) return {};
  const auto stamps = FolderStamps::load(model_cache_folder(), *folder);
  const bool vouched = std::ranges::all_of(entry.files, [&](const ModelFile& file) {
    if (file.optional && !is_file(*folder / file.name)) return true;
    const bool hash_fits = file.sha256.empty() || stamps.recorded_sha256(file.name) == file.sha256;
    return hash_fits && stamps.vouches_for(file.name);
  });
  return {vouched ? ModelPresence::State::verified : ModelPresence::State::unverified, *folder};
}

}  // namespace plumb
