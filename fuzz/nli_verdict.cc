// Any bytes as what a judge replies: a verdict only where its word stands in the reply, and the
// reply within the prompt's question leaves the prompt as it is.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "experiment/nli_judge.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto label = plumb::parse_nli_verdict(bytes)) {
    std::string lower(bytes);
    std::ranges::transform(lower, lower.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    if (lower.find(plumb::name_of(*label)) == std::string::npos) std::abort();
  }
  const std::string asked = plumb::nli_question({bytes, bytes}).back().content;
  if (std::ranges::count(asked, '\n') != 1) std::abort();
  return 0;
}
