// Foreign bytes through the line reader and the JSON field. The first byte
// chooses the chunk size and the format.
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ingest/text_source.h"

namespace {

constexpr std::size_t kMaxLineBytes = 4096;

void require(bool fact) {
  if (!fact) std::abort();
}

plumb::LineReader reader_of(std::string_view bytes, std::size_t chunk) {
  return plumb::LineReader(
      "fuzz",
      [bytes, chunk](std::span<char> out) mutable -> plumb::Result<std::size_t> {
        const std::size_t count = std::min({chunk, out.size(), bytes.size()});
        std::copy_n(bytes.data(), count, out.data());
        bytes.remove_prefix(count);
        return count;
      },
      kMaxLineBytes);
}

// What was read, in a form that shows any difference.
std::string transcript(std::string_view bytes, std::size_t chunk, plumb::TextFormat format) {
  plumb::TextSourceOptions options;
  options.format = format;
  auto source = plumb::TextSource::from(reader_of(bytes, chunk), options);
  std::string seen;
  while (true) {
    const auto record = source->next();
    if (!record) {
      require(record.error().message.starts_with("fuzz:"));
      seen += record.error().message + '\n';
      continue;
    }
    if (!*record) return seen;
    const auto& [text, id, line, pair] = **record;
    require(!pair);                             // its field was not asked for
    require(text.size() <= 3 * kMaxLineBytes);  // a bad byte becomes three
    if (format == plumb::TextFormat::jsonl) {
      require(simdjson::validate_utf8(text.data(), text.size()));
      require(id.empty() || id.front() == '-' || (id.front() >= '0' && id.front() <= '9') ||
              (id.size() >= 2 && id.front() == '"' && id.back() == '"'));
    }
    seen += std::to_string(line) + ' ' + std::string(id) + ' ' + std::string(text) + '\n';
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto format = (data[0] & 1) != 0 ? plumb::TextFormat::jsonl : plumb::TextFormat::lines;
  const std::size_t chunk = 1 + static_cast<std::size_t>(data[0] >> 1);
  require(transcript(bytes, chunk, format) == transcript(bytes, bytes.size() + 1, format));
  return 0;
}
