#include "report/formats.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

#include "support/example_comparison.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

TEST(Formats, TheExtensionSaysTheFormat) {
  EXPECT_EQ(*report_format_of("a/b.json"), ReportFormat::json);
  EXPECT_EQ(*report_format_of("out.JUNIT.XML"), ReportFormat::junit);
  EXPECT_EQ(*report_format_of("x.y.md"), ReportFormat::markdown);
}

TEST(Formats, AnUnknownExtensionListsWhatThereIs) {
  const auto format = report_format_of("out.htm");
  ASSERT_FALSE(format.has_value());
  EXPECT_EQ(format.error().code, ErrorCode::invalid_input);
  for (const char* known : {".json", ".jsonl", ".csv", ".md", ".html", ".junit.xml", ".sarif",
                            ".png", ".svg", "did you mean .html?"}) {
    EXPECT_NE(format.error().message.find(known), std::string::npos) << known;
  }
  EXPECT_TRUE(report_format_of("a.xml").error().message.ends_with("did you mean .junit.xml?"));
  EXPECT_FALSE(report_format_of("folder.json/plain").has_value());
  EXPECT_FALSE(report_format_of("").has_value());
}

TEST(Formats, OneThatIsNotWrittenHereListsThoseThatAre) {
  constexpr std::array kTwo = {ReportFormat::json, ReportFormat::csv};
  EXPECT_EQ(*report_format_of("a.csv", kTwo), ReportFormat::csv);
  const auto refused = report_format_of("a.sarif", kTwo);
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().message.ends_with("take one of .json, .csv"))
      << refused.error().message;
  EXPECT_TRUE(report_format_of("a.xml", kTwo).error().message.ends_with(".json, .csv"));
}

TEST(Formats, WritesTheWholeFile) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "out.md").string();
  const std::vector<Comparison> one = {testing::example_comparison()};
  ASSERT_TRUE(write_report(path, one).has_value());
  std::ifstream file(path);
  const std::string content(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(content, comparison_markdown(one));
}

TEST(Formats, AFailureLeavesNoFileBehind) {
  const std::vector<Comparison> one = {testing::example_comparison()};
  const auto written = write_report("/no/such/folder/out.md", one);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
