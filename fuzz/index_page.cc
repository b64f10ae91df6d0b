// Any page of a package index, as JSON and as HTML: a link or a refusal.
#include "model/package_index.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  for (const char* type : {"application/vnd.pypi.simple.v1+json", "text/html"}) {
    [[maybe_unused]] const auto link =
        plumb::parse_index_page(page, type, "https://index.invalid/simple/m/", "m-1.whl");
  }
  return 0;
}
