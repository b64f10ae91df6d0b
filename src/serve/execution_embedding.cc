#include "serve/execution_embedding.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "ingest/execution_line.h"
#include "measure/profile_builder.h"
#include "serve/stored_profile.h"

namespace plumb {
namespace {

using Clock = std::chrono::steady_clock;

// Results that become durable together. One commit costs some milliseconds, their vectors some
// tenths of a second, during which nobody else's texts are embedded.
constexpr std::size_t kBatch = 128;

class Claim {
 public:
  Claim(EmbeddingService& service, ExecutionId execution)
      : service_(service), execution_(execution), held_(service.claim(execution)) {}
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    if (held_) service_.release(execution_);
  }
  bool is_held() const { return held_; }

 private:
  EmbeddingService& service_;
  ExecutionId execution_;
  bool held_;
};

Result<std::vector<Response>> read_lines(const std::vector<StoredResult>& results) {
  ExecutionLineParser parser;
  std::vector<Response> responses(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (const auto read = parser.read(results[i].line, responses[i]); !read) {
      return fail(ErrorCode::corrupt, fmt::format("result {} does not read back: {}; run plumb db "
                                                  "check",
                                                  results[i].number, read.error().reason));
    }
  }
  return responses;
}

// A vector a result, empty for the blank ones.
Result<std::vector<NumberedVector>> vectors_for(Services& services,
                                                const std::vector<StoredResult>& results) {
  PLUMB_TRY(const auto responses, read_lines(results));
  std::vector<NumberedVector> vectors(results.size());
  std::vector<std::size_t> places;
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < results.size(); ++i) {
    vectors[i].number = results[i].number;
    if (!needs_vector(responses[i])) continue;
    places.push_back(i);
    texts.push_back(responses[i].response);
  }
  if (texts.empty()) return vectors;
  const auto began = Clock::now();
  PLUMB_TRY(const Embeddings made, services.embeddings.embed(texts));
  services.metrics.count_embeddings(texts.size(), Clock::now() - began);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto vector = made.vector(i);
    vectors[places[i]].vector.assign(vector.begin(), vector.end());
    vectors[places[i]].truncated = made.truncated[i];
  }
  return vectors;
}

}  // namespace

Result<EmbeddingProgress> embed_results(Services& services, const StoredExecution& execution,
                                        std::int64_t from, std::int64_t to,
                                        const std::function<bool()>& goes_on) {
  EmbeddingProgress progress;
  if (from >= to) return EmbeddingProgress{.embedded = 0, .complete = true};
  const Claim claim(services.embeddings, execution.id);
  if (!claim.is_held()) return progress;
  PLUMB_TRY(const VectorChoice choice, vectors_of(services, execution));
  if (choice.brought) return EmbeddingProgress{.embedded = 0, .complete = true};
  auto store = services.store.embeddings();
  while (goes_on()) {
    PLUMB_TRY(auto batch,
              store.missing(execution.project, execution.id, choice.encoder, from, kBatch));
    while (!batch.empty() && batch.back().number >= to) batch.pop_back();
    if (batch.empty()) {
      progress.complete = true;
      return progress;
    }
    PLUMB_TRY(const auto vectors, vectors_for(services, batch));
    PLUMB_CHECK_RESULT(store.put(execution.project, execution.id, choice.encoder, vectors));
    progress.embedded += static_cast<std::int64_t>(batch.size());
    from = batch.back().number + 1;
  }
  return progress;
}

}  // namespace plumb
