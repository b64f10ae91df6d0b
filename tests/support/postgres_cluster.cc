#include "support/postgres_cluster.h"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace plumb {
namespace {

// PostgreSQL refuses to run as root; Debian's package brings a user for it.
constexpr const char* kUser = "postgres";

// The newest version that Debian keeps; PLUMB_POSTGRES_BIN names another.
std::filesystem::path find_binaries() {
  if (const char* named = ::getenv("PLUMB_POSTGRES_BIN")) return named;
  std::vector<std::filesystem::path> found;
  std::error_code ignored;
  for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
    if (std::filesystem::exists(version.path() / "bin/initdb")) {
      found.push_back(version.path() / "bin");
    }
  }
  std::ranges::sort(found);
  return found.empty() ? std::filesystem::path() : found.back();
}

const passwd* unprivileged_user() {
  return ::geteuid() == 0 ? ::getpwnam(kUser) : nullptr;
}

// TEST_TMPDIR, unless its path is too long for a socket or closed to the unprivileged user.
std::string base_folder() {
  constexpr std::size_t kLongest = 70;  // of the 107 bytes of a socket's path
  const char* const wanted = ::getenv("TEST_TMPDIR");
  if (wanted == nullptr || std::string(wanted).size() > kLongest) return P_tmpdir;
  for (std::filesystem::path folder = wanted; folder.has_relative_path();
       folder = folder.parent_path()) {
    std::error_code error;
    const auto allowed = std::filesystem::status(folder, error).permissions();
    const bool open =
        (allowed & std::filesystem::perms::others_exec) != std::filesystem::perms::none;
    if (error || (!open && ::geteuid() == 0)) return P_tmpdir;
  }
  return wanted;
}

[[noreturn]] void give_up(const std::string& what, const std::filesystem::path& log) {
  std::ifstream file(log);
  const std::string said{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::fprintf(stderr, "%s\n%s\n", what.c_str(), said.c_str());
  ::abort();
}

// Starts a program in a group of its own, as the unprivileged user, with its words in the log.
pid_t spawn(const std::vector<std::string>& words, const std::filesystem::path& log) {
  const passwd* const user = unprivileged_user();
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::setpgid(0, 0);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  if (user != nullptr && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 ||
                          ::setuid(user->pw_uid) != 0)) {
    ::_exit(126);
  }
  // SIGINT is PostgreSQL's fast shutdown: no server outlives a test that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGINT);
  if (::getppid() != parent) ::_exit(125);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Each of PostgreSQL's processes leads a group of its own, so a signal to a group misses them.
std::vector<pid_t> children_of(pid_t parent) {
  std::ifstream file("/proc/" + std::to_string(parent) + "/task/" + std::to_string(parent) +
                     "/children");
  return {std::istream_iterator<pid_t>(file), std::istream_iterator<pid_t>()};
}

// One that ended and that nobody waited for does not run.
bool is_running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return false;
  const std::size_t name_end = line.rfind(')');
  return name_end == std::string::npos || line.substr(name_end).find(" Z ") != 1;
}

bool run_sql(const std::string& address, const std::string& sql) {
  PGconn* const connection = PQconnectdb(address.c_str());
  PGresult* const result = PQexec(connection, sql.c_str());
  const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
  if (!done) std::fprintf(stderr, "%s\n", PQerrorMessage(connection));
  PQclear(result);
  PQfinish(connection);
  return done;
}

}  // namespace

std::string PostgresCluster::why_not() {
  if (find_binaries().empty()) {
    return "PostgreSQL is not installed, so its store is not tested; script/bootstrap installs it";
  }
  if (::geteuid() == 0 && unprivileged_user() == nullptr) {
    return "PostgreSQL does not run as root, and there is no user postgres to run it as";
  }
  return {};
}

PostgresCluster::PostgresCluster() : binaries_(find_binaries()) {
  std::string name = base_folder() + "/plumb-pg-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) ::abort();
  folder_ = name;
  if (const passwd* const user = unprivileged_user()) {
    if (::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) ::abort();
  }
  const auto log = folder_ / "log";
  const pid_t made = spawn(
      {(binaries_ / "initdb").string(), "--pgdata=" + (folder_ / "data").string(), "--auth=trust",
       "--username=plumb", "--encoding=UTF8", "--no-locale", "--no-sync", "--no-instructions"},
      log);
  if (wait_for(made) != 0) give_up("initdb failed", log);
  start();
}

PostgresCluster::~PostgresCluster() {
  if (server_ > 0) kill();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

PostgresCluster& PostgresCluster::shared() {
  static PostgresCluster cluster;
  return cluster;
}

void PostgresCluster::start() {
  server_ = spawn({(binaries_ / "postgres").string(), "-D", (folder_ / "data").string(), "-c",
                   "listen_addresses=", "-c", "unix_socket_directories=" + folder_.string(), "-c",
                   "shared_buffers=16MB", "-c", "max_connections=60", "-c", "autovacuum=off"},
                  folder_ / "log");
  wait_until_ready();
}

void PostgresCluster::wait_until_ready() const {
  using namespace std::chrono_literals;
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (PQping(address("postgres").c_str()) != PQPING_OK) {
    const bool ended = ::waitpid(server_, nullptr, WNOHANG) == server_;
    if (ended || std::chrono::steady_clock::now() > deadline) {
      give_up("PostgreSQL does not answer", folder_ / "log");
    }
    std::this_thread::sleep_for(20ms);
  }
}

void PostgresCluster::kill() {
  ::kill(server_, SIGSTOP);  // so that it starts no other while its children are listed
  const std::vector<pid_t> children = children_of(server_);
  for (const pid_t child : children) ::kill(child, SIGKILL);
  ::kill(server_, SIGKILL);
  wait_for(server_);
  while (std::ranges::any_of(children, is_running)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  server_ = -1;
}

std::string PostgresCluster::address(const std::string& name) const {
  return "postgresql://plumb@/" + name + "?host=" + folder_.string();
}

std::string PostgresCluster::empty_database() {
  std::string made = address("postgres");
  if (!run_sql(made, "DROP SCHEMA IF EXISTS plumb CASCADE")) ::abort();
  return made;
}

}  // namespace plumb
