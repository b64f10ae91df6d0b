#include "ingest/json_elements.h"

#include <gtest/gtest.h>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

struct Found {
  std::vector<std::string> elements;
  std::vector<std::string> paths;
  std::string error;
};

Found found_in(std::string_view json, std::vector<std::string> paths, std::size_t chunk = 3,
               std::size_t most = 1'000) {
  JsonElements elements(memory_lines(json, chunk), std::move(paths), most);
  Found found;
  while (true) {
    const auto next = elements.next();
    if (!next) {
      found.error = next.error().message;
      return found;
    }
    if (!*next) return found;
    found.elements.emplace_back((*next)->json);
    found.paths.push_back((*next)->path);
  }
}

using Texts = std::vector<std::string>;

TEST(JsonElements, GivesTheElementsOfAnArrayDeepInADocument) {
  const std::string_view json =
      R"({"v": 3, "results": {"prompts": [{"results": [9]}], "results": [{"a": "]}"}, {"b": [1, [2]]}]}, "z": null})";
  for (const std::size_t chunk : {1U, 2U, 7U, 1'000U}) {
    const Found found = found_in(json, {"results.results"}, chunk);
    EXPECT_EQ(found.error, "");
    EXPECT_EQ(found.elements, (Texts{R"({"a": "]}"})", R"({"b": [1, [2]]})"}));
    EXPECT_EQ(found.paths, (Texts{"results.results[0]", "results.results[1]"}));
  }
}

TEST(JsonElements, GivesTheElementsOfADocumentThatIsAnArray) {
  const Found found = found_in(" [1 , \"a,]\", {\"x\": []}\n] \n", {""});
  EXPECT_EQ(found.error, "");
  EXPECT_EQ(found.elements, (Texts{"1 ", "\"a,]\"", "{\"x\": []}\n"}));
  EXPECT_EQ(found.paths.back(), "[2]");
}

TEST(JsonElements, SeveralArraysAreNumberedEachByItself) {
  const Found found = found_in(R"({"a": [1, 2], "b": [3], "a2": [4]})", {"a", "b"});
  EXPECT_EQ(found.paths, (Texts{"a[0]", "a[1]", "b[0]"}));
}

TEST(JsonElements, NoElementIsNoError) {
  EXPECT_EQ(found_in(R"({"a": []})", {"a"}).error, "");
  EXPECT_EQ(found_in(R"({"b": 1})", {"a"}).error, "");
}

TEST(JsonElements, EveryCutIsRefused) {
  const std::string json = R"({"a": [{"x": 1}, {"y": "z"}], "b": true})";
  for (std::size_t size = 0; size < json.size(); ++size) {
    EXPECT_NE(found_in(json.substr(0, size), {"a"}).error, "") << size;
  }
}

TEST(JsonElements, WhatIsNoJsonAroundTheElementsIsRefused) {
  for (const char* json : {R"({"a": [1,]})", R"({"a": [,1]})", R"({"a": [1] "b": 2})",
                           R"({"a": [1]}])", R"({"a": [1]} {"a": [2]})", R"({"a": [1], "b": 1 2})",
                           R"({"a": [1], "b": nul})", R"({"a": [1}])"}) {
    EXPECT_NE(found_in(json, {"a"}).error, "") << json;
  }
}

TEST(JsonElements, AnElementThatIsTooLongIsToldAndTheNextIsRead) {
  JsonElements elements(memory_lines(R"([{"x": "0123456789"}, {"y": 1}])"), {""}, 10);
  const auto first = elements.next();
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().code, ErrorCode::invalid_input);
  EXPECT_EQ(first.error().message, "memory: [0] is longer than 10 bytes; raise --max-line-bytes");
  const auto second = elements.next();
  ASSERT_TRUE(second);
  EXPECT_EQ((*second)->json, R"({"y": 1})");
}

TEST(JsonElements, NestingPastTheLimitIsRefused) {
  const std::string deep = std::string(300, '[') + std::string(300, ']');
  EXPECT_NE(found_in(deep, {""}, 64, 10'000).error, "");
}

}  // namespace
}  // namespace plumb
