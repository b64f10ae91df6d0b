// A LineReader over bytes in memory that come `chunk` at a time.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "ingest/line_reader.h"

namespace plumb {

inline LineReader memory_lines(std::string_view bytes, std::size_t chunk = 7,
                               std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes,
                               std::string name = "memory") {
  auto rest = std::make_shared<std::string>(bytes);
  return LineReader(
      std::move(name),
      [rest, chunk](std::span<char> out) -> Result<std::size_t> {
        const std::size_t count = std::min({chunk, out.size(), rest->size()});
        std::copy_n(rest->data(), count, out.data());
        rest->erase(0, count);
        return count;
      },
      max_line_bytes);
}

}  // namespace plumb
