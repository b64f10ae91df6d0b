#include "serve/monitor_watch.h"

#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "serve/job_workers.h"
#include "serve/webhook_client.h"
#include "service_under_test.h"
#include "support/loopback_server.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

JobWorkersOptions quick() {
  JobWorkersOptions options;
  options.poll = 10ms;
  options.first_retry = 10ms;
  options.look_at_windows = 10ms;
  return options;
}

// What each verdict brings about: "-" nothing, "D" drift, "R" recovery.
std::string told_of(std::string_view verdicts) {
  MonitorState state;
  std::string told;
  for (const char letter : verdicts) {
    const Verdict verdict = letter == 'd'   ? Verdict::drifted
                            : letter == 'u' ? Verdict::undecided
                                            : Verdict::stable;
    const MonitorStep step = next_step(state, verdict);
    told += !step.event ? '-' : *step.event == kDriftedEvent ? 'D' : 'R';
    EXPECT_EQ(step.next.verdict, verdict);
    state = step.next;
  }
  return told;
}

TEST(NextStep, TwoDriftedInARowFireOnceAndRecoveryFiresOnce) {
  EXPECT_EQ(told_of("d"), "-");
  EXPECT_EQ(told_of("dd"), "-D");
  EXPECT_EQ(told_of("ddddd"), "-D---");
  EXPECT_EQ(told_of("dsd"), "---");
  EXPECT_EQ(told_of("ddss"), "-DR-");
  EXPECT_EQ(told_of("ddsdd"), "-DR-D");
  EXPECT_EQ(told_of("ddsds"), "-DR--");
}

TEST(NextStep, AnUndecidedWindowBreaksTheRowAndIsNoRecovery) {
  EXPECT_EQ(told_of("dud"), "---");
  EXPECT_EQ(told_of("dudd"), "---D");
  EXPECT_EQ(told_of("ddus"), "-D-R");
  EXPECT_EQ(told_of("dduudds"), "-D----R");
  EXPECT_EQ(told_of("uuu"), "---");
}

// A receiver that keeps what came and answers as it is told.
class Receiver {
 public:
  std::vector<json> bodies() const {
    std::vector<json> all;
    for (const LoopbackRequest& request : server_.requests()) {
      all.push_back(json::parse(request.body, nullptr, false));
    }
    return all;
  }
  std::vector<std::string> events() const {
    std::vector<std::string> all;
    for (const json& body : bodies()) all.push_back(body.value("event", ""));
    return all;
  }
  const LoopbackServer& server() const { return server_; }
  void refuse_next(int times) { refusals_ = times; }

 private:
  std::atomic<int> refusals_ = 0;
  LoopbackServer server_{[this](const LoopbackRequest&) {
    return LoopbackReply{.status = refusals_-- > 0 ? 503 : 200};
  }};
};

class Watching : public ::testing::Test {
 protected:
  void SetUp() override {
    service_.services().webhooks.allow_private = true;
    const ExecutionId base = service_.send("base", answers(400, 1));
    settings_.name = "watch";
    settings_.baseline =
        must(service_.store().baselines().create(service_.project(), {base, "b", {}})).id;
    settings_.stream = "agent";
    settings_.webhook = receiver_.server().url() + "/hook";
    settings_.signing_secret = "the secret of this test";
  }

  void start() { must(workers_.start()); }
  Monitor create() {
    return must(service_.store().monitors().create(service_.project(), settings_));
  }
  Monitor now(const Monitor& monitor) {
    return must(service_.store().monitors().get(service_.project(), monitor.id));
  }
  // Of its windows, oldest first: "d", "u", "s", or "-" where one could not be compared.
  std::string verdicts(const Monitor& monitor) {
    PageRequest all;
    all.limit = 1'000;
    const auto history = must(service_.store().monitors().history(service_.project(), monitor.id,
                                                                  {.metric = "drift_score"}, all));
    std::string letters;
    for (const auto& [id, point] : history.items) {
      letters.insert(letters.begin(), point.verdict ? name_of(*point.verdict).front() : '-');
    }
    return letters;
  }
  void settle() {
    ASSERT_TRUE(comes_true([&] { return service_.is_idle(); }));
    for (const Job& job : service_.jobs()) {
      EXPECT_NE(job.state, JobState::failed) << job.kind << ": " << job.last_error.value_or("");
    }
  }

  ServiceUnderTest service_;
  Receiver receiver_;
  MonitorSettings settings_;
  JobWorkers workers_{service_.services(), quick()};
};

TEST_F(Watching, EachCompletedExecutionIsComparedAndTheTurnIsTold) {
  const Monitor monitor = create();
  start();
  service_.send("agent", answers(400, 2));
  settle();
  EXPECT_NE(now(monitor).state.verdict, Verdict::drifted);
  service_.send("agent", other_answers(400, 3));
  service_.send("another", other_answers(400, 3));  // nobody watches it
  settle();
  EXPECT_EQ(now(monitor).state.verdict, Verdict::drifted);
  EXPECT_TRUE(receiver_.bodies().empty());
  const ExecutionId second = service_.send("agent", other_answers(400, 4));
  settle();
  ASSERT_EQ(receiver_.events(), std::vector<std::string>{"monitor.drifted"});
  const json body = receiver_.bodies().front();
  EXPECT_EQ(body["execution_id"], number_of(second));
  EXPECT_EQ(body["verdict"], "drifted");
  EXPECT_EQ(body["monitor"]["name"], "watch");
  EXPECT_FALSE(body["metrics"].empty());
  EXPECT_TRUE(now(monitor).state.firing);
  service_.send("agent", other_answers(400, 5));
  settle();
  EXPECT_EQ(receiver_.bodies().size(), 1U);  // still drifted: told already

  PageRequest all;
  all.limit = 1'000;
  const auto history = must(service_.store().monitors().history(service_.project(), monitor.id,
                                                                {.metric = "drift_score"}, all));
  EXPECT_EQ(history.items.size(), 4U);
  EXPECT_TRUE(must(service_.store().comparisons().newest(service_.project(), second, {})));
}

TEST_F(Watching, AMessageIsSignedAndTriedAgainWithTheSameBytes) {
  create();
  receiver_.refuse_next(2);
  start();
  for (std::uint64_t i = 0; i < 2; ++i) {
    service_.send("agent", other_answers(400, 3 + i));
    settle();
  }
  const auto requests = receiver_.server().requests();
  ASSERT_EQ(requests.size(), 3U);
  for (const LoopbackRequest& request : requests) {
    EXPECT_EQ(request.body, requests[0].body);
    EXPECT_EQ(request.headers.at("plumb-delivery"), requests[0].headers.at("plumb-delivery"));
    const std::string signature = request.headers.at("plumb-signature");
    EXPECT_EQ(signature, webhook_signature(settings_.signing_secret,
                                           std::stoll(signature.substr(2)), request.body));
  }
  EXPECT_EQ(service_.jobs({.kind = "webhook", .state = {}}).front().attempts, 3);
}

TEST_F(Watching, AWindowOfAStreamIsLookedAtWhenItIsFull) {
  settings_.window.results = 300;
  const Monitor monitor = create();
  start();
  const ExecutionId one = service_.receive("agent", other_answers(150, 3));
  const ExecutionId two = service_.receive("agent", other_answers(149, 4));
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(now(monitor).state.verdict);
  service_.add(two, {other_answers(200, 5).back()});
  ASSERT_TRUE(comes_true([&] { return now(monitor).state.drifted_in_a_row == 1; }));
  std::this_thread::sleep_for(200ms);
  EXPECT_EQ(now(monitor).state.drifted_in_a_row, 1);  // nothing new came
  auto more = other_answers(450, 6);
  more.erase(more.begin(), more.begin() + 150);
  service_.add(one, more);
  ASSERT_TRUE(comes_true([&] { return receiver_.bodies().size() == 1; }));
  const json body = receiver_.bodies().front();
  EXPECT_EQ(body["execution_id"], nullptr);
  EXPECT_EQ(body["results"], 300);
  EXPECT_EQ(body["window"]["results"], 300);
  settle();
}

TEST_F(Watching, AWindowOfMinutesHoldsWhatCameSinceTheLastLook) {
  settings_.window.minutes = 10;
  const Monitor monitor = create();
  start();
  const ExecutionId execution = service_.receive("agent", other_answers(300, 3));
  service_.pass(9min);
  std::this_thread::sleep_for(100ms);
  EXPECT_FALSE(now(monitor).state.verdict);  // its minutes are not over
  service_.pass(1h);                         // as where no server ran: nothing is left out
  ASSERT_TRUE(comes_true([&] { return now(monitor).state.drifted_in_a_row == 1; }));
  service_.pass(1h);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(now(monitor).state.drifted_in_a_row, 1);  // nothing came
  auto more = other_answers(500, 4);
  more.erase(more.begin(), more.begin() + 300);
  service_.add(execution, more);
  ASSERT_TRUE(comes_true([&] { return receiver_.bodies().size() == 1; }));
  const json body = receiver_.bodies().front();
  EXPECT_EQ(body["event"], "monitor.drifted");
  EXPECT_EQ(body["window"]["minutes"], 10);
  EXPECT_EQ(body["results"], 200);  // none of the window before
  settle();
}

TEST_F(Watching, EveryWindowIsLookedAtHoweverManyCameAtOnce) {
  settings_.window.results = 400;
  const Monitor monitor = create();
  service_.receive("agent", other_answers(1'200, 3));
  for (int i = 0; i < 2; ++i) service_.receive("agent", answers(400, 1));
  start();
  ASSERT_TRUE(comes_true([&] { return verdicts(monitor).size() == 5; }));
  EXPECT_EQ(verdicts(monitor), "dddss");
  settle();
  EXPECT_EQ(receiver_.events(), (std::vector<std::string>{"monitor.drifted", "monitor.recovered"}));
  for (const json& body : receiver_.bodies()) EXPECT_EQ(body["results"], 400);
}

TEST_F(Watching, WhatComesDuringALookIsInTheNextWindow) {
  settings_.window.minutes = 10;
  const Monitor monitor = create();
  service_.encoder().slow_down(100ms);
  const ExecutionId execution = service_.receive("agent", other_answers(300, 3));
  service_.pass(11min);
  start();
  // The baseline has 400: the window was read, and some of it is embedded.
  ASSERT_TRUE(comes_true([&] { return service_.encoder().texts() > 400; }));
  auto more = other_answers(500, 4);
  more.erase(more.begin(), more.begin() + 300);
  service_.add(execution, more);
  ASSERT_TRUE(comes_true([&] { return verdicts(monitor).size() == 1; }));
  service_.pass(11min);
  ASSERT_TRUE(comes_true([&] { return receiver_.bodies().size() == 1; }));
  EXPECT_EQ(receiver_.bodies().front()["results"], 200);
  settle();
}

TEST_F(Watching, AWindowThatCannotBeComparedIsAGapAndHoldsUpNone) {
  settings_.window.results = 300;
  const Monitor monitor = create();
  auto strange = answers(300, 3);
  for (Response& response : strange) response.embedding = {1, 2, 3};
  service_.receive("agent", strange, "another model");
  service_.receive("agent", other_answers(300, 3));
  start();
  ASSERT_TRUE(comes_true([&] { return verdicts(monitor) == "-d"; })) << verdicts(monitor);
  const auto failed = service_.jobs({.kind = "watch", .state = JobState::failed});
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_TRUE(failed[0].last_error->contains("another model")) << *failed[0].last_error;
}

TEST_F(Watching, ARecoveryIsToldOnce) {
  create();
  start();
  for (const bool drifts : {true, true, false, false}) {
    service_.send("agent", drifts ? other_answers(400, 3) : answers(400, 1));
    settle();
  }
  EXPECT_EQ(receiver_.events(), (std::vector<std::string>{"monitor.drifted", "monitor.recovered"}));
  const json body = receiver_.bodies().back();
  EXPECT_EQ(body["verdict"], "stable");
  const LoopbackRequest request = receiver_.server().requests().back();
  EXPECT_EQ(request.headers.at("plumb-event"), "monitor.recovered");
  const std::string signature = request.headers.at("plumb-signature");
  EXPECT_EQ(signature, webhook_signature(settings_.signing_secret, std::stoll(signature.substr(2)),
                                         request.body));
}

TEST_F(Watching, OfTwoServersOneTellsTheTurn) {
  create();
  ServiceUnderTest other{StoreAddress(service_.address())};
  other.services().webhooks.allow_private = true;
  JobWorkers others(other.services(), quick());
  start();
  must(others.start());
  for (std::uint64_t i = 0; i < 6; ++i) service_.send("agent", other_answers(300, 3 + i));
  settle();
  EXPECT_EQ(receiver_.events(), std::vector<std::string>{"monitor.drifted"});
}

TEST_F(Watching, AMonitorThatIsOffOrGoneTellsNobody) {
  settings_.enabled = false;
  create();
  settings_.enabled = true;
  const Monitor gone = create();
  must(service_.store().monitors().remove(service_.project(), gone.id));
  start();
  for (std::uint64_t i = 0; i < 2; ++i) service_.send("agent", other_answers(200, 3 + i));
  settle();
  EXPECT_TRUE(receiver_.bodies().empty());
  EXPECT_TRUE(service_.jobs({.kind = "watch", .state = {}}).empty());
}

TEST_F(Watching, AnAddressThatIsNotPublicIsRefusedWhenTheMessageIsSent) {
  service_.services().webhooks.allow_private = false;
  create();
  start();
  for (std::uint64_t i = 0; i < 2; ++i) service_.send("agent", other_answers(200, 3 + i));
  ASSERT_TRUE(comes_true([&] { return service_.is_idle(); }));
  const auto sent = service_.jobs({.kind = "webhook", .state = {}});
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].state, JobState::failed);
  EXPECT_TRUE(sent[0].last_error->contains("--allow-private-webhooks")) << *sent[0].last_error;
  EXPECT_TRUE(receiver_.bodies().empty());
}

}  // namespace
}  // namespace plumb
