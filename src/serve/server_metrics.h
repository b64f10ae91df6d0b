// What /metrics tells: counts, latencies and gauges, in the text format of Prometheus.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace plumb {

class ServerMetrics {
 public:
  void count_request(std::string_view operation, int status, std::chrono::nanoseconds took);
  void count_embeddings(std::uint64_t texts, std::chrono::nanoseconds took);
  void set_drift_score(std::string_view project, double score);
  // The whole page, without what the store knows.
  std::string text() const;

 private:
  mutable std::mutex mutex_;
  // Whoever implements it chooses; see server_metrics.cc.
};

}  // namespace plumb
