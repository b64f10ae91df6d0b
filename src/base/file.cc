#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

// Does not wait for a writer where the path is a named pipe; that is refused later.
constexpr int kReadOnly = O_RDONLY | O_NONBLOCK | O_CLOEXEC;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// Only what a signal handler may call.
extern "C" void explain_lost_page(int, siginfo_t* info, void*) {
  if (info->si_code != BUS_ADRERR) return;
  constexpr std::string_view kSentence =
      "plumb: error: a file of the model or the input was cut while it was read; "
      "restore it and start again\n";
  [[maybe_unused]] const auto ignored = ::write(STDERR_FILENO, kSentence.data(), kSentence.size());
  ::_exit(3);
}

std::unexpected<Error> fail_errno(const std::filesystem::path& path, const char* verb) {
  const int code = errno;
  // ENOTDIR: "a.txt/b", where a.txt is a file.
  const bool missing = code == ENOENT || code == ENOTDIR;
  return fail(missing ? ErrorCode::not_found : ErrorCode::io,
              fmt::format("cannot {} {}: {}", verb, path.string(), std::strerror(code)));
}

Result<std::size_t> regular_file_size(int fd, const std::filesystem::path& path) {
  struct stat info{};
  if (::fstat(fd, &info) != 0) return fail_errno(path, "read");
  if (S_ISDIR(info.st_mode)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; a file is expected", path.string()));
  }
  if (!S_ISREG(info.st_mode)) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is not a regular file", path.string()));
  }
  return static_cast<std::size_t>(info.st_size);
}

Result<void> write_all(int fd, std::string_view content, const std::filesystem::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return fail_errno(path, "write");
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

Result<void> check_named(const std::filesystem::path& path) {
  if (!path.empty()) return {};
  return fail(ErrorCode::invalid_input, "the name of a file is empty; give one");
}

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  PLUMB_CHECK_RESULT(check_named(path));
  const Descriptor file(::open(path.c_str(), kReadOnly));
  if (file.get() < 0) return fail_errno(path, "open");
  PLUMB_TRY(const std::size_t size, regular_file_size(file.get(), path));
  if (size == 0) return MappedFile(std::span<const std::byte>{});
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (address == MAP_FAILED) return fail_errno(path, "map");
  return MappedFile(std::span(static_cast<const std::byte*>(address), size));
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

std::string_view MappedFile::text() const {
  return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

void MappedFile::release(std::span<const std::byte> range) const {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(range.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(range.data() + range.size()) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

void end_plainly_when_a_mapped_file_is_cut() {
  struct sigaction action{};
  action.sa_sigaction = explain_lost_page;
  // Reset, so that a SIGBUS of another kind ends the process as ever when it comes again.
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_RESETHAND);
  ::sigaction(SIGBUS, &action, nullptr);
}

Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
  PLUMB_CHECK_RESULT(check_named(path));
  const Descriptor file(::open(path.c_str(), kReadOnly));
  if (file.get() < 0) return fail_errno(path, "open");
  PLUMB_TRY(const std::size_t size, regular_file_size(file.get(), path));
  if (size > max_bytes) {
    return fail(ErrorCode::invalid_input, fmt::format("{} has {} bytes; at most {} are read",
                                                      path.string(), size, max_bytes));
  }
  std::string content(size, '\0');
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = ::read(file.get(), content.data() + filled, size - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_errno(path, "read");
    if (got == 0) break;  // the file shrank while being read
    filled += static_cast<std::size_t>(got);
  }
  content.resize(filled);
  return content;
}

Result<std::filesystem::path> behind_links(const std::filesystem::path& path) {
  std::filesystem::path at = path;
  std::error_code error;
  while (std::filesystem::is_symlink(at, error)) {
    // Fails where open() would: links planted in a folder of everybody, links that go round.
    struct stat info{};
    if (::stat(at.c_str(), &info) != 0 && errno != ENOENT) return fail_errno(path, "write");
    const auto named = std::filesystem::read_symlink(at, error);
    if (error) {
      return fail(ErrorCode::io,
                  fmt::format("cannot write {}: {}", path.string(), error.message()));
    }
    at = at.parent_path() / named;
  }
  return at;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view content) {
  std::string temporary = path.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return fail_errno(path, "write");
  auto written = write_all(file.get(), content, path);
  if (written && ::fchmod(file.get(), 0644) != 0) written = fail_errno(path, "write");
  if (written && ::fsync(file.get()) != 0) written = fail_errno(path, "sync");
  if (written && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = fail_errno(path, "write");
  if (!written) ::unlink(temporary.c_str());
  return written;
}

}  // namespace plumb
