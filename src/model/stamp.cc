#include "model/stamp.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/sha256.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxStampBytes = 1024 * 1024;

std::filesystem::path absolute_folder(const std::filesystem::path& folder) {
  std::error_code error;
  auto absolute = std::filesystem::weakly_canonical(folder, error);
  return error ? folder : absolute;
}

}  // namespace

FolderStamps::FolderStamps(std::filesystem::path file, std::filesystem::path folder)
    : file_(std::move(file)), folder_(std::move(folder)) {}

FolderStamps FolderStamps::load(const std::filesystem::path& cache,
                                const std::filesystem::path& folder) {
  const auto absolute = absolute_folder(folder);
  if (cache.empty()) return {{}, absolute};
  const std::string key = sha256_hex(std::as_bytes(std::span(absolute.native())));
  FolderStamps stamps(cache / ".stamps" / (key + ".json"), absolute);
  const auto text = read_file(stamps.file_, kMaxStampBytes);
  if (!text) return stamps;
  try {
    const auto document = nlohmann::json::parse(*text);
    if (document.at("folder") != absolute.string()) return stamps;
    for (const auto& [name, stamp] : document.at("files").items()) {
      stamps.stamps_[name] = {stamp.at("size"), stamp.at("modified_ns"), stamp.at("inode"),
                              stamp.at("sha256")};
    }
  } catch (const nlohmann::json::exception&) {
    stamps.stamps_.clear();  // half-written by another version; hashing mends it
  }
  return stamps;
}

Result<FolderStamps::Stamp> FolderStamps::observe(const std::filesystem::path& path) {
  struct stat info{};
  if (::stat(path.c_str(), &info) != 0) {
    return fail(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  return Stamp{static_cast<std::uint64_t>(info.st_size),
               info.st_mtim.tv_sec * std::int64_t{1'000'000'000} + info.st_mtim.tv_nsec,
               info.st_ino, ""};
}

bool FolderStamps::same_file(const Stamp& a, const Stamp& b) {
  return a.size == b.size && a.modified_ns == b.modified_ns && a.inode == b.inode;
}

bool FolderStamps::vouches_for(const std::string& name) const {
  const auto found = stamps_.find(name);
  if (found == stamps_.end()) return false;
  const auto now = observe(folder_ / name);
  return now && same_file(*now, found->second);
}

std::string FolderStamps::recorded_sha256(const std::string& name) const {
  const auto found = stamps_.find(name);
  return found == stamps_.end() ? "" : found->second.sha256;
}

Result<std::string> FolderStamps::sha256(const std::string& name) {
  if (vouches_for(name)) return stamps_.at(name).sha256;
  return fresh_sha256(name);
}

Result<std::string> FolderStamps::fresh_sha256(const std::string& name) {
  // Observed before hashing: a file that changes meanwhile fails its stamp later.
  PLUMB_TRY(Stamp stamp, observe(folder_ / name));
  PLUMB_TRY(stamp.sha256, sha256_file(folder_ / name));
  changed_ = true;
  return (stamps_[name] = std::move(stamp)).sha256;
}

void FolderStamps::save() const {
  if (!changed_ || file_.empty()) return;
  nlohmann::json files = nlohmann::json::object();
  for (const auto& [name, stamp] : stamps_) {
    files[name] = {{"size", stamp.size},
                   {"modified_ns", stamp.modified_ns},
                   {"inode", stamp.inode},
                   {"sha256", stamp.sha256}};
  }
  const nlohmann::json document = {{"folder", folder_.string()}, {"files", std::move(files)}};
  std::error_code error;
  std::filesystem::create_directories(file_.parent_path(), error);
  // A path need not be UTF-8; dump() would throw on it.
  const auto text = document.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  [[maybe_unused]] const auto written = write_file(file_, text);
}

}  // namespace plumb
