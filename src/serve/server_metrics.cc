#include "serve/server_metrics.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plumb {
namespace {

double seconds_of(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

// A label's value, as the text format wants it.
std::string label_value(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
    } else {
      if (c == '\\' || c == '"') text += '\\';
      text += c;
    }
  }
  return text + '"';
}

std::string heading(std::string_view name, std::string_view type, std::string_view help) {
  return fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

std::string single(std::string_view name, std::string_view type, std::string_view help,
                   double value) {
  return fmt::format("{}{} {}\n", heading(name, type, help), name, value);
}

// Pages that are in memory, of this process; 0 where the kernel does not tell.
double resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  long all = 0;
  long resident = 0;
  const int read = std::fscanf(file, "%ld %ld", &all, &resident);
  std::fclose(file);
  return read == 2 ? static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE))
                   : 0;
}

}  // namespace

void ServerMetrics::count_request(std::string_view operation, int status,
                                  std::chrono::nanoseconds took) {
  const double seconds = seconds_of(took);
  const auto bucket =
      static_cast<std::size_t>(std::ranges::lower_bound(kBuckets, seconds) - kBuckets.begin());
  const std::scoped_lock lock(mutex_);
  ++requests_[{std::string(operation), status / 100}];
  Latency& latency = latencies_[std::string(operation)];
  ++latency.counts[bucket];
  latency.seconds += seconds;
}

void ServerMetrics::count_embeddings(std::uint64_t texts, std::chrono::nanoseconds took) {
  // Half of the weight of what was done is gone after a minute of more of it.
  constexpr double kHalfLifeSeconds = 60;
  const double seconds = seconds_of(took);
  const double fading = std::exp2(-seconds / kHalfLifeSeconds);
  const std::scoped_lock lock(mutex_);
  embeddings_ += texts;
  embedding_seconds_ += seconds;
  recent_embeddings_ = recent_embeddings_ * fading + static_cast<double>(texts);
  recent_seconds_ = recent_seconds_ * fading + seconds;
}

void ServerMetrics::set_drift_score(std::string_view project, double score) {
  const std::scoped_lock lock(mutex_);
  drift_scores_.insert_or_assign(std::string(project), score);
}

void ServerMetrics::add_earlier_scores(const std::map<std::string, double, std::less<>>& scores) {
  const std::scoped_lock lock(mutex_);
  drift_scores_.insert(scores.begin(), scores.end());
  has_earlier_scores_ = true;
}

void ServerMetrics::count_refusal(std::string_view reason) {
  const std::scoped_lock lock(mutex_);
  ++refusals_[std::string(reason)];
}

std::string ServerMetrics::requests_text() const {
  std::string text = heading("plumb_http_requests_total", "counter",
                             "Requests that were answered, by operation and class of status.");
  for (const auto& [key, count] : requests_) {
    text += fmt::format("plumb_http_requests_total{{operation={},status=\"{}xx\"}} {}\n",
                        label_value(key.first), key.second, count);
  }
  text += heading("plumb_http_refused_total", "counter",
                  "Requests and connections that the server refused before any operation.");
  for (const auto& [reason, count] : refusals_) {
    text += fmt::format("plumb_http_refused_total{{reason={}}} {}\n", label_value(reason), count);
  }
  return text;
}

std::string ServerMetrics::latencies_text() const {
  constexpr std::string_view kName = "plumb_http_request_duration_seconds";
  std::string text =
      heading(kName, "histogram", "Time from a whole request to its answer, by operation.");
  for (const auto& [operation, latency] : latencies_) {
    const std::string label = label_value(operation);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < latency.counts.size(); ++i) {
      sum += latency.counts[i];
      const std::string bound = i < kBuckets.size() ? fmt::format("{}", kBuckets[i]) : "+Inf";
      text += fmt::format("{}_bucket{{operation={},le=\"{}\"}} {}\n", kName, label, bound, sum);
    }
    text += fmt::format("{}_sum{{operation={}}} {}\n", kName, label, latency.seconds);
    text += fmt::format("{}_count{{operation={}}} {}\n", kName, label, sum);
  }
  return text;
}

std::string ServerMetrics::embeddings_text() const {
  std::string text = single("plumb_embeddings_total", "counter", "Texts that were embedded.",
                            static_cast<double>(embeddings_));
  text += single("plumb_embedding_seconds_total", "counter", "Time that was spent embedding.",
                 embedding_seconds_);
  text += single("plumb_embeddings_per_second", "gauge",
                 "Texts embedded in a second of embedding, the last minute of it counting most.",
                 recent_seconds_ > 0 ? recent_embeddings_ / recent_seconds_ : 0);
  text += heading("plumb_drift_score", "gauge",
                  "Drift score of the newest comparison, 0 to 100, by project.");
  for (const auto& [project, score] : drift_scores_) {
    text += fmt::format("plumb_drift_score{{project={}}} {}\n", label_value(project), score);
  }
  return text;
}

std::string ServerMetrics::connections_text() const {
  std::string text = single("plumb_http_connections", "gauge", "Connections that are open.",
                            static_cast<double>(connections_));
  text += single("plumb_http_connections_total", "counter", "Connections that were accepted.",
                 static_cast<double>(connections_accepted_));
  text += single("plumb_http_queue_length", "gauge", "Requests that wait for a worker.",
                 static_cast<double>(queue_));
  text += single("plumb_http_held_bytes", "gauge",
                 "Memory of bodies that are being received, answered or sent.",
                 static_cast<double>(held_bytes_));
  text += single("process_resident_memory_bytes", "gauge", "Memory of the server in RAM.",
                 resident_bytes());
  text += heading("plumb_build_info", "gauge", "The version; always 1.");
  return text + "plumb_build_info{version=\"" PLUMB_VERSION "\"} 1\n";
}

std::string ServerMetrics::text() const {
  const std::scoped_lock lock(mutex_);
  return requests_text() + latencies_text() + embeddings_text() + connections_text();
}

}  // namespace plumb
