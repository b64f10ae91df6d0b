#include "measure/trait_mention.h"

#include <gtest/gtest.h>

#include <string>

namespace plumb {
namespace {

TEST(TraitMention, IsAWholeWordInAnyCase) {
  EXPECT_TRUE(mentions_trait("They are Bossy.", "bossy"));
  EXPECT_TRUE(mentions_trait("bossy", "BOSSY"));
  EXPECT_TRUE(mentions_trait("non-bossy people", "bossy"));
  EXPECT_FALSE(mentions_trait("They show bossyness.", "bossy"));
  EXPECT_FALSE(mentions_trait("unbossy", "bossy"));
  EXPECT_FALSE(mentions_trait("bossy_1", "bossy"));
  EXPECT_TRUE(mentions_trait("bossyness, and bossy", "bossy"));  // the second one counts
  EXPECT_FALSE(mentions_trait("", "bossy"));
}

TEST(TraitMention, PlacesThatOverlapCountEach) {
  EXPECT_TRUE(mentions_trait("xa a a", "a a"));
  EXPECT_TRUE(mentions_trait("xc++c++c++ c", "c++ c"));
  EXPECT_FALSE(mentions_trait("xa a ax", "a a"));
}

TEST(TraitMention, SignsOfRegularExpressionsAreThemselves) {
  EXPECT_TRUE(mentions_trait("They write C++ all day.", "c++"));
  EXPECT_FALSE(mentions_trait("They write c all day.", "c++"));
  EXPECT_FALSE(mentions_trait("abossy", ".bossy"));
  EXPECT_TRUE(mentions_trait("so (very) loud", "(very)"));
  EXPECT_FALSE(mentions_trait("anything", ".*"));
  EXPECT_TRUE(mentions_trait("a [b\\d", "[b\\d"));
  EXPECT_FALSE(mentions_trait("bossy", "boss|bossy"));
}

TEST(TraitMention, WhiteSpaceOfAnyKindIsOne) {
  EXPECT_TRUE(mentions_trait("They are hard\n  working.", " hard\tworking "));
  EXPECT_FALSE(mentions_trait("hardworking", "hard working"));
  EXPECT_FALSE(mentions_trait("anything", " \n"));
  EXPECT_FALSE(mentions_trait("anything", ""));
}

TEST(TraitMention, OtherScriptsHaveWordsToo) {
  EXPECT_TRUE(mentions_trait("SIE SIND FLEISSIG UND KÜHL!", "kühl"));
  EXPECT_FALSE(mentions_trait("kühle", "kühl"));
  EXPECT_FALSE(mentions_trait("ähärte", "härte"));
}

TEST(TraitMention, HugeTextsTakeLinearTime) {
  const std::string text(10'000'000, 'a');
  EXPECT_FALSE(mentions_trait(text, std::string(5'000'000, 'a') + "b"));
  // There at every byte but the last half, and a whole word nowhere.
  EXPECT_FALSE(mentions_trait(text + "b", std::string(5'000'000, 'a')));
}

}  // namespace
}  // namespace plumb
