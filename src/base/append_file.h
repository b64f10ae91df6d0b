// A file that grows by whole pieces, each safe on the disk before the next: a log that a killed
// process or a full disk leaves with every piece that was finished.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

// One thread, and one process, at a time (see FileLock). Moves, does not copy.
class AppendFile {
 public:
  // Opens or makes the file, and cuts it to `length` bytes, which it must have; the folder's
  // entry is synced. Fails with not_found, invalid_input (a directory, a file that is shorter)
  // or io; the sentence names the path.
  static Result<AppendFile> open(const std::filesystem::path& path, std::uint64_t length = 0);

  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  ~AppendFile();

  // Returns when the piece is on the disk. Where that fails, with io, as much of the piece as was
  // written is taken back, as far as the disk lets us.
  Result<void> append(std::string_view piece);

  std::uint64_t length() const { return length_; }

 private:
  AppendFile(std::filesystem::path path, int fd, std::uint64_t length)
      : path_(std::move(path)), fd_(fd), length_(length) {}
  std::unexpected<Error> take_back(const char* verb);

  std::filesystem::path path_;
  int fd_ = -1;
  std::uint64_t length_ = 0;
};

// Makes the names in a folder, new and gone, safe on the disk.
Result<void> sync_folder(const std::filesystem::path& folder);

}  // namespace plumb
