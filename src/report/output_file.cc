#include "report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace plumb {
namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr std::string_view kPartial = ".partial";

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
  struct stat info{};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; -o takes the name of a file", path));
  }
  const bool straight = exists && !S_ISREG(info.st_mode);
  std::string location = straight ? path : path + std::string(kPartial);
  const int fd = ::open(location.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) {
    return fail(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot create {}: {}", path, std::strerror(errno)));
  }
  return OutputFile(fd, path, std::move(location));
}

OutputFile OutputFile::standard_output() {
  return {STDOUT_FILENO, "", "standard output"};
}

OutputFile::OutputFile(int fd, std::string path, std::string location)
    : fd_(fd), path_(std::move(path)), location_(std::move(location)) {
  buffer_.reserve(kBufferBytes);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      location_(std::move(other.location_)),
      buffer_(std::move(other.buffer_)),
      written_(other.written_),
      whole_(other.whole_) {}

OutputFile::~OutputFile() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

Result<void> OutputFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) PLUMB_CHECK_RESULT(flush());
  buffer_ += bytes;
  written_ += bytes.size();
  return {};
}

Result<void> OutputFile::flush() {
  auto written = write_out(buffer_);
  buffer_.clear();  // after a failure too: what could not be written is not tried again
  return written;
}

Result<void> OutputFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_write(errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Result<void> OutputFile::fail_write(int code) {
  const off_t end = path_.empty() || location_ == path_ ? -1 : ::lseek(fd_, 0, SEEK_CUR);
  if (end > static_cast<off_t>(whole_)) {
    // Best effort: a disk that refuses to shrink a file cannot be helped.
    [[maybe_unused]] const int ignored = ::ftruncate(fd_, static_cast<off_t>(whole_));
  }
  if (code == EPIPE || code == EBADF) {
    return fail(ErrorCode::io, fmt::format("{} was closed before everything was written",
                                           path_.empty() ? location_ : path_));
  }
  return fail(ErrorCode::io, fmt::format("cannot write to {}: {}",
                                         path_.empty() ? location_ : path_, std::strerror(code)));
}

Result<bool> OutputFile::rewrite_start(std::string_view bytes) {
  PLUMB_CHECK_RESULT(flush());
  if (::pwrite(fd_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size())) {
    return true;
  }
  if (errno == ESPIPE) return false;
  PLUMB_CHECK_RESULT(fail_write(errno));
  return false;
}

Result<void> OutputFile::commit() {
  PLUMB_CHECK_RESULT(flush());
  if (path_.empty()) return {};
  // A network disk reports a full quota here, not at write().
  if (::close(std::exchange(fd_, -1)) != 0) return fail_write(errno);
  if (location_ == path_) return {};
  if (::rename(location_.c_str(), path_.c_str()) != 0) return fail_write(errno);
  location_ = path_;
  return {};
}

void OutputFile::discard() {
  if (location_ != path_ && !path_.empty()) ::unlink(location_.c_str());
}

}  // namespace plumb
