// The JSON encoding of OTLP: protobuf's own, but for ids, which are hexadecimal.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "ingest/execution_fields.h"
#include "ingest/json_line.h"
#include "ingest/otlp_intake.h"
#include "text/base64.h"

namespace plumb {
namespace {

// Members of resource spans, scope spans, spans and events around a value, then three levels of
// JSON (value, list, items) for each level of an attribute.
constexpr int kLevelsAroundAValue = 16;
constexpr int kLevelsOfAValue = 4;

// Whether a key is the name, which is in lowerCamelCase, or the same in snake_case.
bool is_name(std::string_view key, std::string_view name) {
  std::size_t at = 0;
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool snake = is_upper && at < key.size() && key[at] == '_';
    const char wanted = snake ? static_cast<char>(c - 'A' + 'a') : c;
    if (snake) ++at;
    if (at >= key.size() || key[at] != wanted) return false;
    ++at;
  }
  return at == key.size();
}

class JsonReader {
 public:
  explicit JsonReader(const OtlpLimits& limits)
      : intake_(limits),
        parser_(std::make_shared<JsonLineParser>(
            JsonWanted{.paths = {},
                       .depth = kLevelsAroundAValue + kLevelsOfAValue * limits.deepest_value,
                       .most_kept = limits.most_json_values})) {}

  Result<OtlpTraces> read(std::string_view json) {
    if (const auto parsed = parser_->parse_value(json); !parsed) return wrong(parsed.error());
    const JsonNode& root = parser_->nodes().front();
    if (!root.is(JsonKind::object)) return wrong_type(root, "the request", "an object");
    PLUMB_CHECK_RESULT(each_member(root, [&](const JsonNode& member) -> Result<void> {
      if (!is_name(member.key, "resourceSpans")) return {};
      return each_item(member, [&](const JsonNode& item) { return read_resource_spans(item); });
    }));
    intake_.traces().document = parser_;
    return std::move(intake_.traces());
  }

 private:
  static std::unexpected<Error> wrong(const JsonProblem& problem) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the body is no OTLP JSON: at character {}, {}", problem.column,
                            problem.reason));
  }

  std::unexpected<Error> wrong_type(const JsonNode& node, std::string_view name,
                                    std::string_view expected) const {
    return wrong(parser_->problem(
        node, fmt::format("\"{}\" is {}, not {}", name, shown(node.raw), expected)));
  }

  // `take` is a Result<void>(const JsonNode&); null is the same as absent.
  template <class Take>
  Result<void> each_child(const JsonNode& parent, const Take& take) const {
    Result<void> done;
    parser_->for_each_child(parent, [&](const JsonNode& child) {
      if (!child.is(JsonKind::null)) done = take(child);
      return done.has_value();
    });
    return done;
  }
  template <class Take>
  Result<void> each_member(const JsonNode& object, const Take& take) const {
    if (!object.is(JsonKind::object)) return wrong_type(object, object.key, "an object");
    return each_child(object, take);
  }
  template <class Take>
  Result<void> each_item(const JsonNode& array, const Take& take) const {
    if (!array.is(JsonKind::array)) return wrong_type(array, array.key, "an array");
    return each_child(array, take);
  }

  Result<std::string_view> text(const JsonNode& node) const {
    if (!node.is(JsonKind::string)) return wrong_type(node, node.key, "text");
    return node.text;
  }

  // In any case; other lengths and letters are seen when the span is taken.
  Result<std::string> id(const JsonNode& node) const {
    PLUMB_TRY(const std::string_view digits, text(node));
    std::string lower(digits.substr(0, 2 * kTraceIdDigits));
    for (char& c : lower) {
      if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
  }

  // One that is spelled 7.0 or 7e3, as ProtoJSON allows.
  template <class Number>
  static std::optional<Number> whole_number(const JsonNode& node) {
    double value = 0;
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, error] = std::from_chars(node.text.data(), end, value);
    if (!node.is(JsonKind::number) || error != std::errc() || stop != end) return std::nullopt;
    if (node.text.find_first_of(".eE") == std::string_view::npos) return std::nullopt;  // too large
    constexpr auto kLowest = static_cast<double>(std::numeric_limits<Number>::min());
    constexpr double kBeyond =
        2.0 * static_cast<double>(std::numeric_limits<Number>::max() / 2 + 1);
    if (value != std::floor(value) || value < kLowest || value >= kBeyond) return std::nullopt;
    return static_cast<Number>(value);
  }

  // A number, or text that spells one.
  template <class Number>
  Result<Number> number(const JsonNode& node) const {
    Number value{};
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, error] = std::from_chars(node.text.data(), end, value);
    const bool spelled = node.is(JsonKind::number) || node.is(JsonKind::string);
    if (spelled && error == std::errc() && stop == end) return value;
    if constexpr (!std::is_floating_point_v<Number>) {
      if (const auto whole = whole_number<Number>(node)) return *whole;
    }
    return wrong_type(
        node, node.key,
        std::is_floating_point_v<Number> ? "a number that 64 bits can hold" : "a whole number");
  }

  Result<double> real(const JsonNode& node) const {
    if (node.is(JsonKind::string)) {  // protobuf's spelling of what JSON cannot hold
      if (node.text == "NaN") return std::numeric_limits<double>::quiet_NaN();
      if (node.text == "Infinity") return std::numeric_limits<double>::infinity();
      if (node.text == "-Infinity") return -std::numeric_limits<double>::infinity();
    }
    PLUMB_TRY(const double value, number<double>(node));
    if (!std::isfinite(value)) return wrong_type(node, node.key, "a number");
    return value;
  }

  Result<bool> boolean(const JsonNode& node) const {
    if (!node.is(JsonKind::boolean)) {
      return wrong_type(node, node.key, "true or false");
    }
    return node.text == "true";
  }

  Result<void> read_resource_spans(const JsonNode& node) {
    PLUMB_CHECK_RESULT(intake_.count());
    const std::size_t resource = intake_.traces().resources.size();
    intake_.traces().resources.emplace_back();
    return each_member(node, [&](const JsonNode& member) -> Result<void> {
      if (is_name(member.key, "resource")) {
        return each_member(member, [&](const JsonNode& part) -> Result<void> {
          if (part.key != "attributes") return {};
          return read_attributes(part, 0, intake_.traces().resources[resource]);
        });
      }
      if (!is_name(member.key, "scopeSpans")) return {};
      return each_item(member,
                       [&](const JsonNode& item) { return read_scope_spans(item, resource); });
    });
  }

  Result<void> read_scope_spans(const JsonNode& node, std::size_t resource) {
    const std::size_t first = intake_.traces().spans.size();
    std::string_view scope;
    PLUMB_CHECK_RESULT(each_member(node, [&](const JsonNode& member) -> Result<void> {
      if (member.key == "scope") {
        return each_member(member, [&](const JsonNode& part) -> Result<void> {
          if (part.key != "name") return {};
          PLUMB_TRY(scope, text(part));
          return {};
        });
      }
      if (member.key != "spans") return {};
      return each_item(member, [&](const JsonNode& item) { return read_span(item, resource); });
    }));
    auto& spans = intake_.traces().spans;
    for (std::size_t i = first; i < spans.size(); ++i) spans[i].scope = scope;
    return {};
  }

  Result<void> read_span(const JsonNode& node, std::size_t resource) {
    PLUMB_CHECK_RESULT(intake_.count());
    OtlpSpan span;
    span.resource = resource;
    PLUMB_CHECK_RESULT(
        each_member(node, [&](const JsonNode& member) { return read_span_member(member, span); }));
    intake_.take(std::move(span));
    return {};
  }

  Result<void> read_span_member(const JsonNode& node, OtlpSpan& span) {
    if (is_name(node.key, "traceId")) {
      PLUMB_TRY(span.trace_id, id(node));
    } else if (is_name(node.key, "spanId")) {
      PLUMB_TRY(span.span_id, id(node));
    } else if (is_name(node.key, "parentSpanId")) {
      PLUMB_TRY(span.parent_span_id, id(node));
    } else if (node.key == "name") {
      PLUMB_TRY(span.name, text(node));
    } else if (is_name(node.key, "startTimeUnixNano")) {
      PLUMB_TRY(span.start, number<std::uint64_t>(node));
    } else if (is_name(node.key, "endTimeUnixNano")) {
      PLUMB_TRY(span.end, number<std::uint64_t>(node));
    } else if (node.key == "attributes") {
      return read_attributes(node, 0, span.attributes);
    } else if (node.key == "events") {
      return each_item(node, [&](const JsonNode& item) { return read_event(item, span.events); });
    } else if (node.key == "status") {
      return read_status(node, span);
    }
    return {};
  }

  Result<void> read_event(const JsonNode& node, std::vector<OtlpEvent>& events) {
    PLUMB_CHECK_RESULT(intake_.count());
    OtlpEvent& event = events.emplace_back();
    return each_member(node, [&](const JsonNode& member) -> Result<void> {
      if (is_name(member.key, "timeUnixNano")) {
        PLUMB_TRY(event.time, number<std::uint64_t>(member));
      } else if (member.key == "name") {
        PLUMB_TRY(event.name, text(member));
      } else if (member.key == "attributes") {
        return read_attributes(member, 0, event.attributes);
      }
      return {};
    });
  }

  Result<void> read_status(const JsonNode& node, OtlpSpan& span) {
    return each_member(node, [&](const JsonNode& member) -> Result<void> {
      if (member.key == "message") {
        PLUMB_TRY(span.status_message, text(member));
      } else if (member.key == "code") {
        const bool is_error = member.text == "STATUS_CODE_ERROR" || member.text == "2";
        const bool is_ok = member.text == "STATUS_CODE_OK" || member.text == "1";
        span.status = is_error ? OtlpStatus::error : is_ok ? OtlpStatus::ok : OtlpStatus::unset;
      }
      return {};
    });
  }

  Result<void> read_attributes(const JsonNode& node, int depth, OtlpAttributes& attributes) {
    return each_item(node, [&](const JsonNode& item) -> Result<void> {
      PLUMB_CHECK_RESULT(intake_.count());
      OtlpValue& value = attributes.emplace_back();
      return each_member(item, [&](const JsonNode& member) -> Result<void> {
        if (member.key == "key") {
          PLUMB_TRY(value.key, text(member));
        } else if (member.key == "value") {
          return read_value(member, depth, value);
        }
        return {};
      });
    });
  }

  Result<void> read_value(const JsonNode& node, int depth, OtlpValue& value) {
    PLUMB_CHECK_RESULT(intake_.check_depth(depth));
    return each_member(
        node, [&](const JsonNode& member) { return read_value_member(member, depth, value); });
  }

  // A second kind in one value, which no exporter writes, replaces the first.
  Result<void> read_value_member(const JsonNode& node, int depth, OtlpValue& value) {
    value = OtlpValue{.key = value.key};
    if (is_name(node.key, "stringValue")) {
      PLUMB_TRY(value.text, text(node));
      value.kind = OtlpKind::text;
    } else if (is_name(node.key, "boolValue")) {
      PLUMB_TRY(const bool flag, boolean(node));
      value.integer = flag ? 1 : 0;
      value.kind = OtlpKind::boolean;
    } else if (is_name(node.key, "intValue")) {
      PLUMB_TRY(value.integer, number<std::int64_t>(node));
      value.kind = OtlpKind::integer;
    } else if (is_name(node.key, "doubleValue")) {
      PLUMB_TRY(value.real, real(node));
      value.kind = OtlpKind::real;
    } else if (is_name(node.key, "bytesValue")) {
      return read_bytes(node, value);
    } else if (is_name(node.key, "arrayValue")) {
      value.kind = OtlpKind::list;
      return each_value_list(node, [&](const JsonNode& items) {
        return each_item(items, [&](const JsonNode& item) -> Result<void> {
          PLUMB_CHECK_RESULT(intake_.count());
          return read_value(item, depth + 1, value.items.emplace_back());
        });
      });
    } else if (is_name(node.key, "kvlistValue")) {
      value.kind = OtlpKind::map;
      return each_value_list(node, [&](const JsonNode& items) {
        return read_attributes(items, depth + 1, value.items);
      });
    }
    return {};
  }

  // The member "values" of an array or a map.
  template <class Take>
  Result<void> each_value_list(const JsonNode& node, const Take& take) const {
    return each_member(node, [&](const JsonNode& member) -> Result<void> {
      return member.key == "values" ? take(member) : Result<void>();
    });
  }

  Result<void> read_bytes(const JsonNode& node, OtlpValue& value) {
    PLUMB_TRY(const std::string_view spelled, text(node));
    auto bytes = decode_base64(spelled);
    if (!bytes) return wrong_type(node, node.key, "Base64");
    value.text = intake_.keep(*std::move(bytes));
    value.kind = OtlpKind::bytes;
    return {};
  }

  OtlpIntake intake_;
  std::shared_ptr<JsonLineParser> parser_;
};

}  // namespace

Result<OtlpTraces> read_otlp_json(std::string_view json, const OtlpLimits& limits) {
  return JsonReader(limits).read(json);
}

}  // namespace plumb
