// Foreign bytes as run.json: names and values within their bounds, or a sentence that names the
// file.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ingest/run_facts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto facts = plumb::read_run_facts({reinterpret_cast<const char*>(data), size}, "fuzz");
  if (!facts) {
    if (!facts.error().message.starts_with("fuzz")) std::abort();
    return 0;
  }
  if (facts->size() > plumb::kMaxRunFacts) std::abort();
  for (const auto& [name, value] : *facts) {
    if (value.empty()) std::abort();
  }
  return 0;
}
