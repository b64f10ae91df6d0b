// Cursors come back from callers: none may crash, what is read is what was written, and a cursor is
// of one list alone.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "store/cursor.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto cursor = plumb::parse_cursor(text, 0);  // those of the corpus are of list 0
  if (cursor && plumb::to_text(*cursor) != text) __builtin_trap();
  if (cursor && plumb::parse_cursor(text, 1)) __builtin_trap();
  return 0;
}
