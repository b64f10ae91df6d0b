#include "text/term_list.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace plumb {
namespace {

TermList list_of(std::string_view file) {
  auto list = TermList::parse(file, "test");
  EXPECT_TRUE(list.has_value()) << (list ? "" : list.error().message);
  return list ? *std::move(list) : *TermList::parse("x", "fallback");
}

std::string error_of(std::string_view file) {
  const auto list = TermList::parse(file, "my.txt");
  return list ? "" : list.error().message;
}

bool occurs(std::string_view term, std::string_view text) {
  return list_of(term).find(text).has_value();
}

TEST(TermList, MatchesWholeWordsInAnyCase) {
  EXPECT_TRUE(occurs("plan", "A PLAN."));
  EXPECT_TRUE(occurs("Plan", "the care-plan"));
  EXPECT_FALSE(occurs("plan", "planet"));
  EXPECT_FALSE(occurs("plan", "explan"));
  EXPECT_FALSE(occurs("plan", "plan_b"));
  EXPECT_TRUE(occurs("\u00C9T\u00C9", "l'\u00E9t\u00E9"));
}

TEST(TermList, AStemTakesAnyEnding) {
  EXPECT_TRUE(occurs("suicid*", "Suicidal thoughts"));
  EXPECT_TRUE(occurs("suicid*", "suicide"));
  EXPECT_TRUE(occurs("suicid*", "suicid"));
  EXPECT_FALSE(occurs("suicid*", "parasuicidal"));
}

TEST(TermList, WordsOfATermMayBeApartByAnyWhiteSpace) {
  EXPECT_TRUE(occurs("safe right now", "are you Safe\n  right\u00A0now?"));
  EXPECT_FALSE(occurs("safe right now", "safe, right now"));
  EXPECT_TRUE(occurs("self-harm", "thoughts of self-harm"));
}

TEST(TermList, TheFirstMatchIsTheLongestAtTheFirstPlace) {
  const TermList list = list_of("safety\nsafety plan\nplan\n");
  const std::string_view text = "Our Safety  plan is done";
  const auto match = list.find(text);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->term->text, "safety plan");
  EXPECT_EQ(match->range.of(text), "Safety  plan");
  EXPECT_EQ(list.find_all(text).size(), 3u);
}

TEST(TermList, GroupsCommentsAndBlankLines) {
  const TermList list = list_of("# note\n\n[action]\r\n try \r\n[risk]\nrisk\n[action]\nstop\n");
  EXPECT_EQ(list.groups(), (std::vector<std::string>{"action", "risk"}));
  EXPECT_EQ(list.find("stop it")->term->group, list.group("action"));
  EXPECT_EQ(list.find("RISK")->term->group, list.group("risk"));
  EXPECT_FALSE(list.group("other"));
}

TEST(TermList, TwoFilesOfOneNameAreToldApart) {
  EXPECT_NE(list_of("a").sha256(), list_of("b").sha256());
  EXPECT_EQ(list_of("a").sha256().size(), 64u);
}

TEST(TermList, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("ok\nsui*cid\n"), "my.txt:2: a \"*\" may only end a term");
  EXPECT_EQ(error_of("***"), "my.txt:1: a \"*\" may only end a term");
  EXPECT_EQ(error_of("*"), "my.txt:1: there is no word in this term");
  EXPECT_EQ(error_of("plan *"), "my.txt:1: a \"*\" must stand right behind its word");
  EXPECT_EQ(error_of("[action"), "my.txt:1: the group's name lacks its \"]\"");
  EXPECT_EQ(error_of("[ ]"), "my.txt:1: the group has no name");
  EXPECT_EQ(error_of("# nothing\n"), "the term list my.txt has no term in it; write one a line");
}

}  // namespace
}  // namespace plumb
