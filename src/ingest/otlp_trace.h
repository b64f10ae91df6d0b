// Traces as OTLP carries them: the bytes of an ExportTraceServiceRequest (opentelemetry-proto 1.x),
// protobuf or JSON, as spans.
//
// Both encodings give the same spans. Fields that are not known are skipped, and so is what Plumb
// has no use for (links, trace state, counts of what was dropped). Bytes of a text that are not
// UTF-8 become U+FFFD: a text that was cut inside of a letter does not cost a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

enum class OtlpKind : std::uint8_t { none, text, boolean, integer, real, bytes, list, map };

// AnyValue, and KeyValue where it has a key.
struct OtlpValue {
  std::string_view key{};  // of an attribute or a map's member
  OtlpKind kind = OtlpKind::none;
  std::int64_t integer = 0;  // a boolean too: 0 or 1
  double real = 0;
  std::string_view text{};         // of text and of bytes
  std::vector<OtlpValue> items{};  // of a list or a map

  friend bool operator==(const OtlpValue&, const OtlpValue&) = default;
};
using OtlpAttributes = std::vector<OtlpValue>;

// The last attribute of that name; nullptr where there is none.
const OtlpValue* find_attribute(const OtlpAttributes& attributes, std::string_view key);

// The value as JSON; bytes, and numbers that are not finite, are null.
std::string to_json(const OtlpValue& value);

struct OtlpEvent {
  std::uint64_t time = 0;  // nanoseconds since 1970, as all times here
  std::string_view name;
  OtlpAttributes attributes;

  friend bool operator==(const OtlpEvent&, const OtlpEvent&) = default;
};

enum class OtlpStatus : std::uint8_t { unset = 0, ok = 1, error = 2 };

struct OtlpSpan {
  std::string trace_id;        // 32 hexadecimal digits, in lower case; never all zero
  std::string span_id;         // 16 of them
  std::string parent_span_id;  // likewise, or empty
  std::string_view name;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  OtlpAttributes attributes;
  std::vector<OtlpEvent> events;
  OtlpStatus status = OtlpStatus::unset;
  std::string_view status_message;
  std::string_view scope;    // who made it: the instrumentation's name
  std::size_t resource = 0;  // its place in OtlpTraces::resources

  friend bool operator==(const OtlpSpan&, const OtlpSpan&) = default;
};

// Memory is a small multiple of these, whatever the bytes claim.
struct OtlpLimits {
  std::size_t most_items = 1'000'000;  // resources, spans, events and values together
  int deepest_value = 32;              // lists and maps inside of each other
  // Of the JSON encoding, whose values take memory before anything is known of them: four for an
  // attribute, so that a body is read in some 100 MB whatever it holds.
  std::size_t most_json_values = 1'500'000;
};

struct OtlpTraces {
  std::vector<OtlpAttributes> resources;
  std::vector<OtlpSpan> spans;
  std::size_t rejected = 0;    // spans whose ids or times cannot be
  std::string first_rejected;  // a sentence on the first of them

  // Texts that had to be changed or decoded, and what else the views above refer to.
  std::deque<std::string> texts;
  std::shared_ptr<const void> document;
};

// Refers to `bytes`, which must outlive what is returned. Fails with invalid_input where they are
// no such message, and with unsupported past a limit.
Result<OtlpTraces> read_otlp_protobuf(std::string_view bytes, const OtlpLimits& limits = {});

// The same of the JSON encoding: ids in hexadecimal, 64-bit numbers as text or as numbers, enums
// by number or name, members in lowerCamelCase or as the protobuf spells them. Copies `json`.
Result<OtlpTraces> read_otlp_json(std::string_view json, const OtlpLimits& limits = {});

}  // namespace plumb
