// Written by record/execution_json.h, read by ingest: the two must agree.
#include "record/execution_json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/rng.h"
#include "ingest/execution_reader.h"
#include "ingest/memory_source.h"

namespace plumb {
namespace {

ExecutionReader reader_of(const std::string& lines) {
  return *ExecutionReader::from(memory_lines(lines, 1 << 16), {});
}

Response read_back(const Response& response) {
  std::string line;
  append_json_line(line, response);
  auto reader = reader_of(line);
  const auto next = reader.next();
  EXPECT_TRUE(next.has_value()) << next.error().message;
  return next && *next != nullptr ? **next : Response{};
}

TEST(ExecutionJson, ComesBackExactly) {
  Response response;
  response.id = "r \"1\"\n\u00e9";
  response.response = std::string("a\0b\x1f\x7f\u2028 \U0001f600", 14);
  response.line = 1;
  EXPECT_EQ(read_back(response), response);
  response.prompt = "";
  response.severity = Severity::unknown;
  response.tools.emplace();
  EXPECT_EQ(read_back(response), response);
  response.tools = {{"t", "", ""}, {"u", R"({"a":[1,2.50,"x"]})", ""}, {"v", "", "\"\""}};
  response.labels = {{"", "empty name"}, {"a", "1"}, {"b", ""}};
  response.embedding = {0.1F, -0.0F, std::numeric_limits<float>::denorm_min(),
                        std::numeric_limits<float>::max()};
  EXPECT_EQ(read_back(response), response);
}

TEST(ExecutionJson, KeepsEveryBitOfAVector) {
  Rng rng(7);
  Response response;
  response.id = "v";
  response.line = 1;
  while (response.embedding.size() < 100'000) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(rng()));
    if (std::isfinite(value)) response.embedding.push_back(value);
  }
  const Response back = read_back(response);
  ASSERT_EQ(back.embedding.size(), response.embedding.size());
  for (std::size_t i = 0; i < back.embedding.size(); ++i) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(back.embedding[i]),
              std::bit_cast<std::uint32_t>(response.embedding[i]));
  }
}

TEST(ExecutionJson, WritesAHeaderThatReadsBack) {
  const ExecutionHeader header{"nightly \"7\"", "m", {{"at", "x"}, {"n", "3"}}};
  std::string lines;
  append_json_line(lines, header);
  auto reader = reader_of(lines);
  EXPECT_EQ(*reader.next(), nullptr);
  EXPECT_EQ(reader.header(), header);
}

}  // namespace
}  // namespace plumb
