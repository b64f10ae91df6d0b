#include "report/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "../support/file_size_limit.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("output_file_" + std::to_string(::getpid()) +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, HasItsNameOnlyWhenItIsComplete) {
  auto file = OutputFile::create(path("a.txt"));
  ASSERT_TRUE(file.has_value());
  ASSERT_TRUE(file->write("one\n").has_value());
  EXPECT_FALSE(fs::exists(path("a.txt")));
  EXPECT_EQ(file->location(), path("a.txt.partial"));
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(content(path("a.txt")), "one\n");
  EXPECT_FALSE(fs::exists(path("a.txt.partial")));
  EXPECT_EQ(file->location(), path("a.txt"));
}

TEST_F(OutputFileTest, KeepsThePartAndTheOldFileWithoutCommit) {
  std::ofstream(path("a.txt")) << "old";
  {
    auto file = OutputFile::create(path("a.txt"));
    ASSERT_TRUE(file->write("new").has_value());
    ASSERT_TRUE(file->flush().has_value());
  }
  EXPECT_EQ(content(path("a.txt")), "old");
  EXPECT_EQ(content(path("a.txt.partial")), "new");
}

TEST_F(OutputFileTest, TwoWritersOfOnePathDoNotMix) {
  auto first = OutputFile::create(path("a.txt"));
  auto second = OutputFile::create(path("a.txt"));
  ASSERT_TRUE(first.has_value() && second.has_value());
  EXPECT_EQ(second->location(), path("a.txt.2.partial"));
  ASSERT_TRUE(first->write("first").has_value());
  ASSERT_TRUE(second->write("second").has_value());
  ASSERT_TRUE(first->commit().has_value());
  EXPECT_EQ(content(path("a.txt")), "first");
  ASSERT_TRUE(second->commit().has_value());
  EXPECT_EQ(content(path("a.txt")), "second");
}

TEST_F(OutputFileTest, APartThatWasLeftBehindIsWrittenAnew) {
  std::ofstream(path("a.txt.partial")) << "of a run that failed";
  auto file = OutputFile::create(path("a.txt"));
  ASSERT_TRUE(file->write("new").has_value());
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(content(path("a.txt")), "new");
}

TEST_F(OutputFileTest, DoesNotFollowALinkInPlaceOfThePart) {
  std::ofstream(path("victim")) << "precious";
  fs::create_symlink(path("victim"), path("a.txt.partial"));
  EXPECT_FALSE(OutputFile::create(path("a.txt")).has_value());
  EXPECT_EQ(content(path("victim")), "precious");
}

TEST_F(OutputFileTest, WritesTheFileThatALinkNamesAndLeavesTheLink) {
  fs::create_directories(path("there"));
  std::ofstream(path("there/old")) << "old";
  fs::create_symlink("there/old", path("to_old"));
  fs::create_symlink(path("there/new"), path("to_new"));
  fs::create_symlink("to_new", path("to_link"));
  const std::map<std::string, std::string> named = {{"to_old", "there/old"},
                                                    {"to_link", "there/new"}};
  for (const auto& [link, target] : named) {
    auto file = OutputFile::create(path(link));
    ASSERT_TRUE(file.has_value()) << file.error().message;
    EXPECT_EQ(file->location(), path(target + ".partial"));
    ASSERT_TRUE(file->write("content").has_value());
    ASSERT_TRUE(file->commit().has_value());
    EXPECT_TRUE(fs::is_symlink(path(link)));
    EXPECT_EQ(content(path(target)), "content");
  }
}

TEST_F(OutputFileTest, RefusesALinkIntoNoFolderAndLinksThatGoRound) {
  fs::create_symlink("no/folder", path("astray"));
  const auto astray = OutputFile::create(path("astray"));
  ASSERT_FALSE(astray.has_value());
  EXPECT_EQ(astray.error().code, ErrorCode::not_found);
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  const auto round = OutputFile::create(path("a"));
  ASSERT_FALSE(round.has_value());
  EXPECT_EQ(round.error().code, ErrorCode::io);
}

TEST_F(OutputFileTest, IsCutBackToTheLastWholeRecordAndGoesOnThere) {
  auto file = OutputFile::create(path("a.txt"));
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(file->write("record;").has_value());
    file->end_record();
  }
  {
    const FileSizeLimit full(24);  // three records and a half, all in one write
    EXPECT_FALSE(file->flush().has_value());
  }
  EXPECT_EQ(file->records(), 3U);
  EXPECT_EQ(content(file->location()), "record;record;record;");
  ASSERT_TRUE(file->write("end").has_value());
  ASSERT_TRUE(file->flush().has_value());
  EXPECT_EQ(content(file->location()), "record;record;record;end");
}

TEST_F(OutputFileTest, RewritesItsStart) {
  auto file = OutputFile::create(path("a.bin"));
  ASSERT_TRUE(file->write("0000data").has_value());
  EXPECT_TRUE(*file->rewrite_start("1234"));
  ASSERT_TRUE(file->write("more").has_value());
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(content(path("a.bin")), "1234datamore");
}

// Signals come until one has met the wait for a reader that never comes.
TEST_F(OutputFileTest, ASignalEndsTheWaitForTheReaderOfAPipe) {
  ASSERT_EQ(::mkfifo(path("a.jsonl").c_str(), 0600), 0);
  struct sigaction noted{};
  noted.sa_handler = [](int) {};
  struct sigaction before{};
  ::sigaction(SIGALRM, &noted, &before);
  const itimerval often{.it_interval = {0, 20'000}, .it_value = {0, 20'000}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  const auto file = OutputFile::create(path("a.jsonl"));
  const itimerval never{};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::interrupted);
  EXPECT_NE(file.error().message.find("a.jsonl"), std::string::npos);
}

TEST_F(OutputFileTest, ReportsAFullDisk) {
  auto file = OutputFile::create("/dev/full");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->location(), "/dev/full");
  ASSERT_TRUE(file->write("x").has_value());
  const auto flushed = file->flush();
  ASSERT_FALSE(flushed.has_value());
  EXPECT_EQ(flushed.error().code, ErrorCode::io);
  EXPECT_EQ(flushed.error().message, "cannot write to /dev/full: No space left on device");
}

TEST_F(OutputFileTest, RefusesADirectoryAndAMissingFolder) {
  EXPECT_EQ(OutputFile::create(folder_.string()).error().code, ErrorCode::invalid_input);
  EXPECT_EQ(OutputFile::create(path("no/a.txt")).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
