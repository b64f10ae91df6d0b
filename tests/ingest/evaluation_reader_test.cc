#include "ingest/evaluation_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.h"

namespace plumb {
namespace {

std::string error_of(std::string_view json) {
  const auto entries = parse_evaluation(json, "e.json");
  EXPECT_FALSE(entries.has_value()) << json;
  return entries ? "" : entries.error().message;
}

TEST(Evaluation, KeepsEveryFieldInItsOrder) {
  const auto entries = parse_evaluation(R"([{"z":"a\n\u00e9","error":null,"n":-1.50,"b":true,
    "list":[1, {"x" : 2}],"a":""}])",
                                        "e.json");
  ASSERT_TRUE(entries) << entries.error().message;
  ASSERT_EQ(entries->size(), 1U);
  EXPECT_EQ(entries->front().fields,
            (std::vector<EvaluationField>{{"z", "a\n\u00e9", FieldKind::text},
                                          {"error", "", FieldKind::null},
                                          {"n", "-1.50", FieldKind::json},
                                          {"b", "true", FieldKind::json},
                                          {"list", R"([1,{"x":2}])", FieldKind::json},
                                          {"a", "", FieldKind::text}}));
}

TEST(Evaluation, TheLastOfTwoEqualKeysCountsAtThePlaceOfTheFirst) {
  const auto entries = parse_evaluation(R"([{"a":1,"b":2,"a":"x"}])", "e.json");
  ASSERT_TRUE(entries);
  EXPECT_EQ(entries->front().fields, (std::vector<EvaluationField>{{"a", "x", FieldKind::text},
                                                                   {"b", "2", FieldKind::json}}));
}

TEST(Evaluation, AListMayBeEmptyAndSoMayAnEntry) {
  EXPECT_TRUE(parse_evaluation("[]", "e.json")->empty());
  EXPECT_TRUE(parse_evaluation("\xef\xbb\xbf[{}]", "e.json")->front().fields.empty());
}

TEST(Evaluation, WhatIsNoListIsRefusedWithItsPlace) {
  EXPECT_EQ(error_of("{}"),
            "e.json:1:1: the file holds an object, not a list of entries: "
            "[{\"control_response\": ...}, ...]");
  for (const auto& [json, kind] : {std::pair("null", "null"), std::pair("7", "a number"),
                                   std::pair("\"a\"", "text"), std::pair("true", "a boolean")}) {
    EXPECT_EQ(error_of(json), fmt::format("e.json:1:1: the file holds {}, not a list of entries: "
                                          "[{{\"control_response\": ...}}, ...]",
                                          kind));
  }
  EXPECT_TRUE(error_of("\n  7\n").starts_with("e.json:2:3: the file holds a number"));
  EXPECT_TRUE(error_of("7, 8").starts_with("e.json:1:1: not valid JSON")) << error_of("7, 8");
  EXPECT_EQ(error_of("[{},\n {},\n  7]"), "e.json:3:3: entry 2 is a number, not an object");
  EXPECT_EQ(error_of("[null]"), "e.json:1:2: entry 0 is null, not an object");
  EXPECT_EQ(error_of(" \n"), "e.json: the file is empty, where a list of entries is expected");
  EXPECT_EQ(error_of("\xff"), "e.json: the file is not UTF-8; convert it first");
}

TEST(Evaluation, BadJsonIsRefusedWithItsPlace) {
  EXPECT_TRUE(
      error_of("[{\"a\":\"é\"},\n{\"b\":NaN}]").starts_with("e.json:2:6: not valid JSON: NaN"))
      << error_of("[{\"a\":\"é\"},\n{\"b\":NaN}]");
  EXPECT_TRUE(error_of("[{\"a\":1}").starts_with("e.json:1:"));
  EXPECT_TRUE(error_of("[{\"a\":1}] x").starts_with("e.json:1:"));
  EXPECT_NE(error_of("[{\"a\":1e400}]").find("a number is too large"), std::string::npos);
  EXPECT_NE(error_of("[{\"a\":{\"b\":[-1e999]}}]").find("a number is too large"),
            std::string::npos);
  EXPECT_NE(error_of(std::string(100, '[')).find("nested deeper than 64 levels"),
            std::string::npos);
}

TEST(Evaluation, TheFileNamesTheModel) {
  EXPECT_EQ(model_of_evaluation("results/evaluation_gemma2_9b.json"), "gemma2_9b");
  EXPECT_EQ(model_of_evaluation("evaluation_llama3.1.json"), "llama3.1");
  EXPECT_EQ(model_of_evaluation("answers.json"), "answers");
  EXPECT_EQ(model_of_evaluation("evaluation_.json"), "evaluation_");
}

class EvaluationFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) {
    std::ofstream(folder_.path() / name) << content;
  }
  std::string folder() const { return folder_.path().string(); }

  TemporaryFolder folder_;
};

TEST_F(EvaluationFolder, ModelsAreFoundByTheirNameOrItsPlainForm) {
  write("evaluation_gemma2_9b.json", "[{}]");
  write("evaluation_a.b.json", "[{}]");
  write("other.json", "[{}]");
  EXPECT_EQ(*find_evaluation(folder(), "gemma2:9b"), folder() + "/evaluation_gemma2_9b.json");
  EXPECT_EQ(*find_evaluation(folder(), "a.b"), folder() + "/evaluation_a.b.json");
  const auto missing = find_evaluation(folder(), "gemma2_9");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("which has a.b, gemma2_9b; did you mean gemma2_9b?"),
            std::string::npos)
      << missing.error().message;
  EXPECT_FALSE(find_evaluation(folder(), "../other"));
  EXPECT_EQ(*list_evaluations(folder()),
            (std::vector<std::string>{folder() + "/evaluation_a.b.json",
                                      folder() + "/evaluation_gemma2_9b.json"}));
}

TEST_F(EvaluationFolder, NoEvaluationIsASentence) {
  const auto none = list_evaluations(folder());
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("holds no evaluation_MODEL.json"), std::string::npos);
  const auto nowhere = list_evaluations(folder() + "/nowhere");
  ASSERT_FALSE(nowhere);
  EXPECT_NE(nowhere.error().message.find("cannot be read"), std::string::npos);
}

TEST_F(EvaluationFolder, AFileNeedsAnEntryAndAModel) {
  write("evaluation_x.json", "[]");
  const auto empty = read_evaluation(folder() + "/evaluation_x.json");
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().message.find("holds no entry"), std::string::npos);
  write("evaluation_...json", "[{}]");
  const auto nameless = read_evaluation(folder() + "/evaluation_...json");
  ASSERT_FALSE(nameless);
  EXPECT_NE(nameless.error().message.find("does not name a model"), std::string::npos);
}

}  // namespace
}  // namespace plumb
