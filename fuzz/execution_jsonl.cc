// Foreign bytes as lines of an execution: what is read is written, and reads back
// equal. The first byte chooses the chunk size.
#include <cstdint>
#include <string>
#include <string_view>

#include "execution_round_trip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  plumb::check_execution_round_trip(bytes, 1 + std::size_t{data[0]}, plumb::ExecutionFormat::jsonl);
  return 0;
}
