#include "base/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace plumb {
namespace {

class FileTest : public testing::Test {
 protected:
  FileTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("plumb-file-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~FileTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(FileTest, WhatIsWrittenIsReadAndMapped) {
  const auto path = folder_ / "a.txt";
  const std::string content("line\n\0bytes", 11);
  ASSERT_TRUE(write_file(path, content));
  EXPECT_EQ(*read_file(path, 100), content);
  EXPECT_EQ(MappedFile::open(path)->text(), content);
}

TEST_F(FileTest, AFailedWriteLeavesTheOldContentAndNoLitter) {
  const auto path = folder_ / "kept";
  std::filesystem::create_directories(path / "a directory cannot be replaced by a file");
  EXPECT_FALSE(write_file(path, "new"));
  EXPECT_TRUE(std::filesystem::is_directory(path));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(FileTest, AnEmptyFileIsAnEmptySpan) {
  ASSERT_TRUE(write_file(folder_ / "empty", ""));
  EXPECT_TRUE(MappedFile::open(folder_ / "empty")->bytes().empty());
}

TEST_F(FileTest, ADirectoryIsRefusedByName) {
  for (const Error& error : {MappedFile::open(folder_).error(), read_file(folder_, 10).error()}) {
    EXPECT_EQ(error.code, ErrorCode::invalid_input);
    EXPECT_EQ(error.message, folder_.string() + " is a directory; a file is expected");
  }
}

TEST_F(FileTest, ANamedPipeIsRefusedAndNotWaitedFor) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(MappedFile::open(folder_ / "pipe").error().code, ErrorCode::invalid_input);
  EXPECT_EQ(read_file(folder_ / "pipe", 10).error().code, ErrorCode::invalid_input);
}

TEST_F(FileTest, AMissingFileIsNotFoundByName) {
  const auto error = MappedFile::open(folder_ / "nowhere").error();
  EXPECT_EQ(error.code, ErrorCode::not_found);
  EXPECT_NE(error.message.find("nowhere"), std::string::npos);
}

TEST_F(FileTest, AnEmptyNameIsSaidToBeEmpty) {
  for (const Error& error : {read_file("", 10).error(), MappedFile::open("").error()}) {
    EXPECT_EQ(error.code, ErrorCode::invalid_input);
    EXPECT_EQ(error.message, "the name of a file is empty; give one");
  }
}

TEST_F(FileTest, APathThroughAFileIsNotFound) {
  ASSERT_TRUE(write_file(folder_ / "file", "x"));
  EXPECT_EQ(MappedFile::open(folder_ / "file" / "below").error().code, ErrorCode::not_found);
  EXPECT_EQ(read_file(folder_ / "file" / "below", 10).error().code, ErrorCode::not_found);
}

TEST_F(FileTest, AFilePastTheLimitIsRefusedWithBothSizes) {
  ASSERT_TRUE(write_file(folder_ / "large", "123456"));
  const auto error = read_file(folder_ / "large", 5).error();
  EXPECT_EQ(error.code, ErrorCode::invalid_input);
  EXPECT_NE(error.message.find("6 bytes; at most 5"), std::string::npos) << error.message;
}

TEST_F(FileTest, ReleasedPagesAreStillReadable) {
  const std::string content(100'000, 'x');
  ASSERT_TRUE(write_file(folder_ / "pages", content));
  const auto file = MappedFile::open(folder_ / "pages");
  file->release(file->bytes());
  EXPECT_EQ(file->text(), content);
}

}  // namespace
}  // namespace plumb
