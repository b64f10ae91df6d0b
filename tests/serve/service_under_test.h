// A store on a file, an encoder that needs no model, and what a server shares: for tests of what
// the service computes.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "serve/job_queue.h"
#include "serve/services.h"
#include "store/store.h"
#include "support/made_execution.h"
#include "support/must.h"
#include "support/temporary_folder.h"

namespace plumb {

// Waits by the clock, never for a number of rounds.
inline bool comes_true(const std::function<bool()>& condition,
                       std::chrono::seconds patience = std::chrono::seconds(60)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

// Vectors of 8 components from the letters of a text; a text past 400 bytes counts as truncated.
class LetterEncoder {
 public:
  TextEncoder open() {
    return {VectorOrigin{"letters", std::string(64, 'a'), "f32", "none", 8},
            [this](std::span<const std::string_view> texts) { return embed(texts); }};
  }
  std::size_t texts() const { return texts_; }
  void slow_down(std::chrono::milliseconds a_batch) { pause_ = a_batch; }

 private:
  Embeddings embed(std::span<const std::string_view> texts) {
    std::this_thread::sleep_for(pause_);
    Embeddings out{.dimension = 8, .values = {}, .tokens = {}, .truncated = {}};
    for (const std::string_view text : texts) {
      float sums[8] = {1, 0, 0, 0, 0, 0, 0, 0};
      for (const char c : text) sums[static_cast<unsigned char>(c) % 8] += 1;
      float square = 0;
      for (const float sum : sums) square += sum * sum;
      for (const float sum : sums) out.values.push_back(sum / std::sqrt(square));
      out.tokens.push_back(static_cast<std::uint32_t>(text.size()));
      out.truncated.push_back(text.size() > 400);
    }
    texts_ += texts.size();
    return out;
  }

  std::atomic<std::size_t> texts_ = 0;
  std::chrono::milliseconds pause_{0};
};

class ServiceUnderTest {
 public:
  ServiceUnderTest() : ServiceUnderTest(SqliteAddress{}) {}
  // Without a function the encoder is that of letters.
  explicit ServiceUnderTest(const StoreAddress& address, EmbeddingService::Open open_encoder = {})
      : store_(open(address)),
        project_(must(store_.projects().ensure("default")).id),
        embeddings_(open_encoder ? std::move(open_encoder)
                                 : [this] { return Result<TextEncoder>(encoder_.open()); }),
        services_{store_, embeddings_, metrics_} {}

  Store& store() { return store_; }
  Services& services() { return services_; }
  LetterEncoder& encoder() { return encoder_; }
  ServerMetrics& metrics() { return metrics_; }
  ProjectId project() const { return project_; }
  // The store's clock goes on by so much.
  void pass(std::chrono::milliseconds time) { passed_ = passed_.load() + time.count(); }
  std::filesystem::path folder() const { return folder_.path(); }
  SqliteAddress address() const { return {folder_.path() / "plumb.db"}; }

  // Not completed.
  ExecutionId receive(const std::string& name, const std::vector<Response>& responses,
                      const std::string& embedding_model = {}) {
    const auto made = must(store_.executions().create(project_, {name, embedding_model, {}}));
    add(made.id, responses);
    return made.id;
  }
  void add(ExecutionId execution, const std::vector<Response>& responses) {
    std::vector<StoredResult> results;
    for (const Response& response : responses) results.push_back(to_stored_result(response));
    must(store_.results().append(project_, execution, results));
  }
  // Completed; its embedding is queued.
  ExecutionId send(const std::string& name, const std::vector<Response>& responses,
                   const std::string& embedding_model = {}) {
    const ExecutionId id = receive(name, responses, embedding_model);
    must(complete_execution(services_, project_, id));
    return id;
  }

  std::vector<Job> jobs(const JobFilter& filter = {}) {
    PageRequest all;
    all.limit = 1'000;
    return must(store_.jobs().list(project_, filter, all)).items;
  }
  // Whether no job waits or runs.
  bool is_idle() {
    const auto counts = must(store_.jobs().counts());
    return counts[0] == 0 && counts[1] == 0;
  }

 private:
  Store open(const StoreAddress& address) {
    const auto* const sqlite = std::get_if<SqliteAddress>(&address);
    const bool is_own = sqlite != nullptr && sqlite->path.empty();
    StoreOptions options;
    options.database.clock = [this] {
      return utc_time_now() + std::chrono::milliseconds(passed_.load());
    };
    return Store::open(is_own ? StoreAddress(this->address()) : address, options).value();
  }

  TemporaryFolder folder_;
  std::atomic<std::int64_t> passed_ = 0;  // milliseconds; before the store, which asks for it
  Store store_;
  ProjectId project_;
  LetterEncoder encoder_;
  ServerMetrics metrics_;
  EmbeddingService embeddings_;
  Services services_;
};

// Responses without vectors of their own.
inline std::vector<Response> answers(std::size_t count, std::uint64_t seed,
                                     testing::MadeExecution made = {}) {
  made.results = count;
  auto responses = testing::made_responses(made, seed);
  for (Response& response : responses) response.embedding.clear();
  return responses;
}
// Much longer, and graver.
inline std::vector<Response> other_answers(std::size_t count, std::uint64_t seed) {
  testing::MadeExecution made;
  made.words = 60;
  made.grave_share = 0.9;
  made.search_share = 0.02;
  return answers(count, seed, made);
}

}  // namespace plumb
