// The parameter "label": any text is a name and a value, and every name and value can be written.
#include "serve/label_filter.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto label = plumb::label_in(text);
  std::string written;
  for (const char c : label.first) {
    if (c == ':' || c == '\\') written += '\\';
    written += c;
  }
  written += ':' + label.second;
  if (plumb::label_in(written) != label) std::abort();
  return 0;
}
