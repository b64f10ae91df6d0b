// Hostile bytes as a document of plumb compare: refused with one sentence, or read into
// comparisons whose own document is read back as the same bytes, and that every text
// writer takes.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "record/comparison_json.h"
#include "report/comparison_writers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const auto read = parse_comparisons({reinterpret_cast<const char*>(data), size});
  if (!read) {
    if (read.error().message.empty()) std::abort();
    return 0;
  }
  const std::string text = json_line(to_json(std::span<const Comparison>(*read)));
  const auto again = parse_comparisons(text);
  if (!again || json_line(to_json(std::span<const Comparison>(*again))) != text) std::abort();
  for (const std::string& document :
       {comparison_csv(*read), comparison_markdown(*read), comparison_junit(*read),
        comparison_sarif(*read), github_annotations(*read), comparison_html(*read)}) {
    if (document.size() > 64U * 1024 * 1024) std::abort();
  }
  return 0;
}
