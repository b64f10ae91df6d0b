// Foreign bytes as an OTLP request in JSON, through to its turns.
#include <cstdint>
#include <string_view>

#include "otlp_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  plumb::check_otlp(plumb::read_otlp_json(bytes, {.most_items = 20'000}));
  return 0;
}
