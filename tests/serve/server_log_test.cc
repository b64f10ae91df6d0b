#include "serve/server_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <regex>
#include <string>

namespace plumb {
namespace {

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0) ::close(ends[1]);
  }
  // Everything, once nobody writes any more.
  std::string read_all() {
    ::close(ends[1]);
    ends[1] = -1;
    std::string all;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
      all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }
  int ends[2] = {-1, -1};
};

TEST(ServerLog, WritesWholeLinesInOrder) {
  Pipe pipe;
  {
    ServerLog log(pipe.ends[1]);
    for (int i = 0; i < 100; ++i) log.say("line " + std::to_string(i));
    log.say("no\nline \x1b[31mends early");
  }
  std::string wanted;
  for (int i = 0; i < 100; ++i) wanted += "line " + std::to_string(i) + "\n";
  EXPECT_EQ(pipe.read_all(), wanted + "no line  [31mends early\n");
}

// Fills the pipe, so that no byte more fits; how many there are.
std::size_t fill(const Pipe& pipe) {
  ::fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK);
  const std::string block(4096, '.');
  std::size_t filled = 0;
  while (::write(pipe.ends[1], block.data(), block.size()) > 0) filled += block.size();
  ::fcntl(pipe.ends[1], F_SETFL, 0);
  return filled;
}

TEST(ServerLog, AReaderWhoDoesNotReadHoldsUpNobodyAndIsToldWhatWasLeftOut) {
  Pipe pipe;
  std::size_t left = fill(pipe);
  ASSERT_GT(left, 0U);
  {
    ServerLog log(pipe.ends[1], 10'000);
    const std::string line(99, 'a');
    for (int i = 0; i < 1'000; ++i) log.say(line);  // ten times the bound; returns all the same
    char buffer[4096];
    while (left > 0) left -= static_cast<std::size_t>(::read(pipe.ends[0], buffer, sizeof buffer));
    // Once what was kept is written there is room for a line again.
    pollfd watched{pipe.ends[0], POLLIN, 0};
    while (::poll(&watched, 1, 500) > 0) {
      ASSERT_GT(::read(pipe.ends[0], buffer, sizeof buffer), 0);
    }
    log.say("last");
  }
  EXPECT_TRUE(std::regex_match(pipe.read_all(),
                               std::regex("plumb: [0-9]+ lines were left out here\nlast\n")));
}

TEST(ServerLog, EndsThoughNobodyReads) {
  Pipe pipe;
  const std::size_t filled = fill(pipe);
  {
    ServerLog(pipe.ends[1]).say("never seen");
  }
  EXPECT_EQ(pipe.read_all(), std::string(filled, '.'));
}

}  // namespace
}  // namespace plumb
