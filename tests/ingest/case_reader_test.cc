#include "ingest/case_reader.h"

#include <gtest/gtest.h>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

std::string cases_error(std::string_view json) {
  const auto file = parse_cases(json, "cases.json");
  EXPECT_FALSE(file.has_value()) << json;
  return file ? "" : file.error().message;
}

std::string plans_error(std::string_view json) {
  const auto plans = parse_target_plans(json, "plans.json");
  EXPECT_FALSE(plans.has_value()) << json;
  return plans ? "" : plans.error().message;
}

std::string generation_error(std::string_view line) {
  const auto file = read_generations(memory_lines(line, 9, 1 << 20, "gen.jsonl"), {});
  EXPECT_FALSE(file.has_value()) << line;
  return file ? "" : file.error().message;
}

TEST(Cases, ReadsEveryField) {
  const auto file = parse_cases(R"({"cases":[{"id":"c1","patient_summary":"s",
    "critical_entities":["sertraline","insomnia"],"num_turns":2,
    "turns":[{"turn":1,"message":"hello"},{"turn":3,"message":"again"}],
    "metadata":{"source":"x"},"other":[1]},{"id":2}],"version":1})",
                                "cases.json");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  EXPECT_EQ(file->cases, (std::vector<Case>{{"c1",
                                             "s",
                                             {"sertraline", "insomnia"},
                                             {{1, "hello"}, {3, "again"}},
                                             R"({"source":"x"})"},
                                            {"2", "", {}, {}, ""}}));
  EXPECT_EQ(file->warnings, std::vector<std::string>{});
}

TEST(Cases, ReasoningIsATextOrTextsOfTheCaseElseOfItsMetadata) {
  const auto file = parse_cases(R"({"cases":[
    {"id":"a","reasoning":"one","metadata":{"counselor_think":"not this"}},
    {"id":"b","reasoning":["one"," ","two"]},
    {"id":"c","metadata":{"counselor_think":["three"]}},
    {"id":"d","reasoning":null,"metadata":{"counselor_think":null}},
    {"id":"e","reasoning":""}]})",
                                "cases.json");
  ASSERT_TRUE(file.has_value()) << file.error().message;
  const std::vector<std::vector<std::string>> expected = {
      {"one"}, {"one", "two"}, {"three"}, {}, {}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(file->cases[i].reasoning, expected[i]) << i;
  }
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","reasoning":3}]})"),
            "cases.json: cases[0].reasoning is 3, not text");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","metadata":{"counselor_think":["x",{}]}}]})"),
            "cases.json: cases[0].metadata.counselor_think[1] is {}, not text");
}

TEST(Cases, WarnsWhereNumTurnsIsNotTheNumberOfTurns) {
  const auto file =
      parse_cases(R"({"cases":[{"id":"c","num_turns":5,"turns":[{"turn":1}]}]})", "cases.json");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->warnings, std::vector<std::string>{
                                "case \"c\" says num_turns 5, but has 1 turns; the turns count"});
}

TEST(Cases, NamesTheMemberThatIsWrong) {
  EXPECT_EQ(cases_error("[]"),
            "cases.json: there is no array \"cases\"; the file is {\"cases\": [{\"id\": ...}, "
            "...]}");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a"},{"turns":[]}]})"),
            "cases.json: cases[1] has no \"id\"");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":" "}]})"), "cases.json: cases[0].id is blank");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a"},{"id":"b"},{"id":"a"}]})"),
            "cases.json: cases[2] has the id \"a\" of cases[0]; give each case its own");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","turns":[{"turn":2},{"turn":1}]}]})"),
            "cases.json: cases[0].turns[1] is turn 1, behind turn 2 in cases[0].turns[0]; turns of "
            "a case ascend, each once");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","turns":[{"turn":"1"}]}]})"),
            "cases.json: cases[0].turns[0].turn is \"1\", not a whole number");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","critical_entities":["x",3]}]})"),
            "cases.json: cases[0].critical_entities[1] is 3, not text");
  EXPECT_EQ(cases_error(R"({"cases":[{"id":"a","metadata":[]}]})"),
            "cases.json: cases[0].metadata is [], not an object");
}

TEST(Cases, RefusesWhatIsNotJsonWithItsPlace) {
  EXPECT_EQ(cases_error("{\"cases\":\n [\u00e9]}"),
            "cases.json:2:3: not valid JSON: something is missing or out of place, or the text is "
            "not UTF-8");
  EXPECT_EQ(cases_error("{\"cases\":[1e400]}"),
            "cases.json: not valid JSON: a number is too large, such as 1e400");
  EXPECT_EQ(cases_error(std::string(10'000, '[')),
            "cases.json: the JSON is nested deeper than 64 levels");
  EXPECT_EQ(cases_error(std::string_view("{}\0{", 4)),
            "cases.json:1:3: not valid JSON: a NUL byte");
}

TEST(TargetPlansFile, ReadsTextsAndObjects) {
  const auto plans = parse_target_plans(
      R"({"meta":{"made":"x"},"plans":{"b":{"plan":"p2","source":"rules"},"a":"p1","c":null}})",
      "plans.json");
  ASSERT_TRUE(plans.has_value()) << plans.error().message;
  EXPECT_EQ(*plans, (TargetPlans{R"({"made":"x"})",
                                 {{"a", "p1", ""}, {"b", "p2", R"({"source":"rules"})"}}}));
  EXPECT_EQ(plans->find("b")->plan, "p2");
  EXPECT_EQ(plans->find("c"), nullptr);
}

TEST(TargetPlansFile, NamesTheMemberThatIsWrong) {
  EXPECT_EQ(plans_error("{}"),
            "plans.json: there is no object \"plans\"; the file is {\"plans\": {\"ID\": "
            "\"...\"}}");
  EXPECT_EQ(plans_error(R"({"plans":{"a":3}})"), "plans.json: plans[\"a\"] is 3, not text");
  EXPECT_EQ(plans_error(R"({"plans":{"a":{"text":"x"}}})"),
            "plans.json: plans[\"a\"] has no \"plan\"");
}

TEST(Generations, ReadsBothSpellingsAndKeepsRowsThatFailed) {
  const auto file = read_generations(
      memory_lines("{\"case_id\":\"c\",\"turn_num\":1,\"variant\":\"Summary\",\"response_text\":"
                   "\"r\",\"status\":\"OK\"}\n\n"
                   "{\"case_id\":7,\"turn_idx\":0,\"output_text\":\"o\"}\n"
                   "{\"case_id\":\"c\",\"turn_num\":2,\"status\":\"timeout\"}\n"),
      {});
  ASSERT_TRUE(file.has_value()) << file.error().message;
  EXPECT_EQ(file->generations,
            (std::vector<Generation>{{"c", 1, GenerationVariant::summary, "r", "ok", 1},
                                     {"7", 0, GenerationVariant::dialogue, "o", "ok", 3},
                                     {"c", 2, GenerationVariant::dialogue, "", "timeout", 4}}));
  EXPECT_FALSE(file->generations[2].ok());
}

TEST(Generations, NamesFieldValueAndPlaceOfAWrongType) {
  EXPECT_EQ(generation_error(R"({"turn_num":1,"response_text":"r"})"),
            "gen.jsonl:1:1: there is no \"case_id\", which every generation needs");
  EXPECT_EQ(generation_error(R"({"case_id":"c","response_text":"r"})"),
            "gen.jsonl:1:1: there is no \"turn_num\" or \"turn_idx\", which every generation "
            "needs");
  EXPECT_EQ(generation_error(R"({"case_id":"c","turn_num":1e3,"response_text":"r"})"),
            "gen.jsonl:1:27: \"turn_num\" is 1e3, not a whole number");
  EXPECT_EQ(generation_error(R"({"case_id":"c","turn_num":1,"variant":"x"})"),
            "gen.jsonl:1:39: \"variant\" is \"x\", not \"summary\" or \"dialogue\"");
  EXPECT_EQ(generation_error(R"({"case_id":"c","turn_num":1})"),
            "gen.jsonl:1:1: there is no \"response_text\" or \"output_text\", which every "
            "generation needs");
}

constexpr std::string_view kBesideOthers =
    "{\"case_id\":\"c\",\"turn_num\":1,\"response_text\":\"a\"}\n"
    "{\"case_id\":\"zzz\",\"turn_num\":1,\"response_text\":\"b\"}\n"
    "{\"case_id\":\"c\",\"turn_num\":1,\"status\":\"timeout\"}\n"
    "{\"case_id\":\"c\",\"turn_idx\":1,\"response_text\":\"d\"}\n"
    "{\"case_id\":\"c\",\"turn_num\":1,\"variant\":\"summary\",\"response_text\":\"e\"}\n";

TEST(Generations, NamesThePlaceOfAnAnswerToAnotherCase) {
  const std::vector<Case> cases = {{"c", {}, {}, {}, {}}};
  const auto file = read_generations(memory_lines(kBesideOthers), {.cases = &cases});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message, "memory:2:12: case \"zzz\" is not among the cases");
}

TEST(Generations, NamesThePlaceOfASecondAnswer) {
  const auto file = read_generations(memory_lines(kBesideOthers), {});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message,
            "memory:4:27: turn 1 of case \"c\" (dialogue) is answered in line 1 already; keep one");
}

TEST(Generations, SkipsWhatIsWrongOnlyBesideTheOthers) {
  const std::vector<Case> cases = {{"c", {}, {}, {}, {}}};
  const auto file =
      read_generations(memory_lines(kBesideOthers), {.cases = &cases, .skip_bad = true});
  ASSERT_TRUE(file) << file.error().message;
  std::vector<std::uint64_t> lines;
  for (const Generation& generation : file->generations) lines.push_back(generation.line);
  EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 3, 5}));
  EXPECT_EQ(file->skipped, 2U);
}

TEST(Generations, CountsBadLinesWhereTheyMayBeSkipped) {
  const auto file = read_generations(
      memory_lines("x\n{\"case_id\":\"c\",\"turn_num\":1,\"response_text\":\"r\"}\n{}\n"),
      {.skip_bad = true});
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->generations.size(), 1U);
  EXPECT_EQ(file->skipped, 2U);
  EXPECT_EQ(file->first_skipped, "memory:1:1: the line is not a JSON object");
}

}  // namespace
}  // namespace plumb
