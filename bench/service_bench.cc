// How long POST /drift/compare computes: two executions of 10,000 results of 500 bytes in an SQLite
// store, with the vectors of 384 components that their responses were given.
//
// cold: nothing is remembered, both are read from the store; half_warm: the baseline's profile is
// remembered, as where each new execution is compared with one baseline; warm: both are.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "serve/embedding_service.h"
#include "serve/services.h"
#include "serve/stored_comparison.h"
#include "store/store.h"

namespace plumb {
namespace {

constexpr std::size_t kDimension = 384;
constexpr std::string_view kWords[] = {"the",  "order", "was",    "shipped", "late",    "refund",
                                       "will", "reach", "you",    "within",  "days",    "account",
                                       "plan", "agent", "please", "contact", "support", "again"};

// Beside the program, not in /tmp: that may be memory.
std::filesystem::path new_folder() {
  std::string name = (std::filesystem::current_path() / "service-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) ::abort();
  return name;
}

Response made_response(std::size_t index, Rng& rng) {
  Response response;
  response.id = "r" + std::to_string(index);
  response.prompt = "question " + std::to_string(index % 2'000);
  while (response.response.size() < 400) {
    response.response += kWords[rng.below(std::size(kWords))];
    response.response += ' ';
  }
  response.response.resize(300 + rng.below(100));
  response.severity = kSeverities[rng.below(4)];
  response.tools.emplace();
  for (std::uint64_t calls = rng.below(4); calls > 0; --calls) {
    response.tools->push_back({rng.below(2) == 0 ? "search" : "calculator", {}, {}});
  }
  response.labels = {{"topic", rng.below(2) == 0 ? "billing" : "shipping"}};
  return response;
}

std::vector<float> made_vector(Rng& rng) {
  std::vector<float> vector(kDimension);
  double square = 0;
  for (float& value : vector) {
    value = static_cast<float>(rng.uniform() - 0.4);
    square += static_cast<double>(value) * value;
  }
  for (float& value : vector) value = static_cast<float>(value / std::sqrt(square));
  return vector;
}

class Bench {
 public:
  explicit Bench(std::size_t results)
      : store_(Store::open(SqliteAddress{folder_ / "plumb.db"}).value()),
        project_(store_.projects().ensure("bench").value().id),
        embeddings_([]() -> Result<TextEncoder> {
          return TextEncoder{VectorOrigin{"mini", std::string(64, '0'), "f32", "none", kDimension},
                             nullptr};
        }),
        services_{store_, embeddings_, metrics_} {
    for (StoredExecution& side : sides_) side = fill(results);
  }
  ~Bench() { std::filesystem::remove_all(folder_); }

  Result<StoredComparison> compare() {
    PLUMB_TRY(const Comparison made, compare_stored(services_, sides_[0], sides_[1], true));
    return store_.comparisons().add(project_, to_stored(made, sides_[0].id, sides_[1].id));
  }
  void forget() {
    services_.profiles.clear();
    services_.prepared.clear();
  }
  // What was compared last is remembered, and of it the current side is a new one.
  void forget_current() { sides_[0] = copies_[next_++ % copies_.size()]; }
  void add_copies(std::size_t count, std::size_t results) {
    for (std::size_t i = 0; i < count; ++i) copies_.push_back(fill(results));
  }

 private:
  StoredExecution fill(std::size_t results) {
    const auto id = store_.executions().create(project_, {"run", "", {}}).value().id;
    std::vector<NumberedVector> vectors;
    ResultStream stream(store_.results(), project_, id);
    for (std::size_t i = 0; i < results; ++i) {
      if (!stream.add(to_stored_result(made_response(i, rng_)))) ::abort();
      vectors.push_back({static_cast<std::int64_t>(i), made_vector(rng_)});
    }
    if (!stream.finish()) ::abort();
    if (!store_.embeddings().put(project_, id, embeddings_.encoder().value(), vectors)) ::abort();
    return store_.executions().complete(project_, id).value();
  }

  std::filesystem::path folder_ = new_folder();
  Rng rng_{7};
  Store store_;
  ProjectId project_;
  EmbeddingService embeddings_;
  ServerMetrics metrics_;
  Services services_;
  StoredExecution sides_[2];
  std::vector<StoredExecution> copies_;
  std::size_t next_ = 0;
};

void run(benchmark::State& state, Bench& bench) {
  if (const auto made = bench.compare(); !made) state.SkipWithError(made.error().message.c_str());
}

void compare_cold(benchmark::State& state) {
  Bench bench(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    bench.forget();
    state.ResumeTiming();
    run(state, bench);
  }
}

void compare_half_warm(benchmark::State& state) {
  const auto results = static_cast<std::size_t>(state.range(0));
  Bench bench(results);
  bench.add_copies(static_cast<std::size_t>(state.max_iterations), results);
  run(state, bench);
  for (auto _ : state) {
    state.PauseTiming();
    bench.forget_current();
    state.ResumeTiming();
    run(state, bench);
  }
}

void compare_warm(benchmark::State& state) {
  Bench bench(static_cast<std::size_t>(state.range(0)));
  run(state, bench);
  for (auto _ : state) run(state, bench);
}

// Both the time that it takes and what all its threads compute, which a loud machine changes less.
void over_10_000(benchmark::internal::Benchmark* bench) {
  bench->Arg(10'000)->Unit(benchmark::kMillisecond)->UseRealTime()->MeasureProcessCPUTime();
}

BENCHMARK(compare_cold)->Apply(over_10_000)->Iterations(10);
BENCHMARK(compare_half_warm)->Apply(over_10_000)->Iterations(5);
BENCHMARK(compare_warm)->Apply(over_10_000)->Iterations(10);

}  // namespace
}  // namespace plumb

BENCHMARK_MAIN();
