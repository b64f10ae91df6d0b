#include "ingest/gzip_lines.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace plumb {
namespace {

// A source of LineReader: all members, one behind the other, and padding behind the last.
class Unpacking {
 public:
  Unpacking(LineReader packed, const GunzipLimits& limits)
      : packed_(std::move(packed)), limits_(limits) {}
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;
  ~Unpacking() { inflateEnd(&stream_); }

  Result<void> start() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK) return {};
    return fail(ErrorCode::io, "zlib could not start: out of memory");
  }

  // Fills a part of the span; 0 at the end.
  Result<std::size_t> read(std::span<char> out) {
    while (true) {
      PLUMB_CHECK_RESULT(feed());
      if (between_members_ && !begin_member()) {
        if (at_end_) return std::size_t{0};
        continue;
      }
      PLUMB_TRY(const std::size_t made, inflate_some(out));
      if (made > 0) return made;
    }
  }

 private:
  Result<void> feed() {
    if (stream_.avail_in > 0 || at_end_) return {};
    PLUMB_TRY(const std::string_view chunk, packed_.next_chunk());
    at_end_ = chunk.empty();
    // zlib does not write through next_in; its type is older than const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(chunk.data()));
    stream_.avail_in = static_cast<uInt>(chunk.size());
    return {};
  }

  // Behind padding; false where there is none yet.
  bool begin_member() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    if (stream_.avail_in == 0) return false;
    between_members_ = false;
    return inflateReset(&stream_) == Z_OK;
  }

  Result<std::size_t> inflate_some(std::span<char> out) {
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(std::min(out.size(), kMost));
    const uInt room = stream_.avail_out;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    const std::size_t made = room - stream_.avail_out;
    made_ += made;
    PLUMB_CHECK_RESULT(check_limits());
    if (status == Z_STREAM_END) {
      between_members_ = true;
    } else if (status == Z_BUF_ERROR && at_end_) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{}: the gzip stream is cut off; get the whole file", name()));
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{}: the gzip stream is damaged, or followed by something else, at "
                              "byte {}",
                              name(), consumed()));
    }
    return made;
  }

  Result<void> check_limits() const {
    const bool is_bomb = made_ > limits_.free_bytes &&
                         made_ / limits_.most_ratio > std::max<std::uint64_t>(1, consumed());
    if (made_ <= limits_.most_bytes && !is_bomb) return {};
    return fail(ErrorCode::unsupported,
                fmt::format("{}: {} bytes of gzip unpack to {} and more; at most {} bytes and {} "
                            "times their size are read. Where that is right, unpack it first",
                            name(), consumed(), made_, limits_.most_bytes, limits_.most_ratio));
  }

  const std::string& name() const { return packed_.name(); }
  std::uint64_t consumed() const { return packed_.bytes_read() - stream_.avail_in; }

  LineReader packed_;
  GunzipLimits limits_;
  z_stream stream_{};
  bool at_end_ = false;           // of what is packed
  bool between_members_ = false;  // behind one; the first begins at once
  std::uint64_t made_ = 0;
};

}  // namespace

Result<LineReader> unpacked(LineReader lines, std::size_t max_line_bytes,
                            const GunzipLimits& limits) {
  PLUMB_TRY(const std::string_view start, lines.peek(kGzipMagic.size()));
  if (start != kGzipMagic) return lines;
  const std::string name = lines.name();
  const auto unpacking = std::make_shared<Unpacking>(std::move(lines), limits);
  PLUMB_CHECK_RESULT(unpacking->start());
  return LineReader(
      name, [unpacking](std::span<char> out) { return unpacking->read(out); }, max_line_bytes);
}

}  // namespace plumb
