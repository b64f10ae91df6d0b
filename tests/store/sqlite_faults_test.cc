// What can go wrong with a file: each is one sentence, and nothing that was acknowledged is lost.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "base/file.h"
#include "store/migrations.h"
#include "store/store.h"
#include "support/file_size_limit.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

// The file as another program sees it.
class RawFile {
 public:
  explicit RawFile(const std::filesystem::path& path) {
    if (sqlite3_open(path.c_str(), &handle_) != SQLITE_OK) ::abort();
  }
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile() { sqlite3_close(handle_); }
  void run(const std::string& sql) {
    char* said = nullptr;
    ASSERT_EQ(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, &said), SQLITE_OK) << said;
  }

 private:
  sqlite3* handle_ = nullptr;
};

class SqliteFaults : public testing::Test {
 protected:
  Result<Store> open(std::chrono::milliseconds patience = std::chrono::milliseconds(200)) {
    StoreOptions options;
    options.database.patience = patience;
    return Store::open(SqliteAddress{path_}, options);
  }

  // A store with one execution of `count` results, closed again.
  void fill(int count) {
    auto store = open().value();
    project_ = store.projects().ensure("one").value().id;
    execution_ = store.executions().create(project_, {"run", "", {}}).value().id;
    ASSERT_TRUE(store.results().append(project_, execution_, made(0, count)));
  }

  static std::vector<StoredResult> made(int first, int count) {
    std::vector<StoredResult> results;
    for (int i = first; i < first + count; ++i) {
      StoredResult result;
      result.id = "r" + std::to_string(i);
      result.line = std::string(500, 'x');
      results.push_back(result);
    }
    return results;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "plumb.db";
  ProjectId project_{};
  ExecutionId execution_{};
};

TEST_F(SqliteFaults, AFullDiskIsToldAsThat) {
  const SmallDisk disk(folder_.path());
  if (!disk.is_there()) GTEST_SKIP() << "only root may mount a small disk to fill it";
  fill(100);
  auto store = open().value();
  const auto failed = store.results().append(project_, execution_, made(100, 50'000));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::full);
  EXPECT_EQ(failed.error().message, "the disk of " + path_.string() +
                                        " is full, and nothing of this write was kept; make room "
                                        "and send it again");
  EXPECT_EQ(store.executions().get(project_, execution_).value().results, 100);
  EXPECT_EQ(store.results().append(project_, execution_, made(100, 50)).value().added, 50U);
  EXPECT_TRUE(store.check().value().is_sound());
}

TEST_F(SqliteFaults, AFileThatMayNotGrowLosesTheBatchAtHandAndNothingElse) {
  fill(100);
  auto store = open().value();
  {
    const FileSizeLimit full(400'000);
    const auto failed = store.results().append(project_, execution_, made(100, 2'000));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, ErrorCode::io);
    EXPECT_TRUE(failed.error().message.starts_with("cannot read or write " + path_.string()))
        << failed.error().message;
    EXPECT_TRUE(failed.error().message.ends_with(
        "and nothing of this write was kept; look at its disk and quota"))
        << failed.error().message;
  }
  EXPECT_EQ(store.executions().get(project_, execution_).value().results, 100);
  EXPECT_EQ(store.results().append(project_, execution_, made(100, 2'000)).value().added, 2'000U);
  EXPECT_TRUE(store.check().value().is_sound());
}

TEST_F(SqliteFaults, ALockedFileIsWaitedForAndThenTold) {
  fill(1);
  auto store = open().value();
  RawFile other(path_);
  other.run("BEGIN IMMEDIATE");
  const auto failed = store.results().append(project_, execution_, made(1, 1));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::io);
  EXPECT_EQ(failed.error().message,
            path_.string() +
                " was locked by another process for 200 ms; try again, or end the process that "
                "holds it");
  EXPECT_TRUE(store.executions().get(project_, execution_));  // readers do not wait
  other.run("COMMIT");
  EXPECT_TRUE(store.results().append(project_, execution_, made(1, 1)));
}

TEST_F(SqliteFaults, ANewerSchemaIsLeftAlone) {
  fill(1);
  RawFile(path_).run("INSERT INTO schema_migrations VALUES (99, 'from the future', 0)");
  const auto failed = open();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::unsupported);
  EXPECT_EQ(failed.error().message,
            path_.string() + " has the schema 99, and this Plumb knows them up to " +
                std::to_string(newest_schema()) + "; use the newer Plumb that made it");
}

TEST_F(SqliteFaults, AFileThatIsNoDatabaseIsToldAndLeftAlone) {
  const std::string content(5'000, 'x');
  ASSERT_TRUE(write_file(path_, content));
  const auto failed = open();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::corrupt);
  EXPECT_EQ(failed.error().message,
            path_.string() +
                " is no SQLite database, or its beginning is damaged; name another "
                "file or restore a backup");
  EXPECT_EQ(read_file(path_, 10'000).value(), content);
}

TEST_F(SqliteFaults, ADatabaseOfAnotherProgramIsLeftAlone) {
  RawFile(path_).run("CREATE TABLE notes (text)");
  const auto failed = open();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::unsupported);
  EXPECT_EQ(failed.error().message, path_.string() +
                                        " is an SQLite database of another program; "
                                        "name another file");
}

TEST_F(SqliteFaults, ADamagedFileIsFoundByTheCheck) {
  fill(2'000);
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path_));
    for (std::streamoff page = size / 2 / 4096; page < size / 4096; page += 3) {
      file.seekp(page * 4096 + 5);
      file.write("\xFF\xFF\xFF\xFF\xFF\xFF", 6);
    }
  }
  StoreOptions options;
  options.migrate = false;
  auto store = Store::open(SqliteAddress{path_}, options);
  ASSERT_TRUE(store) << store.error().message;
  const auto check = store->check();
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_FALSE(check->is_sound());
  EXPECT_TRUE(check->problems.front().starts_with("the file is damaged: "))
      << check->problems.front();
}

TEST_F(SqliteFaults, ACountThatContradictsTheResultsIsFoundByTheCheck) {
  fill(10);
  RawFile(path_).run("UPDATE executions SET results = 11; DELETE FROM results WHERE number = 3");
  const auto check = open().value().check().value();
  ASSERT_EQ(check.problems.size(), 1U);
  EXPECT_EQ(check.problems.front(), "execution 1 has another number of results than it counts");
}

TEST_F(SqliteFaults, AWordThatNobodyKnowsIsAnErrorAndNoGuess) {
  fill(1);
  RawFile(path_).run("UPDATE executions SET state = 'paused'");
  auto store = open().value();
  const auto found = store.executions().get(project_, execution_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::corrupt);
  EXPECT_NE(found.error().message.find("\"paused\""), std::string::npos);
}

TEST_F(SqliteFaults, WhatAKilledRemovalLeftIsClearedByRetention) {
  fill(20);
  RawFile(path_).run("UPDATE executions SET removed = 1");
  auto store = open().value();
  EXPECT_FALSE(store.executions().get(project_, execution_));
  ASSERT_TRUE(store.apply_retention());
  EXPECT_EQ(store.check().value().results, 0);
}

TEST_F(SqliteFaults, OnlyTheOwnerMayReadTheFile) {
  fill(1);
  struct stat status{};
  ASSERT_EQ(::stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(SqliteFaults, AMissingFolderOrFileIsTold) {
  path_ = folder_.path() / "nowhere" / "plumb.db";
  const auto failed = open();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "cannot make the database " + path_.string() + ": No such file or directory");
  const auto missing = Store::open(SqliteAddress{path_}, {.create = false});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
