#include "base/append_file.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "support/file_size_limit.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

std::string content(const std::filesystem::path& path) {
  return read_file(path, 1 << 20).value();
}

TEST(AppendFile, GrowsByPieces) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  auto file = AppendFile::open(path);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->append("one\n"));
  ASSERT_TRUE(file->append("two\n"));
  EXPECT_EQ(content(path), "one\ntwo\n");
  EXPECT_EQ(file->length(), 8U);
}

TEST(AppendFile, GoesOnBehindTheLengthThatIsGiven) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  ASSERT_TRUE(write_file(path, "one\nha"));
  auto file = AppendFile::open(path, 4);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->append("two\n"));
  EXPECT_EQ(content(path), "one\ntwo\n");
}

TEST(AppendFile, RefusesAFileThatIsShorterThanItShouldBe) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  ASSERT_TRUE(write_file(path, "one\n"));
  const auto file = AppendFile::open(path, 9);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::invalid_input);
  EXPECT_EQ(content(path), "one\n");
}

TEST(AppendFile, TakesBackAPieceThatADiskHasNoRoomFor) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "log";
  auto file = AppendFile::open(path);
  ASSERT_TRUE(file && file->append("one\n"));
  {
    const FileSizeLimit full(6);
    const auto failed = file->append("two\n");
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::io);
    EXPECT_EQ(failed.error().message, "cannot write " + path.string() + ": File too large");
  }
  EXPECT_EQ(content(path), "one\n");
  ASSERT_TRUE(file->append("three\n"));
  EXPECT_EQ(content(path), "one\nthree\n");
}

TEST(AppendFile, RefusesAFolderAndAPathThatLeadsNowhere) {
  const TemporaryFolder folder;
  EXPECT_EQ(AppendFile::open(folder.path()).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(AppendFile::open(folder.path() / "no" / "log").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
