#include "base/json_depth.h"

#include <gtest/gtest.h>

#include <string>

namespace plumb {
namespace {

TEST(JsonDepth, CountsOpenBracketsOnly) {
  EXPECT_FALSE(json_nests_too_deep(std::string(kMaxJsonDepth, '[')));
  EXPECT_TRUE(json_nests_too_deep(std::string(kMaxJsonDepth + 1, '[')));
  EXPECT_TRUE(json_nests_too_deep(std::string(kMaxJsonDepth, '{') + "["));
  std::string flat;
  for (int i = 0; i < 1000; ++i) flat += "[{}],";
  EXPECT_FALSE(json_nests_too_deep(flat));
}

TEST(JsonDepth, BracketsInStringsDoNotNest) {
  EXPECT_FALSE(json_nests_too_deep('"' + std::string(1000, '[') + '"'));
  EXPECT_FALSE(json_nests_too_deep("\"\\\"" + std::string(1000, '[') + '"'));
  EXPECT_TRUE(json_nests_too_deep("\"\\\\\"" + std::string(1000, '[')));
}

TEST(JsonDepth, ClosingTooOftenIsNoUnderflow) {
  EXPECT_FALSE(json_nests_too_deep("]]]}}}" + std::string(kMaxJsonDepth, '[')));
}

}  // namespace
}  // namespace plumb
