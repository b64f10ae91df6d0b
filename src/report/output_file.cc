#include "report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/file.h"

namespace plumb {
namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kMostWriters = 100;  // of one path at a time; past that something is wrong

std::unexpected<Error> cannot_create(const std::string& path, int code) {
  if (code == EINTR) {
    return fail(ErrorCode::interrupted, fmt::format("interrupted before anybody read {}", path));
  }
  if (code == ENOENT) {
    return fail(ErrorCode::not_found,
                fmt::format("cannot create {}: its folder does not exist; make it first", path));
  }
  return fail(ErrorCode::io, fmt::format("cannot create {}: {}", path, std::strerror(code)));
}

struct Opened {
  int fd = -1;
  std::string location;
};

// Whether `fd` is what `location` names: its last owner may have renamed it
// between our open() and our lock.
bool is_still_named(int fd, const std::string& location) {
  struct stat held{};
  struct stat named{};
  return ::fstat(fd, &held) == 0 && ::lstat(location.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// The first of path.partial, path.2.partial, ... that no other process writes,
// empty and locked until it is closed. A link in its place is not followed:
// it may have been planted in a folder that others can write.
Result<Opened> open_partial(const std::string& path, mode_t mode) {
  for (int writer = 1; writer <= kMostWriters;) {
    std::string location =
        writer == 1 ? path + ".partial" : fmt::format("{}.{}.partial", path, writer);
    const int fd = ::open(location.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode);
    if (fd < 0) return cannot_create(path, errno);
    // A file system without locks is taken as it is.
    const bool taken = ::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    const bool ours = !taken && is_still_named(fd, location);
    if (ours && ::ftruncate(fd, 0) == 0) return Opened{fd, std::move(location)};
    const int code = errno;
    ::close(fd);
    if (ours) return cannot_create(path, code);
    if (taken) ++writer;
  }
  return fail(ErrorCode::io, fmt::format("cannot create {}: {} other processes are writing it",
                                         path, kMostWriters));
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
  struct stat info{};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && S_ISDIR(info.st_mode)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; -o takes the name of a file", path));
  }
  if (exists && !S_ISREG(info.st_mode)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0) return cannot_create(path, errno);
    return OutputFile(fd, path, path);
  }
  constexpr mode_t kPermissions = 0777;
  PLUMB_TRY(const std::string named, behind_links(path));
  PLUMB_TRY(Opened opened, open_partial(named, exists ? info.st_mode & kPermissions : 0666));
  return OutputFile(opened.fd, named, std::move(opened.location));
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
      in_file_(other.in_file_),
      whole_(other.whole_),
      records_(other.records_),
      ends_(std::move(other.ends_)) {}

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
  count_records();
  if (!written) cut_to_whole();
  return written;
}

Result<void> OutputFile::write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail_write(errno);
    in_file_ += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

void OutputFile::count_records() {
  const auto first_missing = std::ranges::upper_bound(ends_, in_file_);
  if (first_missing != ends_.begin()) whole_ = *std::prev(first_missing);
  records_ += static_cast<std::uint64_t>(first_missing - ends_.begin());
  ends_.clear();
}

// After a failed write. What is written next, if anything, follows a whole record.
void OutputFile::cut_to_whole() {
  written_ = in_file_;
  if (!is_partial()) return;
  const auto whole = static_cast<off_t>(whole_);
  // Best effort: a disk that refuses to shrink a file cannot be helped.
  if (::ftruncate(fd_, whole) == 0 && ::lseek(fd_, whole, SEEK_SET) == whole) {
    written_ = in_file_ = whole_;
  }
}

std::unexpected<Error> OutputFile::fail_write(int code) const {
  const std::string& name = path_.empty() ? location_ : path_;
  if (code == EPIPE || code == EBADF) {
    return fail(ErrorCode::io, fmt::format("{} was closed before everything was written", name));
  }
  return fail(ErrorCode::io, fmt::format("cannot write to {}: {}", name, std::strerror(code)));
}

Result<bool> OutputFile::rewrite_start(std::string_view bytes) {
  PLUMB_CHECK_RESULT(flush());
  for (off_t at = 0; !bytes.empty();) {
    const ssize_t count = ::pwrite(fd_, bytes.data(), bytes.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == ESPIPE) return false;
    if (count < 0) return fail_write(errno);
    at += count;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

Result<void> OutputFile::commit() {
  PLUMB_CHECK_RESULT(flush());
  if (path_.empty()) return {};
  if (is_partial()) {
    // On disk before it has its name; a network disk reports a full quota here.
    if (::fsync(fd_) != 0) return fail_write(errno);
    if (::rename(location_.c_str(), path_.c_str()) != 0) return fail_write(errno);
    location_ = path_;
  }
  if (::close(std::exchange(fd_, -1)) != 0) return fail_write(errno);
  return {};
}

void OutputFile::discard() {
  if (is_partial()) ::unlink(location_.c_str());
}

}  // namespace plumb
