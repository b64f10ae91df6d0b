#include "base/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace plumb {

Result<std::optional<FileLock>> FileLock::try_take(const std::filesystem::path& path) {
  const auto fail_errno = [&] {
    return fail(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
  };
  // Open for writing: NFS asks for that where the lock is to be exclusive. Closed in programs
  // that this one starts: they may outlive it.
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return fail_errno();
  FileLock lock(fd);
  while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::optional<FileLock>();
    if (errno != EINTR) return fail_errno();
  }
  return std::optional(std::move(lock));
}

FileLock::FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace plumb
