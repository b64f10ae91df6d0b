// Records of a CSV file, one at a time, as RFC 4180 has them: fields between
// commas, quoted where they hold commas, quotes (doubled) or line ends.
//
// Lines may end in LF or CR LF; a byte order mark is dropped; lines with nothing
// on them are skipped. What the RFC does not allow is reported where it stands,
// not guessed at. Invalid UTF-8 becomes U+FFFD. Memory is bounded by the longest
// record allowed. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/line_reader.h"

namespace plumb {

struct CsvField {
  std::string_view text;   // without its quotes; valid until the next record
  std::size_t offset = 0;  // where it starts in its record
};

class CsvReader {
 public:
  explicit CsvReader(LineReader lines,
                     std::size_t max_record_bytes = LineReader::kDefaultMaxLineBytes);

  // The fields of the next record, at least one; none at the end. A stray quote
  // fails with invalid_input and `file:line:column: reason`, and the call after
  // it goes on behind that line. A quote that is not closed, or not within
  // max_record_bytes, fails with corrupt: where the next record starts is not known.
  Result<std::span<const CsvField>> next();

  std::uint64_t line() const { return first_line_; }  // where the record starts, from 1
  // "file:line:column" of a byte of the record at hand.
  std::string place(std::size_t offset) const;
  const LineReader& lines() const { return lines_; }

 private:
  struct Extent {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t start = 0;  // of the field with its quote
    bool doubled = false;   // holds "" that stands for one quote
  };

  Result<bool> take_line();
  Result<void> scan(std::size_t from);
  Result<std::optional<std::size_t>> scan_unquoted(std::size_t i);
  Result<std::optional<std::size_t>> scan_quoted(std::size_t i);
  void make_fields();
  Error bad(std::size_t offset, std::string_view reason) const;

  LineReader lines_;
  std::size_t max_record_bytes_;
  std::uint64_t first_line_ = 0;

  std::string_view record_;    // the lines at hand: the reader's own bytes, or joined_
  std::string_view line_end_;  // of the last of them
  std::string joined_;
  std::string repaired_;
  std::string unescaped_;
  bool in_quotes_ = false;  // the last extent goes on in the next line
  std::vector<Extent> extents_;
  std::vector<CsvField> fields_;
};

}  // namespace plumb
