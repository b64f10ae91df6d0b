// SIGKILL during writes: no acknowledged result is lost, none is doubled, the database is sound.
//
// PLUMB_KILLS says how often (10 on SQLite and 5 on PostgreSQL without it); the moments are random,
// and the seed is printed.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "store/store.h"
#include "support/places.h"
#include "support/postgres_cluster.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

int kills_wanted(int otherwise) {
  const char* const wanted = std::getenv("PLUMB_KILLS");
  return wanted == nullptr ? otherwise : std::atoi(wanted);
}

// store_writer in a child process, and what it has acknowledged.
class Writer {
 public:
  Writer(const std::string& address, ExecutionId execution, long first) : durable_(first) {
    int ends[2];
    if (::pipe(ends) != 0) ::abort();
    child_ = ::fork();
    if (child_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      const std::string program = build_path("bin/store_writer");
      ::execl(program.c_str(), "store_writer", address.c_str(),
              std::to_string(number_of(execution)).c_str(), std::to_string(first).c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    out_ = ::fdopen(ends[0], "r");
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() {
    if (child_ > 0) kill();
    std::fclose(out_);
  }

  // Reads until at least `count` are acknowledged; false where the writer ends before.
  bool wait_for(long count) {
    char line[64];
    while (durable_ < count) {
      if (std::fgets(line, sizeof line, out_) == nullptr) return false;
      take(line);
    }
    return true;
  }

  // SIGKILL; then everything that it had said before.
  void kill() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = -1;
    char line[64];
    while (std::fgets(line, sizeof line, out_) != nullptr) take(line);
  }

  long durable() const { return durable_; }

 private:
  void take(const std::string& line) {
    if (line.starts_with("durable ") && line.ends_with('\n')) durable_ = std::stol(line.substr(8));
  }

  pid_t child_ = -1;
  std::FILE* out_ = nullptr;
  long durable_ = 0;
};

class KillTest : public testing::Test {
 protected:
  KillTest() : seed_(std::random_device()()), random_(seed_) {
    RecordProperty("seed", static_cast<int>(seed_));
    std::printf("seed %u\n", seed_);
  }

  void make_execution(const std::string& address) {
    address_ = address;
    auto store = open();
    project_ = store.projects().ensure("kill").value().id;
    execution_ = store.executions().create(project_, {"run", "", {}}).value().id;
  }

  Store open() { return Store::open(parse_store_address(address_).value()).value(); }

  // Somewhere within a few batches: while one is written, committed or acknowledged.
  void wait_for_a_moment() {
    const int most = 30'000;
    std::this_thread::sleep_for(
        std::chrono::microseconds(std::uniform_int_distribution(0, most)(random_)));
  }

  void expect_everything_acknowledged(long durable) {
    auto store = open();
    const auto check = store.check();
    ASSERT_TRUE(check) << check.error().message;
    ASSERT_TRUE(check->is_sound()) << check->problems.front();
    const auto execution = store.executions().get(project_, execution_).value();
    ASSERT_GE(execution.results, durable);
    // Numbers are unique and without a gap, and so are the ids: r0, r1, ... each once.
    std::int64_t next = 0;
    PageRequest request{1'000, "", true};
    for (bool more = true; more;) {
      const auto page = store.results().list(project_, execution_, {}, request).value();
      for (const StoredResult& result : page.items) {
        ASSERT_EQ(result.number, next);
        ASSERT_EQ(result.id, "r" + std::to_string(next));
        ++next;
      }
      more = page.next.has_value();
      if (more) request.cursor = *page.next;
    }
    ASSERT_EQ(next, execution.results);
  }

  unsigned seed_;
  std::mt19937 random_;
  std::string address_;
  ProjectId project_{};
  ExecutionId execution_{};
};

TEST_F(KillTest, AWriterOfAnSqliteFileIsKilled) {
  const TemporaryFolder folder;
  make_execution("sqlite:" + (folder.path() / "plumb.db").string());
  long durable = 0;
  for (int kill = 0; kill < kills_wanted(10); ++kill) {
    // What was sent last is sent again first, as a client does that got no answer.
    Writer writer(address_, execution_, durable);
    ASSERT_TRUE(writer.wait_for(durable + 50));
    wait_for_a_moment();
    writer.kill();
    ASSERT_GT(writer.durable(), durable);
    durable = writer.durable();
    expect_everything_acknowledged(durable);
  }
}

TEST_F(KillTest, AServerAndAWriterOfPostgresqlAreKilledInTurn) {
  if (const std::string reason = PostgresCluster::why_not(); !reason.empty()) {
    GTEST_SKIP() << reason;
  }
  PostgresCluster cluster;
  make_execution(cluster.empty_database());
  long durable = 0;
  for (int kill = 0; kill < kills_wanted(5); ++kill) {
    Writer writer(address_, execution_, durable);
    ASSERT_TRUE(writer.wait_for(durable + 50));
    wait_for_a_moment();
    if (kill % 2 == 0) {
      cluster.kill();
      cluster.start();
      ASSERT_TRUE(writer.wait_for(writer.durable() + 50));  // it goes on by itself
    }
    writer.kill();
    durable = writer.durable();
    expect_everything_acknowledged(durable);
  }
}

}  // namespace
}  // namespace plumb
