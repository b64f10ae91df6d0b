// Bad files, bad workers, and workers that somebody kills: each is an error that says so, or
// no error at all, and the next request is answered.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

#include "chat/chat_weights.h"
#include "chat/embedded_backend.h"
#include "chat/embedded_world.h"
#include "chat/worker_programs.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

ChatRequest long_request(std::uint32_t max_tokens = 48) {
  return turn_of(0, {}, max_tokens);
}

// Does `what` to each process that this one starts, as soon as it is `age` old, until it is told
// to stop.
class Fate {
 public:
  Fate(int signal, std::chrono::milliseconds age, int times)
      : thread_([=, this] {
          for (int done = 0; !stop_ && done < times;) {
            const auto children = child_processes();
            if (children.empty() || children.front() == last_) {
              std::this_thread::sleep_for(1ms);
              continue;
            }
            last_ = children.front();
            std::this_thread::sleep_for(age);
            ::kill(last_, signal);
            ++done;
          }
        }) {}
  ~Fate() {
    stop_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> stop_ = false;
  int last_ = 0;
  std::thread thread_;
};

class EmbeddedFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = missing_for_embedded(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
    weights_ = locate_chat_weights(kDefaultChatModel).value().path;
  }

  fs::path file(const std::string& name, const std::string& content) {
    const fs::path path = folder_.path() / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  std::string first_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    std::ifstream(weights_, std::ios::binary)
        .read(bytes.data(), static_cast<std::streamsize>(count));
    return bytes;
  }

  static Error open_error(const fs::path& model) {
    EmbeddedOptions options;
    options.model = model.string();
    const auto opened = open_embedded_backend(options);
    return opened ? Error{ErrorCode::io, "it was opened"} : opened.error();
  }

  static std::unique_ptr<ChatBackend> open(EmbeddedOptions options = {}) {
    options.context_tokens = 1024;
    options.threads = 1;  // two that wait for each other are slow on a busy machine
    auto opened = open_embedded_backend(options);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }

  static Result<ChatReply> ask(ChatBackend& backend, const ChatRequest& request) {
    return backend.complete({&request, 1}).at(0);
  }

  fs::path weights_;
  TemporaryFolder folder_;
};

TEST_F(EmbeddedFaults, ATruncatedModelIsCorrupt) {
  for (const std::size_t size : {30UL, 5'000UL, 1'000'000UL, 50'000'000UL, 98'362'431UL}) {
    const Error error = open_error(file("short.gguf", first_bytes(size)));
    EXPECT_EQ(error.code, ErrorCode::corrupt) << size << ": " << error.message;
    EXPECT_NE(error.message.find("short.gguf"), std::string::npos) << error.message;
  }
}

TEST_F(EmbeddedFaults, GarbageBehindAGoodBeginningIsCorrupt) {
  std::mt19937 random(7);
  for (const std::size_t good : {24UL, 100UL, 1'000UL, 100'000UL, 1'700'000UL}) {
    std::string bytes = first_bytes(4'000'000);
    for (std::size_t i = good; i < bytes.size(); ++i) bytes[i] = static_cast<char>(random());
    const Error error = open_error(file("garbage.gguf", bytes));
    EXPECT_EQ(error.code, ErrorCode::corrupt) << good << ": " << error.message;
  }
}

// One changed number in the head of a whole model: the file may be refused, end the worker, or
// even load; it never ends this process, and never hangs.
TEST_F(EmbeddedFaults, AFlippedBitCostsAtMostTheModel) {
  std::string bytes = first_bytes(98'362'432);
  std::mt19937 random(11);
  for (int i = 0; i < 12; ++i) {
    std::string flipped = bytes;
    flipped[24 + random() % 4'000] ^= static_cast<char>(1U << random() % 8);
    EmbeddedOptions options;
    options.model = file("flipped.gguf", flipped).string();
    options.context_tokens = 256;
    options.side_by_side = 1;
    options.patience = 60s;
    const auto opened = open_embedded_backend(options);
    if (!opened) {
      EXPECT_FALSE(opened.error().message.empty());
      continue;
    }
    (void)ask(**opened, turn_of(4, {}, 4));
  }
}

TEST_F(EmbeddedFaults, AFolderAndAMissingFileAreNoModels) {
  EXPECT_EQ(open_error(folder_.path()).code, ErrorCode::invalid_input);
  EXPECT_EQ(open_error(folder_.path() / "none.gguf").code, ErrorCode::not_found);
}

TEST_F(EmbeddedFaults, OptionsOutOfTheirRangeAreNamed) {
  EmbeddedOptions options;
  options.threads = -1;
  EXPECT_EQ(open_embedded_backend(options).error().code, ErrorCode::invalid_input);
  options = {};
  options.side_by_side = 8;
  EXPECT_EQ(open_embedded_backend(options).error().code, ErrorCode::invalid_input);
  options = {};
  options.instruction_set = "sse9";
  EXPECT_EQ(open_embedded_backend(options).error().code, ErrorCode::invalid_input);
  options = {};
  options.context_tokens = 1'000'000;
  EXPECT_EQ(open_embedded_backend(options).error().code, ErrorCode::invalid_input);
}

TEST_F(EmbeddedFaults, AMissingWorkerIsOneSentence) {
  EmbeddedOptions options;
  options.workers = folder_.path();
  const auto opened = open_embedded_backend(options);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::not_found);
  EXPECT_NE(opened.error().message.find("PLUMB_LLAMA"), std::string::npos);
}

// A program in the worker's place.
class ImpostorWorker : public EmbeddedFaults {
 protected:
  Error error_of(const std::string& script) {
    const fs::path program = file("plumb-llama-portable", "#!/bin/sh\n" + script + "\n");
    fs::permissions(program, fs::perms::owner_all);
    EmbeddedOptions options;
    options.instruction_set = "portable";
    options.workers = folder_.path();
    options.patience = 2s;
    const auto opened = open_embedded_backend(options);
    return opened ? Error{ErrorCode::invalid_input, "it was believed"} : opened.error();
  }
};

TEST_F(ImpostorWorker, LastWordsAreHeard) {
  const Error error =
      error_of("echo first >&2; printf 'GGML_ASSERT(\\001x) failed\\n\\n' >&2; exit 3");
  EXPECT_EQ(error.code, ErrorCode::corrupt);
  EXPECT_NE(error.message.find("plumb-llama-portable ended with exit code 3; its last words: "
                               "GGML_ASSERT( x) failed"),
            std::string::npos)
      << error.message;
}

TEST_F(ImpostorWorker, ASignalIsNamed) {
  EXPECT_NE(error_of("kill -ABRT $$").message.find("was ended by signal 6 (Aborted)"),
            std::string::npos);
}

TEST_F(ImpostorWorker, NonsenseIsNotBelieved) {
  EXPECT_EQ(error_of("head -c 4096 /dev/zero >&3; sleep 5").code, ErrorCode::corrupt);
  EXPECT_EQ(error_of("yes >&3").code, ErrorCode::corrupt);
  EXPECT_EQ(error_of("printf '\\002\\000\\000\\000{}' >&3; sleep 5").code, ErrorCode::corrupt);
}

TEST_F(ImpostorWorker, AFloodOfWordsIsBounded) {
  const Error error = error_of("head -c 20000000 /dev/zero | tr '\\0' 'x' >&2; exit 1");
  EXPECT_LT(error.message.size(), 1'000U);
}

TEST_F(ImpostorWorker, SilenceIsNotWaitedForForever) {
  const auto start = std::chrono::steady_clock::now();
  const Error error = error_of("sleep 60");
  EXPECT_NE(error.message.find("gave no sign of life for 2 s and was killed"), std::string::npos)
      << error.message;
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST_F(EmbeddedFaults, AWorkerKilledInMidReplyIsReplaced) {
  auto backend = open();
  const auto undisturbed = ask(*backend, long_request());
  ASSERT_TRUE(undisturbed) << undisturbed.error().message;
  const Fate fate(SIGKILL, 150ms, 1);
  const std::vector<ChatRequest> requests(3, long_request());
  const auto replies = backend->complete(requests);
  for (const auto& reply : replies) {
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->text, undisturbed->text);
  }
}

TEST_F(EmbeddedFaults, ARequestWhoseWorkersAlwaysEndFailsAndTheNextOneDoesNot) {
  auto backend = open();
  const auto undisturbed = ask(*backend, long_request());
  ASSERT_TRUE(undisturbed) << undisturbed.error().message;
  {
    const Fate fate(SIGKILL, 0ms, 1'000);
    const auto reply = ask(*backend, long_request(400));
    ASSERT_FALSE(reply);
    EXPECT_NE(reply.error().message.find("signal 9 (Killed)"), std::string::npos)
        << reply.error().message;
  }
  const auto reply = ask(*backend, long_request());
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, undisturbed->text);
}

TEST_F(EmbeddedFaults, AWorkerThatHangsIsKilled) {
  EmbeddedOptions options;
  options.patience = 3s;
  auto backend = open(options);
  const Fate fate(SIGSTOP, 100ms, 1);
  const auto reply = ask(*backend, long_request());
  EXPECT_TRUE(reply) << reply.error().message;  // by the worker after it
}

TEST_F(EmbeddedFaults, AModelThatGoesBadCostsRequestsUntilItIsGoodAgain) {
  const fs::path model = folder_.path() / "model.gguf";
  fs::copy_file(weights_, model);
  EmbeddedOptions options;
  options.model = model.string();
  auto backend = open(options);
  fs::rename(model, folder_.path() / "good.gguf");
  file("model.gguf", first_bytes(1'000'000));
  for (const int child : child_processes()) ::kill(child, SIGKILL);
  const auto bad = ask(*backend, long_request(4));
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::corrupt) << bad.error().message;
  fs::rename(folder_.path() / "good.gguf", model);
  const auto good = ask(*backend, long_request(4));
  EXPECT_TRUE(good) << good.error().message;
}

TEST_F(EmbeddedFaults, TheWorkerEndsWithItsBackend) {
  auto backend = open();
  EXPECT_EQ(child_processes().size(), 1U);
  backend.reset();
  EXPECT_TRUE(child_processes().empty());
}

}  // namespace
}  // namespace plumb
