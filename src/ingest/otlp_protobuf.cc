// Numbers of fields are those of opentelemetry-proto: collector/trace/v1, trace/v1, resource/v1,
// common/v1. As in every protobuf parser, a message that comes twice is merged, of other fields the
// last counts, and a field of another wire type than its own is one that is not known.
#include <bit>

#include "base/protobuf_wire.h"
#include "ingest/otlp_intake.h"

namespace plumb {
namespace {

using Wire = ProtobufWire;

std::unexpected<Error> broken() {
  return fail(ErrorCode::invalid_input,
              "the body is cut off, or is no ExportTraceServiceRequest in protobuf");
}

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

class ProtobufReader {
 public:
  explicit ProtobufReader(const OtlpLimits& limits) : intake_(limits) {}

  Result<OtlpTraces> read(std::string_view request) {
    PLUMB_CHECK_RESULT(each_field(request, [&](const ProtobufField& field) -> Result<void> {
      return field.is(1, Wire::bytes) ? read_resource_spans(field.bytes) : Result<void>();
    }));
    return std::move(intake_.traces());
  }

 private:
  // `take` is a Result<void>(const ProtobufField&).
  template <class Take>
  static Result<void> each_field(std::string_view message, const Take& take) {
    ProtobufFields fields(message);
    while (const auto field = fields.next()) PLUMB_CHECK_RESULT(take(*field));
    if (fields.broken()) return broken();
    return {};
  }

  Result<void> read_resource_spans(std::string_view message) {
    PLUMB_CHECK_RESULT(intake_.count());
    const std::size_t resource = intake_.traces().resources.size();
    intake_.traces().resources.emplace_back();
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(1, Wire::bytes)) {
        return read_attributes(field.bytes, 1, intake_.traces().resources[resource]);
      }
      if (field.is(2, Wire::bytes)) return read_scope_spans(field.bytes, resource);
      return {};
    });
  }

  Result<void> read_scope_spans(std::string_view message, std::size_t resource) {
    const std::size_t first = intake_.traces().spans.size();
    std::string_view scope;
    PLUMB_CHECK_RESULT(each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(1, Wire::bytes)) return read_scope(field.bytes, scope);
      if (field.is(2, Wire::bytes)) return read_span(field.bytes, resource);
      return {};
    }));
    auto& spans = intake_.traces().spans;
    for (std::size_t i = first; i < spans.size(); ++i) spans[i].scope = scope;
    return {};
  }

  Result<void> read_scope(std::string_view message, std::string_view& name) {
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(1, Wire::bytes)) name = intake_.text(field.bytes);
      return {};
    });
  }

  Result<void> read_span(std::string_view message, std::size_t resource) {
    PLUMB_CHECK_RESULT(intake_.count());
    OtlpSpan span;
    span.resource = resource;
    PLUMB_CHECK_RESULT(each_field(
        message, [&](const ProtobufField& field) { return read_span_field(field, span); }));
    intake_.take(std::move(span));
    return {};
  }

  Result<void> read_span_field(const ProtobufField& field, OtlpSpan& span) {
    if (field.is(1, Wire::bytes)) span.trace_id = hex_of(field.bytes);
    if (field.is(2, Wire::bytes)) span.span_id = hex_of(field.bytes);
    if (field.is(4, Wire::bytes)) span.parent_span_id = hex_of(field.bytes);
    if (field.is(5, Wire::bytes)) span.name = intake_.text(field.bytes);
    if (field.is(7, Wire::fixed64)) span.start = field.value;
    if (field.is(8, Wire::fixed64)) span.end = field.value;
    if (field.is(9, Wire::bytes)) return read_key_value(field.bytes, 0, span.attributes);
    if (field.is(11, Wire::bytes)) return read_event(field.bytes, span.events);
    if (field.is(15, Wire::bytes)) return read_status(field.bytes, span);
    return {};
  }

  Result<void> read_event(std::string_view message, std::vector<OtlpEvent>& events) {
    PLUMB_CHECK_RESULT(intake_.count());
    OtlpEvent& event = events.emplace_back();
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(1, Wire::fixed64)) event.time = field.value;
      if (field.is(2, Wire::bytes)) event.name = intake_.text(field.bytes);
      if (field.is(3, Wire::bytes)) return read_key_value(field.bytes, 0, event.attributes);
      return {};
    });
  }

  Result<void> read_status(std::string_view message, OtlpSpan& span) {
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(2, Wire::bytes)) span.status_message = intake_.text(field.bytes);
      if (field.is(3, Wire::varint)) {
        const auto code = static_cast<std::uint32_t>(field.value);
        span.status = code <= 2 ? static_cast<OtlpStatus>(code) : OtlpStatus::unset;
      }
      return {};
    });
  }

  // The KeyValues of a message, under the number that they have there.
  Result<void> read_attributes(std::string_view message, std::uint32_t number,
                               OtlpAttributes& attributes, int depth = 0) {
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      return field.is(number, Wire::bytes) ? read_key_value(field.bytes, depth, attributes)
                                           : Result<void>();
    });
  }

  Result<void> read_key_value(std::string_view message, int depth, OtlpAttributes& attributes) {
    PLUMB_CHECK_RESULT(intake_.count());
    OtlpValue& value = attributes.emplace_back();
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (field.is(1, Wire::bytes)) value.key = intake_.text(field.bytes);
      if (field.is(2, Wire::bytes)) return read_value(field.bytes, depth, value);
      return {};
    });
  }

  // One of several: another kind replaces what was there, the same kind of message is merged.
  static void become(OtlpValue& value, OtlpKind kind) {
    if (value.kind == kind && (kind == OtlpKind::list || kind == OtlpKind::map)) return;
    const std::string_view key = value.key;
    value = OtlpValue{};
    value.key = key;
    value.kind = kind;
  }

  Result<void> read_value(std::string_view message, int depth, OtlpValue& value) {
    PLUMB_CHECK_RESULT(intake_.check_depth(depth));
    return each_field(
        message, [&](const ProtobufField& field) { return read_value_field(field, depth, value); });
  }

  Result<void> read_value_field(const ProtobufField& field, int depth, OtlpValue& value) {
    if (field.is(1, Wire::bytes)) {
      become(value, OtlpKind::text);
      value.text = intake_.text(field.bytes);
    } else if (field.is(2, Wire::varint)) {
      become(value, OtlpKind::boolean);
      value.integer = field.value != 0 ? 1 : 0;
    } else if (field.is(3, Wire::varint)) {
      become(value, OtlpKind::integer);
      value.integer = static_cast<std::int64_t>(field.value);
    } else if (field.is(4, Wire::fixed64)) {
      become(value, OtlpKind::real);
      value.real = std::bit_cast<double>(field.value);
    } else if (field.is(5, Wire::bytes)) {
      become(value, OtlpKind::list);
      return read_list(field.bytes, depth + 1, value.items);
    } else if (field.is(6, Wire::bytes)) {
      become(value, OtlpKind::map);
      return read_attributes(field.bytes, 1, value.items, depth + 1);
    } else if (field.is(7, Wire::bytes)) {
      become(value, OtlpKind::bytes);
      value.text = field.bytes;
    }
    return {};
  }

  Result<void> read_list(std::string_view message, int depth, std::vector<OtlpValue>& items) {
    return each_field(message, [&](const ProtobufField& field) -> Result<void> {
      if (!field.is(1, Wire::bytes)) return {};
      PLUMB_CHECK_RESULT(intake_.count());
      return read_value(field.bytes, depth, items.emplace_back());
    });
  }

  OtlpIntake intake_;
};

}  // namespace

Result<OtlpTraces> read_otlp_protobuf(std::string_view bytes, const OtlpLimits& limits) {
  return ProtobufReader(limits).read(bytes);
}

}  // namespace plumb
