// Cursors come back from callers: none may crash, and what is read is what was written.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "store/cursor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto cursor = plumb::parse_cursor(text);
  if (cursor && plumb::to_text(*cursor) != text) __builtin_trap();
  return 0;
}
