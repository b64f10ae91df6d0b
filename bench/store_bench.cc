// How fast results go into an SQLite store, durably: bodies of 1,000 results of 500 bytes, a
// transaction each, as POST /executions/{id}/results sends them.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "store/store.h"

namespace plumb {
namespace {

// Beside the program, not in /tmp: that may be memory, where durability costs nothing.
std::filesystem::path new_folder() {
  std::string name = (std::filesystem::current_path() / "store-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) ::abort();
  return name;
}

std::vector<StoredResult> body_from(std::int64_t first, std::int64_t count, std::size_t bytes) {
  std::vector<StoredResult> body;
  for (std::int64_t i = first; i < first + count; ++i) {
    Response response;
    response.id = "result-" + std::to_string(i);
    response.severity = Severity::low;
    StoredResult result = to_stored_result(response);
    response.response = std::string(bytes - result.line.size(), 'a');
    body.push_back(to_stored_result(response));
  }
  return body;
}

void ingest(benchmark::State& state) {
  const auto per_body = state.range(0);
  const auto folder = new_folder();
  {
    auto store = Store::open(SqliteAddress{folder / "plumb.db"}).value();
    const auto project = store.projects().ensure("bench").value().id;
    const auto execution = store.executions().create(project, {"run", "", {}}).value().id;
    std::int64_t sent = 0;
    for (auto _ : state) {
      state.PauseTiming();
      const auto body = body_from(sent, per_body, 500);
      state.ResumeTiming();
      const auto outcome = store.results().append(project, execution, body);
      if (!outcome) state.SkipWithError(outcome.error().message.c_str());
      sent += per_body;
    }
    state.SetItemsProcessed(sent);
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(ingest)->Arg(1)->Arg(100)->Arg(1'000)->Unit(benchmark::kMillisecond)->UseRealTime();

// What a comparison reads: the vectors of an execution of 10,000 results.
void read_vectors(benchmark::State& state) {
  constexpr std::int64_t kResults = 10'000;
  const auto folder = new_folder();
  {
    auto store = Store::open(SqliteAddress{folder / "plumb.db"}).value();
    const auto project = store.projects().ensure("bench").value().id;
    const auto execution = store.executions().create(project, {"run", "", {}}).value().id;
    std::vector<NumberedVector> vectors;
    for (std::int64_t i = 0; i < kResults; ++i) vectors.push_back({i, std::vector<float>(384)});
    if (!store.results().append(project, execution, body_from(0, kResults, 500)) ||
        !store.embeddings().put(project, execution, "mini", vectors)) {
      state.SkipWithError("the execution was not stored");
    }
    for (auto _ : state) {
      std::int64_t next = 0;
      while (next < kResults) {
        const auto read = store.embeddings().read(project, execution, "mini", next, 1'000).value();
        next = read.back().number + 1;
      }
    }
    state.SetItemsProcessed(state.iterations() * kResults);
  }
  std::filesystem::remove_all(folder);
}
BENCHMARK(read_vectors)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace plumb

BENCHMARK_MAIN();
