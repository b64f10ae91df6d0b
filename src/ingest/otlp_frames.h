// Requests in protobuf as files hold them, one at a time: a bare ExportTraceServiceRequest, or
// several, each behind its length in 4 bytes, as the file exporter of the OpenTelemetry Collector
// writes them (format: proto).
//
// A bare request is cut into its ResourceSpans, so that memory is bounded by the largest of them;
// requests written one behind the other are one request, as protobuf has it. Foreign bytes: a
// length is believed only up to the limit, and memory grows with what was read, not with what a
// length claims.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "ingest/line_reader.h"

namespace plumb {

enum class OtlpFraming : std::uint8_t {
  bare,         // one request
  with_length,  // 4 bytes before each, the highest first
};

// How a file that starts so is framed; none where no span with an id of 16 bytes is seen in it.
std::optional<OtlpFraming> otlp_framing(std::string_view start);

class OtlpFrames {
 public:
  OtlpFrames(LineReader lines, OtlpFraming framing, std::size_t max_bytes)
      : lines_(std::move(lines)), framing_(framing), max_bytes_(max_bytes) {}

  // A request, or a part that is one by itself; nothing at the end. Valid until the next call.
  // Fails with corrupt where the file is cut off or a length cannot be, and like
  // LineReader::next_chunk.
  Result<std::optional<std::string_view>> next();

  // Where the one at hand begins.
  std::uint64_t offset() const { return offset_; }
  const LineReader& lines() const { return lines_; }

 private:
  Result<bool> fill_to(std::size_t size);
  Result<std::string_view> take(std::size_t header, std::uint64_t size);
  std::unexpected<Error> corrupt(std::string_view what) const;

  LineReader lines_;
  OtlpFraming framing_;
  std::size_t max_bytes_;
  std::string buffer_;  // what was read, from begin_ on
  std::size_t begin_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t next_offset_ = 0;
};

}  // namespace plumb
