// A PostgreSQL server of its own for the tests of one process: made by initdb in a temporary
// folder, reached by a unix socket alone, gone with the process that made it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace plumb {

class PostgresCluster {
 public:
  // Why there is none, for GTEST_SKIP; empty where one can be started.
  static std::string why_not();

  // Aborts with what PostgreSQL said where it does not start.
  PostgresCluster();
  PostgresCluster(const PostgresCluster&) = delete;
  PostgresCluster& operator=(const PostgresCluster&) = delete;
  ~PostgresCluster();

  // One for all tests of this process, started when it is first asked for.
  static PostgresCluster& shared();

  // The address of a database without anything of Plumb's: always the same one, emptied.
  std::string empty_database();
  std::string address(const std::string& name) const;

  // SIGKILL to the server and all its processes, as a loss of power would end them.
  void kill();
  // After kill(): recovers from the log and answers again.
  void start();

 private:
  void wait_until_ready() const;

  std::filesystem::path binaries_;
  std::filesystem::path folder_;  // data and socket; short, since a socket's path is
  pid_t server_ = -1;
};

}  // namespace plumb
