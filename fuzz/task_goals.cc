// Foreign bytes as a tasks file: goals that are not blank, or a sentence that names the file.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ingest/task_goals.h"
#include "text/utf8.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto goals = plumb::parse_task_goals(json, "fuzz");
  if (!goals) {
    require(goals.error().message.starts_with("fuzz: "));
    return 0;
  }
  for (const auto& [id, goal] : *goals) require(!plumb::is_blank(id) && !plumb::is_blank(goal));
  return 0;
}
