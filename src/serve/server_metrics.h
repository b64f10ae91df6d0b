// What /metrics tells: counts, latencies and gauges, in the text format of Prometheus.
//
// Safe from any thread. Operations, reasons and statuses come from Plumb's own lists and not from
// callers, so the page stays small; projects are as many as the store has.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace plumb {

class ServerMetrics {
 public:
  // `operation` is an operationId of the API document.
  void count_request(std::string_view operation, int status, std::chrono::nanoseconds took);
  void count_embeddings(std::uint64_t texts, std::chrono::nanoseconds took);
  void set_drift_score(std::string_view project, double score);
  // The scores of comparisons that were there before this server, which whoever asks first brings
  // along. One that was set since is newer, and stays.
  bool has_earlier_scores() const { return has_earlier_scores_; }
  void add_earlier_scores(const std::map<std::string, double, std::less<>>& scores);

  // Of the HTTP server. A refusal is a request that no operation saw: "queue_full", "head_slow".
  void count_refusal(std::string_view reason);
  void count_connection() { ++connections_accepted_; }
  void set_connections(std::size_t open) { connections_ = open; }
  void set_queue(std::size_t waiting) { queue_ = waiting; }
  void set_held_bytes(std::size_t bytes) { held_bytes_ = bytes; }

  // The whole page, without what the store knows.
  std::string text() const;

 private:
  // Upper bounds in seconds; a last one is endless.
  static constexpr std::array kBuckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1,
                                          0.25,  0.5,    1.0,   2.5,  5.0,   10.0, 30.0};
  struct Latency {
    std::array<std::uint64_t, kBuckets.size() + 1> counts{};  // not yet summed up
    double seconds = 0;
  };

  std::string requests_text() const;
  std::string latencies_text() const;
  std::string embeddings_text() const;
  std::string connections_text() const;

  std::atomic<bool> has_earlier_scores_ = false;
  std::atomic<std::uint64_t> connections_accepted_ = 0;
  std::atomic<std::size_t> connections_ = 0;
  std::atomic<std::size_t> queue_ = 0;
  std::atomic<std::size_t> held_bytes_ = 0;

  mutable std::mutex mutex_;                                       // guards what follows
  std::map<std::pair<std::string, int>, std::uint64_t> requests_;  // by operation, status / 100
  std::map<std::string, Latency, std::less<>> latencies_;          // by operation
  std::map<std::string, std::uint64_t, std::less<>> refusals_;     // by reason
  std::map<std::string, double, std::less<>> drift_scores_;        // by project
  std::uint64_t embeddings_ = 0;
  double embedding_seconds_ = 0;
  double recent_embeddings_ = 0;  // both fade as time is spent embedding
  double recent_seconds_ = 0;
};

}  // namespace plumb
