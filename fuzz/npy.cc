// Any bytes: parse_npy_header answers or refuses, and what it answers lies behind
// the header and does not overflow.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ingest/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto header = plumb::parse_npy_header(bytes, "fuzz");
  if (!header) {
    if (header.error().message.empty()) std::abort();
    return 0;
  }
  if (header->data_offset > size || header->columns == 0) std::abort();
  if (header->file_bytes() < header->data_offset) std::abort();
  if (header->rows > header->file_bytes()) std::abort();
  return 0;
}
