// One process at a time: whoever holds the lock of a file. The system lets go of it when the
// process ends, however it ends.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"

namespace plumb {

class FileLock {
 public:
  // Makes the file where it is missing; it stays when the lock is gone. Does not wait: none
  // where another process holds it. Fails with not_found or io.
  static Result<std::optional<FileLock>> try_take(const std::filesystem::path& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace plumb
