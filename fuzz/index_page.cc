// Any page of a package index, as JSON and as HTML: a link or a refusal.
#include "model/package_index.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

constexpr std::string_view kPage = "https://index.invalid/pages/m/";
constexpr std::string_view kWheel = "m-1.whl";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(data), size);
  for (const char* type : {"application/vnd.pypi.simple.v1+json", "text/html"}) {
    [[maybe_unused]] const auto link = plumb::parse_index_page(page, type, kPage, kWheel);
  }
  return 0;
}
