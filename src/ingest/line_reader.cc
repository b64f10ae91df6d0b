#include "ingest/line_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/file.h"
#include "base/interrupt.h"

namespace plumb {
namespace {

constexpr std::size_t kChunkBytes = 256 * 1024;

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";
constexpr std::string_view kUtf16LittleMark = "\xff\xfe";
constexpr std::string_view kUtf16BigMark = "\xfe\xff";
constexpr std::array kAllMarks = {kUtf8Mark, kUtf16LittleMark, kUtf16BigMark};

// Owns every descriptor but standard input's.
class InputDescriptor {
 public:
  explicit InputDescriptor(int fd) : fd_(fd) {}
  InputDescriptor(const InputDescriptor&) = delete;
  InputDescriptor& operator=(const InputDescriptor&) = delete;
  ~InputDescriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

// Size and time of a regular file, to see whether somebody wrote to it.
struct FileState {
  std::int64_t bytes = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  static FileState of(const struct stat& info) {
    return {info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
  }
  friend bool operator==(const FileState&, const FileState&) = default;
};

Result<void> check_unchanged(int fd, const FileState& opened, const std::string& name) {
  struct stat info{};
  if (::fstat(fd, &info) != 0 || FileState::of(info) == opened) return {};
  return fail(ErrorCode::io,
              fmt::format("{} was changed while it was read ({} bytes when opened, {} now); read "
                          "it again when nothing writes to it",
                          name, opened.bytes, info.st_size));
}

Result<std::size_t> read_some(int fd, std::span<char> out, const std::string& name) {
  while (true) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    const ssize_t got = ::read(fd, out.data(), out.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    return fail(ErrorCode::io, fmt::format("cannot read {}: {}", name, std::strerror(errno)));
  }
}

}  // namespace

Result<LineReader> LineReader::open(const std::string& path, std::size_t max_line_bytes) {
  PLUMB_CHECK_RESULT(check_named(path));
  const bool standard_input = path == "-";
  const std::string name = standard_input ? "<stdin>" : path;
  const auto file = std::make_shared<const InputDescriptor>(
      standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file->get() < 0) {
    const int code = errno;
    return fail(code == ENOENT || code == ENOTDIR ? ErrorCode::not_found : ErrorCode::io,
                fmt::format("cannot open {}: {}", name, std::strerror(code)));
  }
  struct stat info{};
  const bool known = ::fstat(file->get(), &info) == 0;
  if (known && S_ISDIR(info.st_mode)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a directory; a file is expected", name));
  }
  const bool regular = known && S_ISREG(info.st_mode);
  const FileState opened = FileState::of(info);
  LineReader reader(
      name,
      [file, name, regular, opened](std::span<char> out) {
        auto got = read_some(file->get(), out, name);
        if (got && *got == 0 && regular) {
          if (auto same = check_unchanged(file->get(), opened, name); !same) {
            got = std::unexpected(std::move(same.error()));
          }
        }
        return got;
      },
      max_line_bytes);
  if (regular) {
    reader.total_bytes_ = static_cast<std::uint64_t>(info.st_size);
  }
  return reader;
}

LineReader::LineReader(std::string name, Source source, std::size_t max_line_bytes)
    : name_(std::move(name)), source_(std::move(source)), max_line_bytes_(max_line_bytes) {}

Result<std::optional<Line>> LineReader::next() {
  PLUMB_CHECK_RESULT(drop_byte_order_mark());
  while (true) {
    const std::string_view rest(buffer_.data() + begin_, end_ - begin_);
    const std::size_t line_feed = rest.find('\n', searched_);
    const bool whole = line_feed != std::string_view::npos || at_end_;
    const std::size_t length = std::min(line_feed, rest.size());
    if (whole && rest.empty()) return std::optional<Line>();
    if (skipping_) {
      take(length, line_feed != std::string_view::npos ? 1 : 0);
      skipping_ = !whole;
    } else if (length > max_line_bytes_ + (rest.substr(0, length).ends_with('\r') ? 1 : 0)) {
      skipping_ = true;
      searched_ = 0;
      return fail(ErrorCode::invalid_input,
                  fmt::format("{}:{}: the line is longer than {} bytes; raise --max-line-bytes "
                              "or cut the line",
                              name_, ++line_number_, max_line_bytes_));
    } else if (whole) {
      std::string_view bytes = take(length, line_feed != std::string_view::npos ? 1 : 0);
      if (line_feed == std::string_view::npos) return Line{bytes, ++line_number_, {}};
      if (!bytes.ends_with('\r')) return Line{bytes, ++line_number_, "\n"};
      bytes.remove_suffix(1);
      return Line{bytes, ++line_number_, "\r\n"};
    } else {
      searched_ = rest.size();
    }
    if (!at_end_ && !whole) PLUMB_CHECK_RESULT(fill());
  }
}

// The bytes stay where they are until the next fill().
std::string_view LineReader::take(std::size_t length, std::size_t end_length) {
  const std::string_view taken(buffer_.data() + begin_, length);
  begin_ += length + end_length;
  searched_ = 0;
  return taken;
}

Result<std::optional<char>> LineReader::first_visible_byte() {
  constexpr std::size_t kMostBlank = 4096;
  PLUMB_CHECK_RESULT(drop_byte_order_mark());
  for (std::size_t at = 0; at < kMostBlank; ++at) {
    while (begin_ + at == end_ && !at_end_) PLUMB_CHECK_RESULT(fill());
    if (begin_ + at == end_) break;
    const char byte = buffer_[begin_ + at];
    if (!std::string_view(" \t\r\n\v\f").contains(byte)) return std::optional(byte);
  }
  return std::optional<char>();
}

Result<std::string_view> LineReader::peek(std::size_t most) {
  PLUMB_CHECK_RESULT(drop_byte_order_mark());
  // A whole file is there before its end is: whether it was changed is seen when that is read.
  const auto is_all = [&] { return at_end_ || (total_bytes_ && bytes_read_ >= *total_bytes_); };
  while (end_ - begin_ < most && !is_all()) PLUMB_CHECK_RESULT(fill());
  return std::string_view(buffer_.data() + begin_, std::min(most, end_ - begin_));
}

Result<std::string_view> LineReader::next_chunk() {
  PLUMB_CHECK_RESULT(drop_byte_order_mark());
  if (begin_ == end_ && !at_end_) PLUMB_CHECK_RESULT(fill());
  return take(end_ - begin_, 0);
}

Result<void> LineReader::drop_byte_order_mark() {
  if (std::exchange(started_, true)) return {};
  const auto read = [&] { return std::string_view(buffer_.data(), end_); };
  const auto may_begin_a_mark = [&] {
    return std::ranges::any_of(kAllMarks, [&](auto mark) { return mark.starts_with(read()); });
  };
  // A terminal or a pipe may give a byte at a time; stop at the first that differs.
  while (!at_end_ && end_ < kUtf8Mark.size() && may_begin_a_mark()) PLUMB_CHECK_RESULT(fill());
  if (read().starts_with(kUtf8Mark)) begin_ = kUtf8Mark.size();
  return refuse_utf16();
}

Result<void> LineReader::refuse_utf16() const {
  const std::string_view read(buffer_.data(), end_);
  if (!read.starts_with(kUtf16LittleMark) && !read.starts_with(kUtf16BigMark)) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{}:1:1: UTF-16 by its first two bytes; Plumb reads UTF-8: convert it, "
                          "for example by iconv -f UTF-16 -t UTF-8",
                          name_));
}

Result<void> LineReader::fill() {
  make_room();
  PLUMB_TRY(const std::size_t got, source_(std::span(buffer_).subspan(end_)));
  end_ += got;
  bytes_read_ += got;
  at_end_ = got == 0;
  return {};
}

void LineReader::make_room() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ >= kChunkBytes / 2) return;
  // Doubles, but never far past the longest line that may be.
  const std::size_t most = max_line_bytes_ + 2 * kChunkBytes;
  buffer_.resize(
      std::clamp(2 * buffer_.size(), end_ + kChunkBytes, std::max(most, end_ + kChunkBytes)));
}

}  // namespace plumb
