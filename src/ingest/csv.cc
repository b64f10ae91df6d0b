#include "ingest/csv.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "text/utf8.h"

namespace plumb {

CsvReader::CsvReader(LineReader lines, std::size_t max_record_bytes)
    : lines_(std::move(lines)), max_record_bytes_(max_record_bytes) {}

Result<std::span<const CsvField>> CsvReader::next() {
  in_quotes_ = false;
  extents_.clear();
  fields_.clear();
  do {
    PLUMB_TRY(const bool found, take_line());
    if (!found) return std::span<const CsvField>();
  } while (record_.empty());
  PLUMB_CHECK_RESULT(scan(0));
  while (in_quotes_) {
    // The field goes on in the next line, so the lines are joined with their ends.
    if (record_.data() != joined_.data()) joined_ = record_;
    joined_ += line_end_;
    record_ = joined_;
    const std::size_t from = joined_.size();
    PLUMB_TRY(const bool found, take_line());
    if (!found) {
      return fail(ErrorCode::corrupt,
                  fmt::format("{}: the quote that opens here is never closed; close it, since "
                              "the records behind it cannot be told apart",
                              place(extents_.back().start)));
    }
    PLUMB_CHECK_RESULT(scan(from));
  }
  make_fields();
  return std::span<const CsvField>(fields_);
}

// Reads one more line into record_, behind what is joined already; false at the end.
Result<bool> CsvReader::take_line() {
  auto line = lines_.next();
  if (!line && in_quotes_ && line.error().code == ErrorCode::invalid_input) {
    line.error().code = ErrorCode::corrupt;  // too long, and it may hold the closing quote
  }
  if (!line) return std::unexpected(std::move(line.error()));
  if (!*line) return false;
  std::string_view bytes = (*line)->bytes;
  line_end_ = (*line)->end;
  if (!simdjson::validate_utf8(bytes.data(), bytes.size())) {
    bytes = repaired_ = replace_invalid_utf8(bytes);
  }
  if (!in_quotes_) {
    first_line_ = (*line)->number;
    record_ = bytes;
    return true;
  }
  if (joined_.size() + bytes.size() > max_record_bytes_) {
    return fail(ErrorCode::corrupt,
                fmt::format("{}: the quote that opens here is not closed within {} bytes; close "
                            "it, or raise --max-line-bytes",
                            place(extents_.back().start), max_record_bytes_));
  }
  joined_ += bytes;
  record_ = joined_;
  return true;
}

// Reads the fields of one line, from byte `from` of the record to its end.
Result<void> CsvReader::scan(std::size_t from) {
  std::optional<std::size_t> i = from;
  while (i) {
    if (!in_quotes_ && *i < record_.size() && record_[*i] == '"') {
      extents_.push_back({*i + 1, *i + 1, *i, false});
      in_quotes_ = true;
      ++*i;
    }
    PLUMB_TRY(i, in_quotes_ ? scan_quoted(*i) : scan_unquoted(*i));
  }
  return {};
}

// Where the next field starts; none where the line is read.
Result<std::optional<std::size_t>> CsvReader::scan_unquoted(std::size_t i) {
  const std::size_t stop = std::min(record_.find_first_of(",\"\r", i), record_.size());
  extents_.push_back({i, stop, i, false});
  if (stop == record_.size()) return std::optional<std::size_t>();
  if (record_[stop] == ',') return std::optional(stop + 1);
  return std::unexpected(
      record_[stop] == '"'
          ? bad(stop,
                "a quote stands inside of a field that does not begin with one; quote the whole "
                "field and double the quote")
          : bad(stop,
                "a carriage return stands alone; end lines with LF or CR LF, or quote the field"));
}

// The same for a field of which the opening quote was read.
Result<std::optional<std::size_t>> CsvReader::scan_quoted(std::size_t i) {
  Extent& extent = extents_.back();
  while (true) {
    const std::size_t quote = record_.find('"', i);
    if (quote == std::string_view::npos) return std::optional<std::size_t>();
    const std::size_t behind = quote + 1;
    if (behind < record_.size() && record_[behind] == '"') {
      extent.doubled = true;
      i = behind + 1;
      continue;
    }
    extent.end = quote;
    in_quotes_ = false;
    if (behind == record_.size()) return std::optional<std::size_t>();
    if (record_[behind] == ',') return std::optional(behind + 1);
    return std::unexpected(
        bad(behind,
            "text follows the quote that closes the field; double the quote if it is part of "
            "the text"));
  }
}

void CsvReader::make_fields() {
  unescaped_.clear();
  unescaped_.reserve(record_.size());  // so that views into it stay
  for (const Extent& extent : extents_) {
    std::string_view text = record_.substr(extent.begin, extent.end - extent.begin);
    if (extent.doubled) {
      const std::size_t begin = unescaped_.size();
      for (std::size_t quote = text.find('"'); quote != std::string_view::npos;
           quote = text.find('"')) {
        unescaped_ += text.substr(0, quote + 1);
        text.remove_prefix(quote + 2);
      }
      unescaped_ += text;
      text = std::string_view(unescaped_).substr(begin);
    }
    fields_.push_back({text, extent.start});
  }
}

std::string CsvReader::place(std::size_t offset) const {
  const std::string_view before = record_.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}:{}", lines_.name(),
                     first_line_ + static_cast<std::uint64_t>(std::ranges::count(before, '\n')),
                     1 + count_code_points(before.substr(line_start)));
}

Error CsvReader::bad(std::size_t offset, std::string_view reason) const {
  return {ErrorCode::invalid_input, fmt::format("{}: {}", place(offset), reason)};
}

}  // namespace plumb
