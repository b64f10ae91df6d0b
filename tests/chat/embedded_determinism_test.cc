// The promise of the embedded backend: a reply is that of a model which has never heard
// anything else. Compared by the logits that every token was chosen by, bit for bit, and by
// the text, on every instruction set that this CPU has.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "chat/chat_weights.h"
#include "chat/embedded_backend.h"
#include "chat/embedded_world.h"
#include "chat/worker_process.h"
#include "chat/worker_programs.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

struct Outcome {
  std::string text;
  std::string digest;
  std::uint64_t reused = 0;
};

class Worker {
 public:
  Worker(const std::string& set, WorkerLoad load)
      : process_(WorkerProcess::start(find_worker(set).value().path).value()) {
    load.model = locate_chat_weights(kDefaultChatModel).value().path.string();
    load.cache_bytes = std::uint64_t{1} << 30;
    EXPECT_TRUE(process_.send(load, 60s));
    EXPECT_TRUE(std::holds_alternative<WorkerReady>(event()));
  }

  std::vector<Outcome> ask(std::vector<ChatRequest> requests) {
    std::vector<Outcome> outcomes(requests.size());
    EXPECT_TRUE(process_.send(WorkerAsk{std::move(requests), true}, 60s));
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const WorkerReply reply = std::get<WorkerReply>(event());
      EXPECT_TRUE(reply.reply);
      if (!reply.reply) continue;
      outcomes.at(reply.index) = {reply.reply->text, reply.digest, reply.reply->reused_tokens};
    }
    return outcomes;
  }

 private:
  WorkerEvent event() {
    for (int signs = 0; signs < 3000; ++signs) {
      auto received = process_.receive(100ms);
      if (!received) throw std::runtime_error(received.error().message);
      if (*received && !std::holds_alternative<WorkerSign>(**received))
        return **std::move(received);
    }
    throw std::runtime_error("the worker says nothing");
  }

  WorkerProcess process_;
};

constexpr std::uint32_t kTokens = 8;

using Said = std::vector<std::vector<std::string>>;  // by conversation and turn

class EmbeddedDeterminism : public testing::TestWithParam<std::string> {
 protected:
  // The set that users of this CPU get goes all ways; the others take the same, so two of them do.
  const bool fastest_ = available_worker_sets().back() == GetParam();
  const std::size_t conversations_ = fastest_ ? 6 : 4;
  const std::size_t turns_ = fastest_ ? 3 : 2;

  void SetUp() override {
    if (const std::string missing = missing_for_embedded(); !missing.empty()) {
      GTEST_SKIP() << missing;
    }
  }

  static WorkerLoad load(std::uint32_t threads, std::uint32_t side_by_side, bool reuse) {
    WorkerLoad load;
    load.threads = threads;
    load.context_tokens = 1024;
    load.side_by_side = side_by_side;
    load.reuse = reuse;
    return load;
  }

  static ChatRequest request(std::size_t conversation, const Said& said) {
    ChatRequest request = turn_of(conversation, said[conversation], kTokens);
    if (conversation % 3 == 2) {  // not only greedy
      request.sampling.temperature = 0.8;
      request.sampling.top_p = 0.9;
      request.sampling.repetition_penalty = 1.1;
    }
    return request;
  }

  // Everything, one request at a time on one thread, nothing kept in between.
  std::vector<std::vector<Outcome>> one_at_a_time(Said& said) const {
    Worker worker(GetParam(), load(1, 1, false));
    std::vector<std::vector<Outcome>> outcomes(turns_);
    for (std::size_t turn = 0; turn < turns_; ++turn) {
      for (std::size_t c = 0; c < conversations_; ++c) {
        outcomes[turn].push_back(worker.ask({request(c, said)}).front());
        said[c].push_back(outcomes[turn].back().text);
      }
    }
    return outcomes;
  }

  static void expect_same(const Outcome& got, const Outcome& expected, std::size_t turn,
                          std::size_t conversation) {
    EXPECT_EQ(got.digest, expected.digest) << "turn " << turn << ", conversation " << conversation;
    EXPECT_EQ(got.text, expected.text) << "turn " << turn << ", conversation " << conversation;
  }
};

TEST_P(EmbeddedDeterminism, NeitherCompanyNorMemoryNorThreadsNorOrderChangeAReply) {
  Said said(conversations_);
  const auto expected = one_at_a_time(said);
  struct Mode {
    const char* name;
    WorkerLoad load;
    bool backwards;
  };
  std::vector<Mode> modes = {
      {"all side by side on two threads", load(2, 7, true), false},
      {"three places for more, so that conversations are put aside", load(2, 3, true), true},
      {"one place and one thread, but reused", load(1, 1, true), false},
      {"side by side without reuse", load(2, 7, false), true},
  };
  if (!fastest_) modes.resize(2);
  for (const Mode& mode : modes) {
    SCOPED_TRACE(mode.name);
    Worker worker(GetParam(), mode.load);
    std::uint64_t reused = 0;
    for (std::size_t turn = 0; turn < turns_; ++turn) {
      std::vector<std::size_t> order;
      for (std::size_t c = 0; c < conversations_; ++c) order.push_back(c);
      if (mode.backwards) std::ranges::reverse(order);
      std::vector<ChatRequest> requests;
      for (const std::size_t c : order) {
        Said before = said;
        before[c].resize(turn);
        requests.push_back(request(c, before));
      }
      const auto outcomes = worker.ask(std::move(requests));
      for (std::size_t i = 0; i < order.size(); ++i) {
        expect_same(outcomes[i], expected[turn][order[i]], turn, order[i]);
        reused += outcomes[i].reused;
      }
    }
    EXPECT_EQ(reused > 0, mode.load.reuse) << reused;
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, EmbeddedDeterminism, testing::ValuesIn(available_worker_sets()),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace plumb
