// Streams of results, in windows of any size: none may crash, an answer says what is durable, and
// what it says is what the store has. The first byte is the size of the windows.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "serve/result_lines_json.h"
#include "store/store.h"
#include "support/temporary_folder.h"

namespace {

using namespace plumb;

struct Kept {
  TemporaryFolder folder;
  Store store = *Store::open(SqliteAddress{folder.path() / "plumb.db"});
  ProjectId project = store.projects().ensure("fuzz")->id;
};

ServedResponse send(ResultLines& lines, std::string_view bytes, std::size_t window) {
  for (; !bytes.empty(); bytes.remove_prefix(std::min(window, bytes.size()))) {
    if (auto early = lines.take(bytes.substr(0, window))) return *early;
  }
  return lines.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Kept kept;
  if (size == 0) return 0;
  const std::size_t window = 1 + data[0];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto execution = kept.store.executions().create(kept.project, {});
  if (!execution) __builtin_trap();
  ResultLines lines(kept.store, *execution, std::nullopt,
                    {.most_line_bytes = 4'096, .batches = {.batch_results = 3}});
  const ServedResponse response = send(lines, bytes, window);
  const auto answer = nlohmann::json::parse(response.body, nullptr, false);
  const auto after = kept.store.executions().get(kept.project, execution->id);
  if (!after || !answer.is_object() || response.status >= 500) __builtin_trap();
  if (answer.at("added") != after->results) __builtin_trap();
  const auto lines_sent = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
  if (answer.at("durable_lines").get<std::size_t>() > lines_sent) __builtin_trap();
  return 0;
}
