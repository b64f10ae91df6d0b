#include "report/row_writer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "../support/file_size_limit.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

const RowEnvelope kEnvelope = {"embed/1", R"({"model":"m"})", "a,b", 2};

class RowWriterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ =
        (fs::path(::testing::TempDir()) / ("row_writer_" + std::to_string(::getpid()))).string();
  }
  void TearDown() override {
    fs::remove(path_);
    fs::remove(path_ + ".partial");
  }

  RowWriter begin(RowFormat format) const {
    auto file = OutputFile::create(path_);
    EXPECT_TRUE(file.has_value());
    auto writer = RowWriter::begin(*std::move(file), format, kEnvelope);
    EXPECT_TRUE(writer.has_value());
    return *std::move(writer);
  }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string path_;
};

TEST_F(RowWriterTest, WritesOneJsonDocument) {
  RowWriter writer = begin(RowFormat::json);
  ASSERT_TRUE(writer.add("1").has_value());
  ASSERT_TRUE(writer.add("2").has_value());
  ASSERT_TRUE(writer.finish(",\"skipped\":0").has_value());
  EXPECT_EQ(content(path_),
            "{\"plumb\":\"embed/1\",\"provenance\":{\"model\":\"m\"},\"results\":[\n1,\n2\n]"
            ",\"skipped\":0}\n");
}

TEST_F(RowWriterTest, ClosesAJsonDocumentAfterAFailure) {
  RowWriter writer = begin(RowFormat::json);
  ASSERT_TRUE(writer.add("1").has_value());
  writer.abandon("it \"broke\"");
  EXPECT_TRUE(content(path_ + ".partial").ends_with("[\n1\n],\"error\":\"it \\\"broke\\\"\"}\n"));
}

TEST_F(RowWriterTest, PutsTheHeaderBeforeCsvRows) {
  RowWriter writer = begin(RowFormat::csv);
  ASSERT_TRUE(writer.add("1,2").has_value());
  ASSERT_TRUE(writer.finish().has_value());
  EXPECT_EQ(content(path_), "a,b\n1,2\n");
}

TEST_F(RowWriterTest, KeepsTheNpyHeaderTrueAtEveryCheckpoint) {
  RowWriter writer = begin(RowFormat::npy);
  for (int rows = 1; rows <= 3; ++rows) {
    ASSERT_TRUE(writer.add("12345678").has_value());
    ASSERT_TRUE(writer.checkpoint().has_value());
    const std::string file = content(path_ + ".partial");
    ASSERT_EQ(file.size(), 128U + 8U * static_cast<std::size_t>(rows));
    EXPECT_EQ(file.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
    EXPECT_EQ(file[127], '\n');
    EXPECT_NE(file.find("'shape': (" + std::to_string(rows) + ", 2)"), std::string::npos);
  }
}

TEST_F(RowWriterTest, CountsTheRowsThatFitOnAFullDisk) {
  RowWriter writer = begin(RowFormat::npy);
  for (int row = 0; row < 10; ++row) ASSERT_TRUE(writer.add("12345678").has_value());
  {
    const FileSizeLimit full(128 + 3 * 8 + 5);
    EXPECT_FALSE(writer.checkpoint().has_value());
    writer.abandon("full");
  }
  EXPECT_EQ(writer.rows(), 3U);
  const std::string file = content(path_ + ".partial");
  EXPECT_EQ(file.size(), 128U + 3U * 8U);
  EXPECT_NE(file.find("'shape': (3, 2)"), std::string::npos);
}

TEST_F(RowWriterTest, LeavesNoFileWhereNoRowCame) {
  RowWriter writer = begin(RowFormat::jsonl);
  writer.abandon("nothing");
  EXPECT_FALSE(fs::exists(path_));
  EXPECT_FALSE(fs::exists(path_ + ".partial"));
}

TEST(RowFormat, IsKnownByTheExtension) {
  EXPECT_EQ(format_of_extension("a/b.json"), RowFormat::json);
  EXPECT_EQ(format_of_extension("b.jsonl"), RowFormat::jsonl);
  EXPECT_EQ(format_of_extension("b.npy"), RowFormat::npy);
  EXPECT_EQ(format_of_extension("npy"), std::nullopt);
}

}  // namespace
}  // namespace plumb
