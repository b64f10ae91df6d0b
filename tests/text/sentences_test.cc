#include "text/sentences.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace plumb {
namespace {

using Sentences = std::vector<std::string>;

Sentences split(std::string_view text) {
  Sentences sentences;
  for (const TextRange& range : split_sentences(text)) sentences.emplace_back(range.of(text));
  return sentences;
}

TEST(Sentences, EndAtStopsBeforeWhiteSpace) {
  EXPECT_EQ(split("Rest today. Drink water!  Are you well? Yes."),
            (Sentences{"Rest today.", "Drink water!", "Are you well?", "Yes."}));
  EXPECT_EQ(split("it is all lower case. nobody minds."),
            (Sentences{"it is all lower case.", "nobody minds."}));
}

TEST(Sentences, TheLastOneNeedsNoStop) {
  EXPECT_EQ(split("One. Two"), (Sentences{"One.", "Two"}));
}

TEST(Sentences, NumbersNamesAndFilesDoNotEndThem) {
  EXPECT_EQ(split("Take 2.5 mg of it. Edit plumb.toml now."),
            (Sentences{"Take 2.5 mg of it.", "Edit plumb.toml now."}));
}

TEST(Sentences, TitlesAndInitialsDoNotEndThem) {
  EXPECT_EQ(split("Dr. J. Smith came. He saw approx. five."),
            (Sentences{"Dr. J. Smith came.", "He saw approx. five."}));
  EXPECT_EQ(split("Move, e.g. Monday. I.e. soon."),
            (Sentences{"Move, e.g. Monday.", "I.e. soon."}));
}

TEST(Sentences, ShorteningsEndThemBeforeACapital) {
  EXPECT_EQ(split("We met at 5 p.m. on Friday."), (Sentences{"We met at 5 p.m. on Friday."}));
  EXPECT_EQ(split("Bring pens, paper, etc. Then we start."),
            (Sentences{"Bring pens, paper, etc.", "Then we start."}));
  EXPECT_EQ(split("Come at 5 p.m. Bring the forms."),
            (Sentences{"Come at 5 p.m.", "Bring the forms."}));
}

TEST(Sentences, AnEllipsisEndsThemBeforeACapitalAlone) {
  EXPECT_EQ(split("Well... maybe so. Wait... No."),
            (Sentences{"Well... maybe so.", "Wait...", "No."}));
  EXPECT_EQ(split("Well\u2026 maybe. Wait\u2026 No."),
            (Sentences{"Well\u2026 maybe.", "Wait\u2026", "No."}));
}

TEST(Sentences, QuotesAndBracketsBelongToWhatTheyClose) {
  EXPECT_EQ(split("\"Stop.\" He left. (It rained.) \u201CGo!\u201D We went."),
            (Sentences{"\"Stop.\"", "He left.", "(It rained.)", "\u201CGo!\u201D", "We went."}));
  EXPECT_EQ(split("\"Why?\" she asked. **Rest now.** Then go."),
            (Sentences{"\"Why?\" she asked.", "**Rest now.**", "Then go."}));
}

TEST(Sentences, RunsOfStopsAreOne) {
  EXPECT_EQ(split("What?! Really!!! Yes."), (Sentences{"What?!", "Really!!!", "Yes."}));
}

TEST(Sentences, ListLinesAreSentencesWithoutTheirMarks) {
  EXPECT_EQ(split("Do this:\n- walk daily\n- sleep well. Often.\n1. First thing\n2) Second\n"
                  "b) third\n\u2022 fourth"),
            (Sentences{"Do this:", "walk daily", "sleep well.", "Often.", "First thing", "Second",
                       "third", "fourth"}));
}

TEST(Sentences, HeadingsStandAlone) {
  EXPECT_EQ(split("# Plan\nWe start here.\n## Risk\nNone known."),
            (Sentences{"Plan", "We start here.", "Risk", "None known."}));
}

TEST(Sentences, WrappedLinesStayTogetherAndBlankOnesSeparate) {
  EXPECT_EQ(split("This line\r\ngoes on\n\nA new paragraph\n \nAnother"),
            (Sentences{"This line\r\ngoes on", "A new paragraph", "Another"}));
}

TEST(Sentences, EastAsianStopsNeedNoSpace) {
  EXPECT_EQ(split("我每天散步。你好吗？很好！「行きます。」それから"),
            (Sentences{"我每天散步。", "你好吗？", "很好！", "「行きます。」", "それから"}));
}

TEST(Sentences, MarksBehindAStopThatStartAWordBelongToIt) {
  EXPECT_EQ(split("好。__name__ is set"), (Sentences{"好。", "__name__ is set"}));
  EXPECT_EQ(split("**好。**次"), (Sentences{"**好。**", "次"}));
}

TEST(Sentences, WhiteSpaceAndMarksAloneAreNone) {
  EXPECT_EQ(split(""), Sentences{});
  EXPECT_EQ(split(" \n\t "), Sentences{});
  EXPECT_EQ(split("---\n...\n***"), Sentences{});
}

TEST(Sentences, BrokenBytesAreKeptInPlace) {
  EXPECT_EQ(split("a\xff bb. C\xc3. D"), (Sentences{"a\xff bb.", "C\xc3.", "D"}));
}

TEST(Sentences, AnInitialIsNotTheWordI) {
  EXPECT_EQ(split("So do I. You know."), (Sentences{"So do I.", "You know."}));
}

}  // namespace
}  // namespace plumb
