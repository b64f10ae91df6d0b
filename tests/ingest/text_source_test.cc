#include "ingest/text_source.h"

#include <gtest/gtest.h>

#include <vector>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

TextSource source_of(std::string_view bytes, const TextSourceOptions& options = {},
                     std::string name = "<stdin>") {
  auto source =
      TextSource::from(memory_lines(bytes, 7, options.max_line_bytes, std::move(name)), options);
  EXPECT_TRUE(source.has_value());
  return *std::move(source);
}

Texts read_all(TextSource& source) {
  Texts texts;
  while (true) {
    const auto record = source.next();
    EXPECT_TRUE(record.has_value()) << record.error().message;
    if (!record || !*record) return texts;
    texts.emplace_back((*record)->text);
  }
}

TEST(TextSource, TakesEveryPlainLineEmptyOnesIncluded) {
  auto source = source_of("a\n\n  b \n");
  EXPECT_EQ(source.format(), TextFormat::lines);
  EXPECT_EQ(read_all(source), (Texts{"a", "", "  b "}));
}

TEST(TextSource, KnowsJsonLinesByTheFirstByteOrTheExtension) {
  TextSourceOptions as_lines;
  as_lines.format = TextFormat::lines;
  EXPECT_EQ(source_of("{\"text\":\"a\"}").format(), TextFormat::jsonl);
  EXPECT_EQ(source_of("\xef\xbb\xbf{\"text\":\"a\"}").format(), TextFormat::jsonl);
  EXPECT_EQ(source_of("", {}, "x.ndjson").format(), TextFormat::jsonl);
  EXPECT_EQ(source_of("plain", {}, "x.jsonl").format(), TextFormat::jsonl);
  EXPECT_EQ(source_of("plain", {}, "x.JSONL").format(), TextFormat::jsonl);
  EXPECT_EQ(source_of("{\"a\":1}", as_lines).format(), TextFormat::lines);
}

TEST(TextSource, SkipsBlankLinesAndAPlumbHeaderInJsonLines) {
  auto source = source_of("{\"plumb\":\"execution/1\"}\n\n  \r\n{\"text\":\"a\"}\n\n");
  EXPECT_EQ(read_all(source), Texts{"a"});
  EXPECT_EQ(source.skipped(), 0U);
}

TEST(TextSource, StopsAtABadLineAndSaysWhere) {
  auto source = source_of("{\"text\":\"a\"}\n{\"text\":\"b\",}\n", {}, "c.jsonl");
  EXPECT_TRUE(source.next().has_value());
  const auto bad = source.next();
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().code, ErrorCode::invalid_input);
  EXPECT_TRUE(bad.error().message.starts_with("c.jsonl:2:")) << bad.error().message;
}

TEST(TextSource, SaysHowAJsonFileIsReadWhenItIsOneDocument) {
  for (const char* document : {"[{\"text\":\"a\"}]", "{\n \"text\": \"a\"\n}\n"}) {
    auto source = source_of(document, {}, "whole.json");
    const auto bad = source.next();
    ASSERT_FALSE(bad.has_value()) << document;
    EXPECT_TRUE(
        bad.error().message.ends_with("; a .json file is read as JSON Lines, an object a "
                                      "line"))
        << bad.error().message;
  }
}

TEST(TextSource, CountsBadLinesWhenToldToSkipThem) {
  TextSourceOptions options;
  options.skip_bad = true;
  options.max_line_bytes = 20;
  auto source = source_of(
      "{\"text\":\"a\"}\nnot json\n{\"text\":\"0123456789012345678\"}\n{\"text\":\"b\"}\n",
      options);
  EXPECT_EQ(read_all(source), (Texts{"a", "b"}));
  EXPECT_EQ(source.skipped(), 2U);
  EXPECT_EQ(source.first_skipped(), "<stdin>:2:1: the line is not a JSON object");
}

}  // namespace
}  // namespace plumb
