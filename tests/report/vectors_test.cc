#include "report/vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include "report/json_value.h"

namespace plumb {
namespace {

std::string rendered(const auto& row, RowFormat format) {
  std::string out = "what was there before";
  render_row(row, format, out);
  return out;
}

const std::vector<float> kVector = {0.1F, -2.5e-8F, 1.0F};
const VectorRow kRow = {3, "\"a,\\\"b\\\"\"", 12, true, kVector};

TEST(VectorRow, IsOneJsonObject) {
  EXPECT_EQ(
      rendered(kRow, RowFormat::jsonl),
      R"({"index":3,"id":"a,\"b\"","tokens":12,"truncated":true,"embedding":[0.1,-2.5e-08,1]})");
  EXPECT_EQ(rendered(VectorRow{0, "", 2, false, {}}, RowFormat::json),
            R"({"index":0,"tokens":2,"truncated":false,"embedding":[]})");
}

TEST(VectorRow, QuotesTheIdInCsv) {
  EXPECT_EQ(rendered(kRow, RowFormat::csv), "3,\"a,\"\"b\"\"\",12,true,0.1,-2.5e-08,1");
  EXPECT_EQ(rendered(VectorRow{0, "17", 2, false, kVector}, RowFormat::csv),
            "0,17,2,false,0.1,-2.5e-08,1");
}

TEST(VectorRow, AnIdThatASpreadsheetWouldRunIsTextInCsv) {
  const std::vector<std::int32_t> ids = {101};
  EXPECT_EQ(rendered(VectorRow{0, "\"=1+1\"", 2, false, {}}, RowFormat::csv), "0,'=1+1,2,false");
  EXPECT_EQ(rendered(TokenRow{0, "\"@a,b\"", false, ids}, RowFormat::csv),
            "0,\"'@a,b\",1,false,101");
  EXPECT_EQ(rendered(VectorRow{0, "-17", 2, false, {}}, RowFormat::csv), "0,-17,2,false");
  EXPECT_EQ(rendered(VectorRow{0, "\"=1+1\"", 2, false, {}, true}, RowFormat::csv),
            "0,=1+1,2,false");
}

TEST(VectorRow, IsItsBytesInNpy) {
  const std::string bytes = rendered(kRow, RowFormat::npy);
  ASSERT_EQ(bytes.size(), 12U);
  EXPECT_EQ(std::memcmp(bytes.data(), kVector.data(), 12), 0);
}

TEST(TokenRow, IsRenderedInEveryFormat) {
  const std::vector<std::int32_t> ids = {101, 7592, 102};
  const TokenRow row = {1, "\"x\"", false, ids};
  EXPECT_EQ(rendered(row, RowFormat::text), "101 7592 102");
  EXPECT_EQ(rendered(row, RowFormat::csv), "1,x,3,false,101 7592 102");
  EXPECT_EQ(rendered(row, RowFormat::jsonl),
            R"({"index":1,"id":"x","tokens":3,"truncated":false,"ids":[101,7592,102]})");
}

TEST(JsonNumber, ReadsBackAsTheSameFloat) {
  const unsigned seed = 42;
  std::mt19937 random(seed);
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    std::string text;
    append_json_number(text, value);
    if (!std::isfinite(value)) {
      EXPECT_EQ(text, "null");
      continue;
    }
    const float back = std::strtof(text.c_str(), nullptr);
    EXPECT_EQ(std::memcmp(&back, &value, sizeof value), 0) << text << " seed " << seed;
  }
}

TEST(JsonString, EscapesAndReplacesInvalidUtf8) {
  EXPECT_EQ(json_string("a\"\n\xff"), "\"a\\\"\\n\ufffd\"");
}

TEST(SimilarityTable, CutsLabelsAtCharacters) {
  const std::vector<std::string> texts = {
      "one\ttwo", std::string(30, 'x') + " \u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"};
  const std::string table =
      similarity_table(texts, [](std::size_t i, std::size_t j) { return i == j ? 1.0 : -0.25; });
  EXPECT_EQ(table, "          1      2\n   1  1.000 -0.250  one two\n   2 -0.250  1.000  " +
                       std::string(30, 'x') + " \u00e9\u00e9\u00e9\u00e9\u00e9...\n");
}

}  // namespace
}  // namespace plumb
