#include "ingest/otlp_frames.h"

#include <fmt/format.h>

#include <utility>

#include "base/protobuf_wire.h"

namespace plumb {
namespace {

using Wire = ProtobufWire;

constexpr std::size_t kLengthBytes = 4;
constexpr std::size_t kTraceIdBytes = 16;
// A tag of at most 5 bytes and a value of at most 10.
constexpr std::size_t kMostHeaderBytes = 15;

std::uint32_t length_at(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(0, kLengthBytes)) {
    value = value << 8 | static_cast<std::uint8_t>(c);
  }
  return value;
}

// A field that may go on behind what is there.
struct SeenField {
  std::uint32_t number = 0;
  Wire wire = Wire::varint;
  std::size_t header = 0;  // bytes of tag and length
  std::uint64_t size = 0;  // bytes of the value
};

std::optional<std::uint64_t> varint_at(std::string_view bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (int i = 0; i < 10 && at < bytes.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[at++]);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << (7 * i);
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// None where there is no field, or too little of it to tell how long it is.
std::optional<SeenField> field_at(std::string_view bytes) {
  SeenField field;
  std::size_t at = 0;
  const auto tag = varint_at(bytes, at);
  if (!tag || *tag > UINT32_MAX || *tag >> 3 == 0) return std::nullopt;
  field.number = static_cast<std::uint32_t>(*tag >> 3);
  field.wire = static_cast<Wire>(*tag & 7);
  field.header = at;
  switch (field.wire) {
    case Wire::varint:
      if (!varint_at(bytes, at)) return std::nullopt;
      field.size = at - field.header;
      return field;
    case Wire::fixed64:
      field.size = 8;
      return field;
    case Wire::fixed32:
      field.size = 4;
      return field;
    case Wire::bytes: {
      const auto size = varint_at(bytes, at);
      if (!size || *size > UINT32_MAX) return std::nullopt;
      field.header = at;
      field.size = *size;
      return field;
    }
  }
  return std::nullopt;  // groups, and what is no wire type
}

// What there is of the first field `number` of a message; none where fields before it are not
// messages, as all of theirs are on the way from a request to a span.
std::optional<std::string_view> first_message(std::string_view message, std::uint32_t number) {
  while (const auto field = field_at(message)) {
    if (field->wire != Wire::bytes) return std::nullopt;
    message.remove_prefix(field->header);
    if (field->number == number) return message.substr(0, field->size);
    if (field->size > message.size()) return std::nullopt;
    message.remove_prefix(static_cast<std::size_t>(field->size));
  }
  return std::nullopt;
}

// Resource spans, scope spans, a span; exporters write its trace id first.
bool holds_a_span(std::string_view request) {
  std::optional<std::string_view> at = request;
  for (const std::uint32_t number : {1U, 2U, 2U}) {
    if (at) at = first_message(*at, number);
  }
  if (!at) return false;
  const auto id = field_at(*at);
  return id && id->number == 1 && id->wire == Wire::bytes && id->size == kTraceIdBytes;
}

}  // namespace

std::optional<OtlpFraming> otlp_framing(std::string_view start) {
  if (holds_a_span(start)) return OtlpFraming::bare;
  if (start.size() <= kLengthBytes) return std::nullopt;
  const std::uint32_t length = length_at(start);
  if (holds_a_span(start.substr(kLengthBytes, length))) return OtlpFraming::with_length;
  return std::nullopt;
}

// Whether so many bytes are there now; false where the file ends before.
Result<bool> OtlpFrames::fill_to(std::size_t size) {
  while (buffer_.size() - begin_ < size) {
    PLUMB_TRY(const std::string_view chunk, lines_.next_chunk());
    if (chunk.empty()) return false;
    buffer_.erase(0, std::exchange(begin_, 0));
    buffer_ += chunk;
  }
  return true;
}

std::unexpected<Error> OtlpFrames::corrupt(std::string_view what) const {
  return fail(ErrorCode::corrupt, fmt::format("{}: at byte {}: {}", lines_.name(), offset_, what));
}

// `size` bytes behind a header, which stays with a part of a bare request.
Result<std::string_view> OtlpFrames::take(std::size_t header, std::uint64_t size) {
  if (size > max_bytes_) {
    return corrupt(
        fmt::format("a message claims {} bytes, and at most {} are read; the file is "
                    "damaged, or raise --max-line-bytes",
                    size, max_bytes_));
  }
  const std::size_t whole = header + static_cast<std::size_t>(size);
  PLUMB_TRY(const bool is_there, fill_to(whole));
  if (!is_there) {
    return corrupt(fmt::format("the file ends inside of a message of {} bytes", size));
  }
  const std::string_view taken = std::string_view(buffer_).substr(begin_, whole);
  begin_ += whole;
  next_offset_ += whole;
  return framing_ == OtlpFraming::bare ? taken : taken.substr(header);
}

Result<std::optional<std::string_view>> OtlpFrames::next() {
  offset_ = next_offset_;
  PLUMB_CHECK_RESULT(fill_to(kMostHeaderBytes));
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  if (rest.empty()) return std::optional<std::string_view>();
  if (framing_ == OtlpFraming::with_length) {
    if (rest.size() < kLengthBytes) return corrupt("the file ends inside of a length");
    PLUMB_TRY(const std::string_view request, take(kLengthBytes, length_at(rest)));
    return std::optional(request);
  }
  const auto field = field_at(rest);
  if (!field) return corrupt("there is no field of an ExportTraceServiceRequest in protobuf");
  PLUMB_TRY(const std::string_view part, take(field->header, field->size));
  return std::optional(part);
}

}  // namespace plumb
