#include "serve/schema_check_json.h"

#include <gtest/gtest.h>

#include <fstream>

#include "serve/text_pattern.h"
#include "support/places.h"
#include "text/utf8.h"

namespace plumb {

using Json = nlohmann::json;

namespace {

const Json kDocument = Json::parse(R"({"components": {"schemas": {
  "Even": {"enum": [2, 4]},
  "Also": {"$ref": "#/components/schemas/Even"},
  "Cat": {"properties": {"kind": {"const": "cat"}, "purrs": {}}, "additionalProperties": false},
  "Dog": {"properties": {"kind": {"const": "dog"}, "barks": {}}, "additionalProperties": false},
  "Circle": {"$ref": "#/components/schemas/Ellipse"},
  "Ellipse": {"$ref": "#/components/schemas/Circle"}}}})");

TEST(SchemaCheck, JudgesEveryCaseOfTheTable) {
  std::ifstream file(source_path("tests/serve/schema_cases.json"));
  const Json cases = Json::parse(file);
  ASSERT_GE(cases.size(), 45U);
  const SchemaCheck schemas(kDocument);
  for (const Json& each : cases) {
    SCOPED_TRACE(each.at("about").get<std::string>());
    const auto known = schemas.know(each.at("schema"), "case");
    ASSERT_TRUE(known) << known.error().message;
    const auto problems = schemas.check(each.at("schema"), each.at("value"), "");
    const Json& expected = each.at("problems");
    ASSERT_EQ(problems.size(), expected.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
      EXPECT_EQ(problems[i].field, expected[i][0].get<std::string>());
      EXPECT_NE(problems[i].message.find(expected[i][1].get<std::string>()), std::string::npos)
          << problems[i].message;
    }
  }
}

TEST(SchemaCheck, ShowsTheValueShortened) {
  const SchemaCheck schemas(kDocument);
  const auto problems = schemas.check({{"type", "integer"}}, std::string(500, 'x'), "/a");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_LT(problems[0].value.size(), 100U);
  EXPECT_TRUE(problems[0].value.ends_with("..."));
}

TEST(SchemaCheck, StopsAtTwentyProblems) {
  const SchemaCheck schemas(kDocument);
  const Json many(1'000, "x");
  EXPECT_EQ(schemas.check({{"items", {{"type", "integer"}}}}, many, "").size(),
            SchemaCheck::kMostProblems);
}

TEST(SchemaCheck, RefusesWhatItWouldNotCheck) {
  const SchemaCheck schemas(kDocument);
  for (
      const char* schema :
      {R"({"multipleOf": 2})", R"({"not": {}})", R"({"if": {}})", R"({"nullable": true})",
       R"({"type": "text"})", R"({"type": []})", R"({"format": "email"})", R"({"pattern": "a+b"})",
       R"({"pattern": "^[a-z"})", R"({"minimum": "1"})",
       R"({"properties": {"a": {"items": {"contains": {}}}}})",
       R"({"$ref": "#/components/schemas/Nobody"})", R"({"$ref": "other.json"})",
       R"({"$ref": "#/components/schemas/Circle"})",
       R"({"discriminator": {"propertyName": "kind"}})",
       R"({"discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cow"}}})",
       R"({"$ref": "#/components/schemas/Even", "minimum": 3})", R"([])"}) {
    const auto known = schemas.know(Json::parse(schema), "here");
    ASSERT_FALSE(known) << schema;
    EXPECT_EQ(known.error().code, ErrorCode::unsupported) << schema;
  }
  EXPECT_TRUE(schemas.know(Json::parse(R"({"$ref": "#/components/schemas/Even",
                                           "description": "told beside a reference"})"),
                           "here"));
}

TEST(TextPattern, MayAskForAllOrNothing) {
  const auto pattern = TextPattern::parse("^([0-9]{8})?$");
  ASSERT_TRUE(pattern) << pattern.error().message;
  EXPECT_TRUE(pattern->matches(""));
  EXPECT_TRUE(pattern->matches("20260301"));
  for (const char* other : {"2026", "202603011", "2026030a"}) {
    EXPECT_FALSE(pattern->matches(other)) << other;
  }
  for (const char* unsupported : {"^([0-9]{8})$", "^([0-9]{8}?$", "^[0-9]{8})?$", "^(a|b)?$"}) {
    EXPECT_FALSE(TextPattern::parse(unsupported)) << unsupported;
  }
}

TEST(TextPattern, MayAskForAColonThatNothingEscapes) {
  const auto pattern = TextPattern::parse(R"((^|[^\\])(\\\\)*:)");
  ASSERT_TRUE(pattern) << pattern.error().message;
  for (const char* bare : {"name:value", ":", "name:", R"(a\:b:c)", R"(a\\:b)", R"(a\b:c)"}) {
    EXPECT_TRUE(pattern->matches(bare)) << bare;
  }
  for (const char* other : {"", "name", R"(a\:b)", R"(a\\\:b)", R"(\\)"}) {
    EXPECT_FALSE(pattern->matches(other)) << other;
  }
}

TEST(TextPattern, NotBlankIsWhatReadersTakeForIt) {
  const auto pattern = TextPattern::parse(kNotBlank);
  ASSERT_TRUE(pattern) << pattern.error().message;
  EXPECT_FALSE(pattern->matches(""));
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    char bytes[4];
    const std::string text(bytes, encode_code_point(c, bytes));
    ASSERT_EQ(pattern->matches(text), !is_blank(text)) << "U+" << std::hex << static_cast<int>(c);
    ASSERT_TRUE(pattern->matches(text + "x\t" + text));
  }
}

TEST(TextPattern, CountsCharactersNotBytes) {
  EXPECT_EQ(count_characters("aä漢😀"), 4U);
  const auto pattern = TextPattern::parse("^[^\\u0041-\\u005a]{4}$");
  ASSERT_TRUE(pattern);
  EXPECT_TRUE(pattern->matches("aä漢😀"));
  EXPECT_FALSE(pattern->matches("aä漢Z"));
}

}  // namespace
}  // namespace plumb
