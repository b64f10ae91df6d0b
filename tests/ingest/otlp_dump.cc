// What Plumb reads of protobuf messages, for tests/golden/otlp_parity.py to compare with Google's
// parser. In: u32 length and bytes, again and again. Out: a line each, JSON or "refused: ...".
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "ingest/otlp_trace.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json attributes_json(const OtlpAttributes& attributes) {
  Json list = Json::array();
  for (const OtlpValue& each : attributes) list.push_back({each.key, Json::parse(to_json(each))});
  return list;
}

Json dump(const OtlpTraces& traces) {
  Json spans = Json::array();
  for (const OtlpSpan& span : traces.spans) {
    Json events = Json::array();
    for (const OtlpEvent& event : span.events) {
      events.push_back({event.time, event.name, attributes_json(event.attributes)});
    }
    spans.push_back({{"trace_id", span.trace_id},
                     {"span_id", span.span_id},
                     {"parent_span_id", span.parent_span_id},
                     {"name", span.name},
                     {"start", span.start},
                     {"end", span.end},
                     {"status", static_cast<int>(span.status)},
                     {"status_message", span.status_message},
                     {"scope", span.scope},
                     {"attributes", attributes_json(span.attributes)},
                     {"events", std::move(events)},
                     {"resource", attributes_json(traces.resources[span.resource])}});
  }
  return {{"spans", std::move(spans)}, {"rejected", traces.rejected}};
}

}  // namespace
}  // namespace plumb

int main() {
  std::ios::sync_with_stdio(false);
  std::uint32_t size = 0;
  while (std::cin.read(reinterpret_cast<char*>(&size), sizeof size)) {
    std::string bytes(size, '\0');
    if (!std::cin.read(bytes.data(), size)) return 2;
    const auto traces = plumb::read_otlp_protobuf(bytes);
    std::cout << (traces ? plumb::dump(*traces).dump(-1, ' ', false,
                                                     nlohmann::json::error_handler_t::replace)
                         : "refused: " + traces.error().message)
              << '\n';
  }
  return 0;
}
