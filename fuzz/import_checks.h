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

inline void check_imported_results(ImportFormat format, std::string_view bytes, std::size_t chunk) {
  ExecutionReaderOptions options;
  options.import_format = format;
  options.skip_bad = true;
  auto reader = ExecutionReader::from(fuzz_lines(bytes, chunk, kFuzzRecordBytes), options);
  if (!reader) return;
  while (true) {
    const auto next = reader->next();
    if (!next || *next == nullptr) return;
    std::string line;
    append_json_line(line, **next);
    Response again = read_again(line);
    again.line = (*next)->line;
    require(again == **next);
  }
}

inline void check_imported_steps(ImportFormat format, std::string_view bytes, std::size_t chunk) {
  SessionReaderOptions options;
  options.import_format = format;
  options.skip_bad = true;
  auto reader = SessionReader::from(fuzz_lines(bytes, chunk, kFuzzRecordBytes), options);
  if (!reader) return;
  while (true) {
    const auto next = reader->next();
    if (!next || *next == nullptr) return;
    std::string line;
    append_json_line(line, **next);
    SessionReaderOptions native;
    native.format = ExecutionFormat::jsonl;
    auto written = SessionReader::from(fuzz_lines(line, line.size(), 4 * kFuzzRecordBytes), native);
    const auto again = written->next();
    require(again.has_value() && *again != nullptr);
    SessionStep step = **again;
    step.line = (*next)->line;
    require(step == **next);
  }
}

// The first byte chooses the chunk size.
inline void check_import(ImportFormat format, const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = 1 + std::size_t{data[0]};
  check_imported_results(format, bytes, chunk);
  check_imported_steps(format, bytes, chunk);
}

}  // namespace plumb
