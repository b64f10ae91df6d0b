#include "ingest/json_text.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using namespace std::string_view_literals;

std::string text_of(std::string_view line, std::string field = "text") {
  JsonTextParser parser(std::move(field));
  const auto found = parser.parse(line);
  return found ? std::string(found->text) : "error: " + found.error().reason;
}

JsonProblem problem_of(std::string_view line) {
  JsonTextParser parser("text");
  const auto found = parser.parse(line);
  EXPECT_FALSE(found.has_value()) << line;
  return found ? JsonProblem{} : found.error();
}

TEST(JsonText, ReadsTheFieldWhereverItStands) {
  EXPECT_EQ(text_of(R"({"text":"a"})"), "a");
  EXPECT_EQ(text_of(R"( {"x":[1,{"text":"no"}], "y":{"text":"no"}, "text" : "a" } )"), "a");
  EXPECT_EQ(text_of(R"({"output":"b"})", "output"), "b");
  EXPECT_EQ(text_of(R"({"text":""})"), "");
}

TEST(JsonText, FollowsDotsIntoObjectsAndFindsKeysWithDots) {
  EXPECT_EQ(text_of(R"({"response":{"body":{"text":"deep"}}})", "response.body.text"), "deep");
  EXPECT_EQ(text_of(R"({"response.body":"flat"})", "response.body"), "flat");
  EXPECT_EQ(text_of(R"({"a.b":{"c":"mixed"}})", "a.b.c"), "mixed");
}

TEST(JsonText, TakesTheLastOfEqualKeys) {
  EXPECT_EQ(text_of(R"({"text":"a","text":"b"})"), "b");
  EXPECT_EQ(text_of(R"({"text":1,"text":"b"})"), "b");
}

TEST(JsonText, UnescapesStrings) {
  EXPECT_EQ(text_of(R"({"text":"\u00e9 \ud83d\ude00 \"\\\/\b\n"})"), "\u00e9 \U0001f600 \"\\/\b\n");
  EXPECT_EQ(text_of(R"({"text":"a\u0000b"})"), "a\0b"sv);
}

TEST(JsonText, ReplacesHalvesOfSurrogatePairs) {
  EXPECT_EQ(text_of(R"({"text":"\ud800"})"), "\ufffd");
  EXPECT_EQ(text_of(R"({"text":"\ud800\ud83d\ude00"})"), "\ufffd\U0001f600");
  EXPECT_EQ(text_of(R"({"text":"\ude00\ud83dx"})"), "\ufffd\ufffdx");
  EXPECT_EQ(text_of(R"({"text":"\\ud800"})"), "\\ud800");
}

TEST(JsonText, ReplacesInvalidUtf8AsPythonDoes) {
  EXPECT_EQ(text_of("{\"text\":\"a\xff z\"}"), "a\ufffd z");
  EXPECT_EQ(text_of("{\"text\":\"\xe2\x82\"}"), "\ufffd");
  EXPECT_EQ(text_of("{\"text\":\"\xed\xa0\x80\"}"), "\ufffd\ufffd\ufffd");
}

TEST(JsonText, CarriesTheIdAsItIsWritten) {
  JsonTextParser parser("text");
  EXPECT_EQ(parser.parse(R"({"id": "r\u00e91" , "text":"a"})")->id, R"("r\u00e91")");
  EXPECT_EQ(parser.parse(R"({"text":"a","id":123456789012345678901234567890 })")->id,
            "123456789012345678901234567890");
  EXPECT_EQ(parser.parse(R"({"text":"a","id":null})")->id, "");
  EXPECT_EQ(parser.parse(R"({"text":"a"})")->id, "");
  EXPECT_EQ(problem_of(R"({"text":"a","id":[1]})").reason,
            "the field \"id\" is neither a string nor a number");
}

TEST(JsonText, RefusesWhatIsNotJsonWhereverItStands) {
  for (const auto line :
       {R"({"text":"a")"sv, R"({"text":"a"}})"sv, R"({"text":"a"} x)"sv, R"({"text":"a",})"sv,
        R"({"text":"a","x":tru})"sv, R"({"text":"a","x":01})"sv, R"({"text":"a","x":1.})"sv,
        R"({"text":"a","x":[1 2]})"sv, R"({"text":"a","x":{"y"}})"sv, R"({"text":"\x"})"sv,
        R"({"text":"a)"sv, "{\"text\":\"a\tb\"}"sv, R"({"text":"a"}{"text":"b"})"sv,
        R"({"text":"a","x":nul})"sv, R"({"text":"a","x":--1})"sv, R"({text:"a"})"sv, "{"sv,
        R"({"text":"a" "x":1})"sv, R"({"text":"a","x":NaN})"sv}) {
    EXPECT_TRUE(problem_of(line).reason.starts_with("not valid JSON: "))
        << line << " gave " << problem_of(line).reason;
  }
  for (const auto line : {"[1]"sv, "\"text\""sv, "text"sv, "12"sv}) {
    EXPECT_EQ(problem_of(line).reason, "the line is not a JSON object") << line;
  }
}

TEST(JsonText, SaysTheColumnInCharacters) {
  EXPECT_EQ(problem_of(R"({"text":"a","x":tru})").column, 17U);
  EXPECT_EQ(problem_of("{\"a\":\"\u00e9\u00e9\",\"x\":tru}").column, 15U);
  EXPECT_EQ(problem_of(R"({"text":"a"} {})").column, 14U);
  EXPECT_EQ(problem_of(R"({"a":1,"text":7})").column, 15U);
  EXPECT_EQ(problem_of(R"({"a":1})").column, 1U);
}

TEST(JsonText, BoundsTheDepthOfNesting) {
  const auto nested = [](std::size_t depth) {
    return "{\"text\":\"a\",\"x\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(text_of(nested(200)), "a");
  EXPECT_EQ(problem_of(nested(100'000)).reason,
            "not valid JSON: it is nested deeper than 256 levels");
}

TEST(JsonText, TellsAPlumbHeaderFromABadLine) {
  EXPECT_TRUE(problem_of(R"({"plumb":"execution/1","name":"x"})").is_header);
  EXPECT_FALSE(problem_of(R"({"name":"x"})").is_header);
}

}  // namespace
}  // namespace plumb
