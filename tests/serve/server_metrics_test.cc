#include "serve/server_metrics.h"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>

namespace plumb {
namespace {

using std::chrono::milliseconds;

bool has_line(const ServerMetrics& metrics, const std::string& wanted) {
  std::istringstream page(metrics.text());
  for (std::string line; std::getline(page, line);) {
    if (line == wanted) return true;
  }
  return false;
}

TEST(ServerMetrics, CountsByOperationAndClassOfStatus) {
  ServerMetrics metrics;
  metrics.count_request("createExecution", 201, milliseconds(3));
  metrics.count_request("createExecution", 200, milliseconds(3));
  metrics.count_request("createExecution", 422, milliseconds(3));
  EXPECT_TRUE(has_line(metrics,
                       R"(plumb_http_requests_total{operation="createExecution",status="2xx"} 2)"));
  EXPECT_TRUE(has_line(metrics,
                       R"(plumb_http_requests_total{operation="createExecution",status="4xx"} 1)"));
}

TEST(ServerMetrics, BucketsOfALatencyAreSummedUp) {
  ServerMetrics metrics;
  metrics.count_request("compare", 200, milliseconds(1));  // a bound belongs to its bucket
  metrics.count_request("compare", 200, milliseconds(30));
  metrics.count_request("compare", 200, milliseconds(60'000));
  const std::string name = "plumb_http_request_duration_seconds";
  EXPECT_TRUE(has_line(metrics, name + R"(_bucket{operation="compare",le="0.001"} 1)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_bucket{operation="compare",le="0.025"} 1)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_bucket{operation="compare",le="0.05"} 2)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_bucket{operation="compare",le="30"} 2)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_bucket{operation="compare",le="+Inf"} 3)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_count{operation="compare"} 3)"));
  EXPECT_TRUE(has_line(metrics, name + R"(_sum{operation="compare"} 60.031)"));
}

TEST(ServerMetrics, TheRateOfEmbeddingsForgetsSlowTimes) {
  ServerMetrics metrics;
  metrics.count_embeddings(60, milliseconds(60'000));
  EXPECT_TRUE(has_line(metrics, "plumb_embeddings_per_second 1"));
  metrics.count_embeddings(1'000'000, milliseconds(1'000'000));
  std::smatch rate;
  const std::string page = metrics.text();
  ASSERT_TRUE(std::regex_search(page, rate, std::regex("per_second ([0-9.]+)\n")));
  EXPECT_NEAR(std::stod(rate[1]), 1'000, 1);
  EXPECT_TRUE(has_line(metrics, "plumb_embedding_seconds_total 1060"));
}

TEST(ServerMetrics, AProjectsNameCannotBreakThePage) {
  ServerMetrics metrics;
  metrics.set_drift_score("a\"b\\c\nd", 62.5);
  EXPECT_TRUE(has_line(metrics, R"(plumb_drift_score{project="a\"b\\c\nd"} 62.5)"));
}

TEST(ServerMetrics, AnEarlierScoreIsNoLongerTheNewestWhereOneWasSet) {
  ServerMetrics metrics;
  metrics.set_drift_score("a", 10);
  EXPECT_FALSE(metrics.has_earlier_scores());
  metrics.add_earlier_scores({{"a", 50}, {"b", 60}});
  EXPECT_TRUE(metrics.has_earlier_scores());
  EXPECT_TRUE(has_line(metrics, R"(plumb_drift_score{project="a"} 10)"));
  EXPECT_TRUE(has_line(metrics, R"(plumb_drift_score{project="b"} 60)"));
}

TEST(ServerMetrics, EveryLineIsOfTheTextFormat) {
  ServerMetrics metrics;
  metrics.count_request("op", 200, milliseconds(3));
  metrics.count_refusal("queue_full");
  metrics.count_connection();
  metrics.set_connections(7);
  metrics.set_queue(3);
  metrics.set_drift_score("default", 90);
  const std::regex line_of_format(
      R"(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)");
  std::istringstream page(metrics.text());
  for (std::string line; std::getline(page, line);) {
    EXPECT_TRUE(std::regex_match(line, line_of_format)) << line;
  }
  EXPECT_TRUE(has_line(metrics, "plumb_http_connections 7"));
  EXPECT_TRUE(has_line(metrics, "plumb_http_queue_length 3"));
  EXPECT_TRUE(has_line(metrics, R"(plumb_http_refused_total{reason="queue_full"} 1)"));
}

}  // namespace
}  // namespace plumb
