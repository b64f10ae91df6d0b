// Spans by hand. Keys and texts are literals, which live as long as any test.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ingest/genai_span.h"
#include "ingest/otlp_trace.h"

namespace plumb {

using MadeAttributes = std::vector<std::pair<std::string_view, std::string_view>>;

inline OtlpAttributes text_attributes(const MadeAttributes& texts) {
  OtlpAttributes attributes;
  for (const auto& [key, text] : texts) {
    OtlpValue& value = attributes.emplace_back();
    value.key = key;
    value.kind = OtlpKind::text;
    value.text = text;
  }
  return attributes;
}

// `place`: seconds of its start and end; 0 as parent: a root.
struct Place {
  int id = 1;
  int parent = 0;
  int start = 0;
  int end = 1;
  int trace = 1;
};

inline std::string made_id(int number, std::size_t digits) {
  if (number == 0) return {};
  std::string id = std::to_string(number);
  return std::string(digits - id.size(), '0') + id;
}

inline OtlpSpan made_span(const Place& place, const MadeAttributes& texts,
                          std::string_view name = "span") {
  constexpr std::uint64_t kBegin = 1'700'000'000, kSecond = 1'000'000'000;
  OtlpSpan span;
  span.trace_id = made_id(place.trace, 32);
  span.span_id = made_id(place.id, 16);
  span.parent_span_id = made_id(place.parent, 16);
  span.name = name;
  span.start = (kBegin + static_cast<std::uint64_t>(place.start)) * kSecond;
  span.end = (kBegin + static_cast<std::uint64_t>(place.end)) * kSecond;
  span.attributes = text_attributes(texts);
  return span;
}

inline OtlpAttributes made_resource(std::string_view service = "bot",
                                    std::string_view version = "1.0") {
  return text_attributes({{"service.name", service}, {"service.version", version}});
}

inline GenAiSpan made_genai(const Place& place, const MadeAttributes& texts) {
  return genai_span(made_span(place, texts), made_resource());
}

}  // namespace plumb
