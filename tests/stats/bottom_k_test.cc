#include "stats/bottom_k.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/rng.h"

namespace plumb {
namespace {

using Smallest = BottomK<std::uint64_t, std::less<>>;

std::vector<std::uint64_t> kept(const Smallest& sketch) {
  const auto items = sketch.items();
  return {items.begin(), items.end()};
}

TEST(BottomK, KeepsTheFirstInOrder) {
  Smallest sketch(3);
  for (const std::uint64_t item : {9U, 2U, 7U, 4U, 8U, 1U}) sketch.add(item);
  EXPECT_EQ(kept(sketch), (std::vector<std::uint64_t>{1, 2, 4}));
  EXPECT_FALSE(sketch.admits(std::uint64_t{5}));
  EXPECT_TRUE(sketch.admits(std::uint64_t{3}));
}

TEST(BottomK, GoesOnAfterItWasLookedAt) {
  Rng rng(7);
  Smallest looked_at(50);
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 2000; ++i) {
    all.push_back(rng());
    looked_at.add(all.back());
    if (i % 3 != 0) continue;
    EXPECT_TRUE(std::ranges::is_sorted(looked_at.items()));
  }
  std::ranges::sort(all);
  all.resize(50);
  EXPECT_EQ(kept(looked_at), all);
}

TEST(BottomK, OfNoneKeepsNone) {
  Smallest sketch(0);
  EXPECT_FALSE(sketch.admits(std::uint64_t{1}));
  sketch.add(1);
  EXPECT_TRUE(sketch.items().empty());
}

TEST(BottomK, FindsWhatTwoShare) {
  Smallest a(4);
  Smallest b(4);
  for (const std::uint64_t item : {1U, 3U, 5U}) a.add(item);
  for (const std::uint64_t item : {2U, 4U}) b.add(item);
  EXPECT_EQ(a.shared_with(b), nullptr);
  b.add(5);
  ASSERT_NE(a.shared_with(b), nullptr);
  EXPECT_EQ(*a.shared_with(b), 5u);
}

TEST(BottomK, MergesToTheFirstOfBoth) {
  Smallest a(3);
  Smallest b(3);
  for (const std::uint64_t item : {10U, 30U, 50U}) a.add(item);
  for (const std::uint64_t item : {20U, 60U}) b.add(item);
  a.merge(b);
  EXPECT_EQ(kept(a), (std::vector<std::uint64_t>{10, 20, 30}));
}

}  // namespace
}  // namespace plumb
