// What every fuzz target of the execution formats asks for.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/execution_reader.h"
#include "record/execution_json.h"

namespace plumb {

inline constexpr std::size_t kFuzzLineBytes = 4096;

inline void require(bool fact) {
  if (!fact) std::abort();
}

inline LineReader fuzz_lines(std::string_view bytes, std::size_t chunk,
                             std::size_t max_line_bytes = kFuzzLineBytes) {
  return LineReader(
      "fuzz",
      [bytes, chunk](std::span<char> out) mutable -> Result<std::size_t> {
        const std::size_t count = std::min({chunk, out.size(), bytes.size()});
        std::copy_n(bytes.data(), count, out.data());
        bytes.remove_prefix(count);
        return count;
      },
      max_line_bytes);
}

// The result of a line that Plumb wrote; it must be a good one.
inline Response read_again(const std::string& line) {
  ExecutionReaderOptions options;
  options.format = ExecutionFormat::jsonl;
  auto reader = ExecutionReader::from(fuzz_lines(line, line.size(), 512 * kFuzzLineBytes), options);
  const auto again = reader->next();
  require(again.has_value() && *again != nullptr);
  Response response = **again;
  require(*reader->next() == nullptr);
  return response;
}

inline void check_execution_round_trip(std::string_view bytes, std::size_t chunk,
                                       ExecutionFormat format) {
  ExecutionReaderOptions options;
  options.format = format;
  auto reader = ExecutionReader::from(fuzz_lines(bytes, chunk), options);
  if (!reader) return;
  while (true) {
    const auto next = reader->next();
    if (!next) {
      require(next.error().message.starts_with("fuzz:"));
      if (next.error().code != ErrorCode::invalid_input) return;
      continue;
    }
    if (*next == nullptr) return;
    std::string line;
    append_json_line(line, **next);
    require(line.find('\n') + 1 == line.size());
    Response again = read_again(line);
    again.line = (*next)->line;
    require(again == **next);
  }
}

}  // namespace plumb
