#include "ingest/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "ingest/memory_source.h"

namespace plumb {
namespace {

using namespace std::string_view_literals;

std::vector<std::string> read_all(LineReader reader) {
  std::vector<std::string> lines;
  while (true) {
    const auto line = reader.next();
    EXPECT_TRUE(line.has_value()) << line.error().message;
    if (!line || !*line) return lines;
    lines.emplace_back((*line)->bytes);
    EXPECT_EQ((*line)->number, lines.size());
  }
}

using Lines = std::vector<std::string>;

TEST(LineReader, GivesTheSameLinesWhateverTheChunks) {
  const auto bytes = "one\ntwo\r\n\nfour\rstill four\nlast"sv;
  const Lines expected = {"one", "two", "", "four\rstill four", "last"};
  for (std::size_t chunk = 1; chunk <= bytes.size() + 1; ++chunk) {
    EXPECT_EQ(read_all(memory_lines(bytes, chunk)), expected) << "chunk of " << chunk;
  }
}

TEST(LineReader, HasNoLineInAnEmptyInput) {
  EXPECT_EQ(read_all(memory_lines("")), Lines{});
}

TEST(LineReader, DropsAByteOrderMarkAtTheStartOnly) {
  const auto bytes =
      "\xef\xbb\xbf"
      "a\n\xef\xbb\xbf"
      "b\n"sv;
  const Lines expected = {"a",
                          "\xef\xbb\xbf"
                          "b"};
  for (const std::size_t chunk : {1U, 2U, 3U, 100U}) {
    EXPECT_EQ(read_all(memory_lines(bytes, chunk)), expected);
  }
  EXPECT_EQ(read_all(memory_lines("\xef\xbb\xbf")), Lines{});
  EXPECT_EQ(read_all(memory_lines("\xef\xbb", 1)), Lines{"\xef\xbb"});
}

TEST(LineReader, RefusesUtf16ByItsByteOrderMark) {
  for (const auto bytes : {"\xff\xfe{\0}\0"sv, "\xfe\xff\0{\0}"sv, "\xff\xfe"sv}) {
    for (const std::size_t chunk : {1U, 2U, 100U}) {
      LineReader lines = memory_lines(bytes, chunk);
      const auto line = lines.next();
      ASSERT_FALSE(line);
      EXPECT_EQ(line.error().code, ErrorCode::invalid_input);
      EXPECT_THAT(line.error().message, testing::HasSubstr("UTF-16"));
    }
  }
  EXPECT_EQ(read_all(memory_lines("\xff\xff\n")), Lines{"\xff\xff"});
  EXPECT_EQ(read_all(memory_lines("\xff", 1)), Lines{"\xff"});
}

TEST(LineReader, KeepsNulBytesAndInvalidUtf8) {
  const auto bytes = "a\0b\n\xff\xfe\n"sv;
  EXPECT_EQ(read_all(memory_lines(bytes)), (Lines{std::string("a\0b"sv), "\xff\xfe"}));
}

TEST(LineReader, ReadsALineOfExactlyTheLimit) {
  EXPECT_EQ(read_all(memory_lines("12345\r\nab\n", 3, 5)), (Lines{"12345", "ab"}));
}

TEST(LineReader, NamesALineThatIsTooLongAndGoesOnBehindIt) {
  for (const std::size_t chunk : {1U, 4U, 100U}) {
    LineReader reader = memory_lines("ab\n1234567890\ncd\n123456", chunk, 5, "corpus.txt");
    EXPECT_EQ((*reader.next())->bytes, "ab");
    const auto too_long = reader.next();
    ASSERT_FALSE(too_long.has_value());
    EXPECT_EQ(too_long.error().code, ErrorCode::invalid_input);
    EXPECT_EQ(
        too_long.error().message,
        "corpus.txt:2: the line is longer than 5 bytes; raise --max-line-bytes or cut the line");
    const auto after = reader.next();
    EXPECT_EQ((*after)->bytes, "cd");
    EXPECT_EQ((*after)->number, 3U);
    EXPECT_FALSE(reader.next().has_value());
    EXPECT_EQ(*reader.next(), std::nullopt);
  }
}

TEST(LineReader, StopsReadingSoonAfterTheLimit) {
  std::size_t asked_for = 0;
  LineReader endless(
      "endless",
      [&](std::span<char> out) -> Result<std::size_t> {
        std::ranges::fill(out, 'x');
        asked_for += out.size();
        return out.size();
      },
      1'000'000);
  EXPECT_FALSE(endless.next().has_value());
  EXPECT_LT(asked_for, 3'000'000U);
}

TEST(LineReader, ShowsTheFirstByteThatIsNoWhiteSpaceWithoutTakingIt) {
  LineReader reader = memory_lines("\xef\xbb\xbf{}\n", 1);
  EXPECT_EQ(*reader.first_visible_byte(), '{');
  EXPECT_EQ((*reader.next())->bytes, "{}");
  LineReader indented = memory_lines("\xef\xbb\xbf \n\t{}\n", 1);
  EXPECT_EQ(*indented.first_visible_byte(), '{');
  EXPECT_EQ((*indented.next())->bytes, " ");
  EXPECT_EQ(*memory_lines("").first_visible_byte(), std::nullopt);
  EXPECT_EQ(*memory_lines(" \n\n").first_visible_byte(), std::nullopt);
  EXPECT_EQ(*memory_lines(std::string(1'000'000, ' ') + "{").first_visible_byte(), std::nullopt);
}

TEST(LineReader, HandsOnAFailureOfItsSource) {
  LineReader reader("disk", [](std::span<char>) -> Result<std::size_t> {
    return fail(ErrorCode::io, "cannot read disk: Input/output error");
  });
  EXPECT_EQ(reader.next().error().code, ErrorCode::io);
}

TEST(LineReader, TellsAMissingFileFromADirectory) {
  const auto missing = LineReader::open("no/such/file.txt");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  const auto directory = LineReader::open("/");
  ASSERT_FALSE(directory.has_value());
  EXPECT_EQ(directory.error().code, ErrorCode::invalid_input);
  EXPECT_EQ(directory.error().message, "/ is a directory; a file is expected");
}

TEST(LineReader, KnowsTheSizeOfARegularFile) {
  const auto path = std::filesystem::path(testing::TempDir()) / "line_reader_test.txt";
  std::ofstream(path) << "a\nbc";
  auto reader = LineReader::open(path.string());
  ASSERT_TRUE(reader.has_value());
  EXPECT_EQ(reader->total_bytes(), 4U);
  EXPECT_EQ(read_all(*std::move(reader)), (Lines{"a", "bc"}));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace plumb
