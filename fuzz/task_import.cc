// Foreign bytes as each data set that tasks can be made from: tasks whose articles have the
// size asked for, or a sentence that names the source.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ingest/task_import.h"
#include "text/utf8.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  plumb::TaskImportOptions options;
  options.min_words = 1;
  options.max_words = 50;
  options.count = 3;
  for (const plumb::TaskDataset dataset : plumb::kTaskDatasets) {
    for (const char* name : {"fuzz.json", "fuzz.jsonl"}) {
      const auto import = plumb::parse_task_import(dataset, bytes, name, options);
      if (!import) {
        require(import.error().message.starts_with("fuzz.json"));
        continue;
      }
      require(!import->tasks.empty() && import->tasks.size() <= options.count);
      for (const plumb::Task& task : import->tasks) require(!plumb::is_blank(task.source_text));
    }
  }
  return 0;
}
