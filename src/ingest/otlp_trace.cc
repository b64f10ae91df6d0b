#include "ingest/otlp_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ingest/otlp_intake.h"
#include "text/utf8.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const OtlpValue& value) {
  switch (value.kind) {
    case OtlpKind::none:
    case OtlpKind::bytes:
      return nullptr;
    case OtlpKind::text:
      return value.text;
    case OtlpKind::boolean:
      return value.integer != 0;
    case OtlpKind::integer:
      return value.integer;
    case OtlpKind::real:
      return std::isfinite(value.real) ? Json(value.real) : Json();
    case OtlpKind::list: {
      Json list = Json::array();
      for (const OtlpValue& item : value.items) list.push_back(json_of(item));
      return list;
    }
    case OtlpKind::map: {
      Json map = Json::object();
      for (const OtlpValue& item : value.items) map[std::string(item.key)] = json_of(item);
      return map;
    }
  }
  std::unreachable();
}

bool is_id(std::string_view id, std::size_t digits) {
  return id.size() == digits && id.find_first_not_of("0123456789abcdef") == id.npos &&
         id.find_first_not_of('0') != id.npos;
}

// What keeps a span from being one; empty where nothing does.
std::string flaw_of(const OtlpSpan& span) {
  if (!is_id(span.trace_id, kTraceIdDigits)) {
    return fmt::format("its trace id is \"{}\", not 16 bytes that are not all zero", span.trace_id);
  }
  if (!is_id(span.span_id, kSpanIdDigits)) {
    return fmt::format("its span id is \"{}\", not 8 bytes that are not all zero", span.span_id);
  }
  if (!span.parent_span_id.empty() && !is_id(span.parent_span_id, kSpanIdDigits)) {
    return fmt::format("its parent's span id is \"{}\", not 8 bytes", span.parent_span_id);
  }
  if (span.start == 0 || span.start > kLatestSpanTime) {
    return fmt::format("it starts at {}, which is no time in nanoseconds since 1970", span.start);
  }
  return {};
}

}  // namespace

const OtlpValue* find_attribute(const OtlpAttributes& attributes, std::string_view key) {
  const auto found =
      std::ranges::find(attributes.rbegin(), attributes.rend(), key, &OtlpValue::key);
  return found == attributes.rend() ? nullptr : &*found;
}

std::string to_json(const OtlpValue& value) {
  return json_of(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<void> OtlpIntake::count() {
  if (++items_ <= limits_.most_items) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("the request holds more than {} spans, events and values; send smaller "
                          "batches",
                          limits_.most_items));
}

Result<void> OtlpIntake::check_depth(int depth) const {
  if (depth <= limits_.deepest_value) return {};
  return fail(ErrorCode::unsupported,
              fmt::format("an attribute nests lists and maps deeper than {} levels",
                          limits_.deepest_value));
}

std::string_view OtlpIntake::text(std::string_view bytes) {
  return is_valid_utf8(bytes) ? bytes : keep(replace_invalid_utf8(bytes));
}

void OtlpIntake::take(OtlpSpan span) {
  // Some exporters send the parent of a root as zeros.
  if (span.parent_span_id.find_first_not_of('0') == std::string::npos) span.parent_span_id.clear();
  std::string flaw = flaw_of(span);
  if (flaw.empty()) {
    traces_.spans.push_back(std::move(span));
    return;
  }
  if (traces_.rejected++ == 0) {
    traces_.first_rejected =
        fmt::format("the span \"{:.80}\" cannot be taken: {}", span.name, flaw);
  }
}

}  // namespace plumb
