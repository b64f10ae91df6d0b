// Foreign bytes as a file of cases, of target plans and as an intent.
#include <cstdint>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/case_reader.h"
#include "record/intent_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto cases = plumb::parse_cases(bytes, "fuzz");
  if (!cases) plumb::require(cases.error().message.starts_with("fuzz:"));
  const auto plans = plumb::parse_target_plans(bytes, "fuzz");
  if (!plans) plumb::require(plans.error().message.starts_with("fuzz:"));
  if (const auto intent = plumb::parse_intent(bytes)) {
    plumb::require(*plumb::parse_intent(plumb::intent_to_json(*intent).dump()) == *intent);
  }
  return 0;
}
