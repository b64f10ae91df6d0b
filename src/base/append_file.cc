#include "base/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace plumb {
namespace {

std::unexpected<Error> fail_errno(const std::filesystem::path& path, const char* verb) {
  const int code = errno;
  return fail(code == ENOENT ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot {} {}: {}", verb, path.string(), std::strerror(code)));
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

}  // namespace

Result<AppendFile> AppendFile::open(const std::filesystem::path& path, std::uint64_t length) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0644);
  if (fd < 0 && errno == EISDIR) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; a file is expected", path.string()));
  }
  if (fd < 0) return fail_errno(path, "open");
  AppendFile file(path, fd, length);
  struct stat info{};
  if (::fstat(fd, &info) != 0) return fail_errno(path, "open");
  if (!S_ISREG(info.st_mode)) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is not a regular file", path.string()));
  }
  if (static_cast<std::uint64_t>(info.st_size) < length) {
    return fail(ErrorCode::invalid_input, fmt::format("{} has {} bytes, not the {} to go on behind",
                                                      path.string(), info.st_size, length));
  }
  if (::ftruncate(fd, static_cast<off_t>(length)) != 0 || ::fsync(fd) != 0) {
    return fail_errno(path, "write");
  }
  PLUMB_CHECK_RESULT(sync_folder(folder_of(path)));
  return file;
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), length_(other.length_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(length_, other.length_);
  return *this;
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> AppendFile::append(std::string_view piece) {
  std::string_view rest = piece;
  while (!rest.empty()) {
    const ssize_t written = ::write(fd_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return take_back("write");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(fd_) != 0) return take_back("sync");
  length_ += piece.size();
  return {};
}

std::unexpected<Error> AppendFile::take_back(const char* verb) {
  auto error = fail_errno(path_, verb);
  [[maybe_unused]] const int ignored = ::ftruncate(fd_, static_cast<off_t>(length_));
  return error;
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return fail_errno(folder, "open");
  // Some file systems have no such thing, and then it is not needed.
  const bool synced = ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
  const int code = errno;
  ::close(fd);
  errno = code;
  if (!synced) return fail_errno(folder, "sync");
  return {};
}

}  // namespace plumb
