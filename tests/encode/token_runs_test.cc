#include "encode/token_runs.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "encode/remembered_vectors.h"

namespace plumb {
namespace {

std::size_t add(DistinctRuns& runs, std::initializer_list<TokenId> ids) {
  runs.next().insert(runs.next().end(), ids);
  return runs.add();
}

TEST(DistinctRuns, GivesEqualRunsTheIndexOfTheFirst) {
  DistinctRuns runs;
  EXPECT_EQ(add(runs, {1, 2, 3}), 0U);
  EXPECT_EQ(add(runs, {1, 2}), 1U);
  EXPECT_EQ(add(runs, {1, 2, 3}), 0U);
  EXPECT_EQ(add(runs, {}), 2U);
  EXPECT_EQ(runs.runs().size(), 3U);
  EXPECT_EQ(runs.runs().ids, (std::vector<TokenId>{1, 2, 3, 1, 2}));
}

TEST(DistinctRuns, ForgetsADiscardedRun) {
  DistinctRuns runs;
  add(runs, {7});
  runs.next().push_back(8);
  runs.discard();
  EXPECT_EQ(add(runs, {8}), 1U);
  EXPECT_EQ(runs.runs().ids, (std::vector<TokenId>{7, 8}));
}

TEST(RememberedVectors, ForgetsTheOldestFirst) {
  RememberedVectors memory(2);
  const std::vector<TokenId> a{1};
  const std::vector<TokenId> b{2};
  const std::vector<TokenId> c{3};
  memory.remember(a, std::vector<float>{1.0F});
  memory.remember(b, std::vector<float>{2.0F});
  memory.remember(c, std::vector<float>{3.0F});
  EXPECT_FALSE(memory.find(a));
  ASSERT_TRUE(memory.find(b));
  EXPECT_EQ(memory.vector(*memory.find(b))[0], 2.0F);
  ASSERT_TRUE(memory.find(c));
  EXPECT_EQ(memory.vector(*memory.find(c))[0], 3.0F);
}

TEST(RememberedVectors, WithNoRoomRemembersNothing) {
  RememberedVectors memory(0);
  memory.remember(std::vector<TokenId>{1}, std::vector<float>{1.0F});
  EXPECT_FALSE(memory.find(std::vector<TokenId>{1}));
}

}  // namespace
}  // namespace plumb
