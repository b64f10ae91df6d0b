// What holds for any bytes that are read as another tool's file: the reader ends, and what it gives
// is written in Plumb's own format and reads back equal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/session_reader.h"
#include "record/session_json.h"

namespace plumb {

inline constexpr std::size_t kFuzzRecordBytes = 64 * kFuzzLineBytes;

// The record of a line that Plumb wrote; it must be a good one, and the only one.
template <class Reader, class Options>
auto read_line_again(const std::string& line) {
  Options native;
  native.format = ExecutionFormat::jsonl;
  auto written = Reader::from(fuzz_lines(line, line.size(), 8 * kFuzzRecordBytes), native);
  const auto again = written->next();
  require(again.has_value() && *again != nullptr);
  auto record = **again;
  require(*written->next() == nullptr);
  return record;
}

template <class Reader, class Options>
void check_imported(ImportFormat format, std::string_view bytes, std::size_t chunk) {
  Options options;
  options.import_format = format;
  options.skip_bad = true;
  auto reader = Reader::from(fuzz_lines(bytes, chunk, kFuzzRecordBytes), options);
  if (!reader) return;
  while (true) {
    const auto next = reader->next();
    if (!next || *next == nullptr) return;
    std::string line;
    append_json_line(line, **next);
    auto again = read_line_again<Reader, Options>(line);
    again.line = (*next)->line;
    require(again == **next);
  }
}

// The first byte chooses the chunk size.
inline void check_import(ImportFormat format, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = 1 + std::size_t{data[0]};
  check_imported<ExecutionReader, ExecutionReaderOptions>(format, bytes, chunk);
  check_imported<SessionReader, SessionReaderOptions>(format, bytes, chunk);
}

}  // namespace plumb
