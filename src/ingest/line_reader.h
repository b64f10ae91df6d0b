// Lines of a file, a pipe or the terminal, one at a time, in memory bounded by
// the longest line allowed.
//
// A line ends at LF or CR LF; the last one may lack it. A byte order mark at
// the very start is dropped; one of UTF-16 is refused, because nothing behind it
// would be read right. Everything else, NUL bytes and invalid UTF-8 included, is
// passed on as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace plumb {

struct Line {
  std::string_view bytes;    // without its end; valid until the next call
  std::uint64_t number = 0;  // from 1
  std::string_view end;      // "\n", "\r\n", or empty at the very end
};

class LineReader {
 public:
  static constexpr std::size_t kDefaultMaxLineBytes = 64 * 1024 * 1024;

  // Fills a part of the span and says how many bytes; 0 at the end.
  using Source = std::function<Result<std::size_t>(std::span<char>)>;

  // `path` is a file, or "-" for standard input. Fails with not_found,
  // invalid_input (a directory, no name) or io.
  static Result<LineReader> open(const std::string& path,
                                 std::size_t max_line_bytes = kDefaultMaxLineBytes);

  // `name` is what errors call the source.
  LineReader(std::string name, Source source, std::size_t max_line_bytes = kDefaultMaxLineBytes);

  // The next line, or nothing at the end. A line longer than the limit fails
  // with invalid_input, file and line number; the call after it goes on behind
  // that line. Fails with interrupted when the process was asked to stop while
  // it waited, and with io, also at the end of a regular file that was changed
  // since it was opened: what was read may be neither the old content nor the new.
  // The first call fails with invalid_input where the input is UTF-16.
  Result<std::optional<Line>> next();

  // The first byte behind the byte order mark that is no white space, nothing where
  // there is none among the first 4,096. For looking at the format; call before next().
  Result<std::optional<char>> first_visible_byte();

  // The first bytes behind the byte order mark, `most` of them or all that there are; valid until
  // the next call. For looking at the format; call before next().
  Result<std::string_view> peek(std::size_t most);

  // Whatever is there of the rest, empty at the end; valid until the next call. For formats that
  // know no lines; the limit of lines is not theirs.
  Result<std::string_view> next_chunk();

  const std::string& name() const { return name_; }
  std::uint64_t bytes_read() const { return bytes_read_; }
  // Of a regular file, when it was opened.
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

 private:
  Result<void> fill();
  Result<void> drop_byte_order_mark();
  Result<void> refuse_utf16() const;
  void make_room();
  std::string_view take(std::size_t length, std::size_t end_length);

  std::string name_;
  Source source_;
  std::size_t max_line_bytes_;
  std::optional<std::uint64_t> total_bytes_;

  std::string buffer_;  // holds [begin_, end_) of what was read
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // no LF in [begin_, begin_ + searched_)
  std::uint64_t bytes_read_ = 0;
  std::uint64_t line_number_ = 0;
  bool started_ = false;
  bool at_end_ = false;
  bool skipping_ = false;  // inside a line that was reported as too long
};

}  // namespace plumb
