// The openai backend against a real server on loopback that misbehaves on purpose.
#include "chat/openai_backend.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/environment.h"
#include "base/interrupt.h"
#include "support/loopback_server.h"
#include "support/temporary_folder.h"
#include "support/tls_door.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr const char* kKey = "sk-plumb-test-0123456789";

LoopbackReply json_reply(const Json& document, int status = 200) {
  return {
      .status = status, .headers = {{"Content-Type", "application/json"}}, .body = document.dump()};
}

LoopbackReply saying(const std::string& text) {
  return json_reply({{"choices", {{{"message", {{"content", text}}}, {"finish_reason", "stop"}}}},
                     {"usage", {{"prompt_tokens", 7}, {"completion_tokens", 2}}}});
}

LoopbackReply streaming(const std::vector<std::string>& deltas, bool whole = true) {
  LoopbackReply reply{.headers = {{"Content-Type", "text/event-stream; charset=utf-8"}}};
  reply.end = BodyEnd::chunk;
  const auto event = [&](const Json& data) { reply.body += "data: " + data.dump() + "\n\n"; };
  for (const auto& delta : deltas) event({{"choices", {{{"delta", {{"content", delta}}}}}}});
  if (!whole) return reply;
  event({{"choices", {{{"delta", Json::object()}, {"finish_reason", "length"}}}}});
  event({{"choices", Json::array()}, {"usage", {{"prompt_tokens", 7}, {"completion_tokens", 2}}}});
  reply.body += "data: [DONE]\n\n";
  return reply;
}

ChatRequest asking(std::string question) {
  ChatRequest request;
  request.messages = {{ChatRole::user, std::move(question)}};
  return request;
}

std::string question_of(const LoopbackRequest& request) {
  return Json::parse(request.body).at("messages").back().at("content");
}

class OpenAi : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("OPENAI_API_KEY", kKey, 1); }
  void TearDown() override { ::unsetenv("OPENAI_API_KEY"); }

  static OpenAiOptions quick(const LoopbackServer& server) {
    OpenAiOptions options;
    options.base_url = server.url() + "/v1";
    options.model = "tiny";
    options.timeouts = {.connect = 10s, .silent = 10s, .whole = 30s};
    options.retries = {.attempts = 3, .backoff = 2ms, .longest_pause = 1500ms};
    return options;
  }

  static Result<ChatReply> ask(const OpenAiOptions& options,
                               const std::string& question = "Hello?") {
    PLUMB_TRY(const auto backend, open_openai_backend(options));
    const ChatRequest request = asking(question);
    auto replies = backend->complete({&request, 1});
    if (!replies.front()) {
      EXPECT_EQ(replies.front().error().message.find(kKey), std::string::npos)
          << "the key is in the sentence";
    }
    return std::move(replies.front());
  }

  static Result<ChatReply> ask(const LoopbackServer& server) { return ask(quick(server)); }

  // The error of a server that always answers so, without its address.
  static Error error_of(
      const LoopbackReply& reply, std::size_t attempts,
      const std::function<void(OpenAiOptions&)>& tune = [](OpenAiOptions&) {}) {
    const LoopbackServer server([&](const LoopbackRequest&) { return reply; });
    OpenAiOptions options = quick(server);
    tune(options);
    const auto answer = ask(options);
    EXPECT_FALSE(answer);
    EXPECT_EQ(server.requests().size(), attempts);
    if (answer) return {};
    Error error = answer.error();
    const std::string address = server.url() + "/v1/chat/completions ";
    EXPECT_NE(error.message.find(address.substr(0, address.size() - 1)), std::string::npos)
        << error.message;
    if (error.message.starts_with(address)) error.message.erase(0, address.size());
    return error;
  }
};

TEST_F(OpenAi, AsksAsTheProtocolSaysAndReadsTheReply) {
  const LoopbackServer server([](const LoopbackRequest&) { return saying("Grüße"); });
  OpenAiOptions options = quick(server);
  options.base_url += "/";
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Grüße");
  EXPECT_EQ(reply->finish, FinishReason::stop);
  EXPECT_EQ(reply->prompt_tokens, 7U);
  EXPECT_EQ(reply->completion_tokens, 2U);
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/v1/chat/completions");
  EXPECT_EQ(requests[0].headers.at("content-type"), "application/json");
  EXPECT_EQ(requests[0].headers.at("authorization"), std::string("Bearer ") + kKey);
  EXPECT_EQ(Json::parse(requests[0].body).at("model"), "tiny");
}

TEST_F(OpenAi, SendsNoAuthorizationWithoutAKey) {
  ::unsetenv("OPENAI_API_KEY");
  const LoopbackServer server([](const LoopbackRequest&) { return saying("x"); });
  ASSERT_TRUE(ask(server));
  EXPECT_FALSE(server.requests()[0].headers.contains("authorization"));
}

TEST_F(OpenAi, ReadsAStreamThatComesByteByByte) {
  const LoopbackServer server([](const LoopbackRequest&) {
    LoopbackReply reply = streaming({"", "Grü", "ße \U0001F680"});
    reply.piece = 1;
    return reply;
  });
  OpenAiOptions options = quick(server);
  options.stream = true;
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Grüße \U0001F680");
  EXPECT_EQ(reply->finish, FinishReason::length);
  EXPECT_EQ(reply->prompt_tokens, 7U);
  EXPECT_EQ(Json::parse(server.requests()[0].body).at("stream"), true);
}

TEST_F(OpenAi, TakesAWholeReplyWhereAStreamWasAskedFor) {
  const LoopbackServer server([](const LoopbackRequest&) { return saying("whole"); });
  OpenAiOptions options = quick(server);
  options.stream = true;
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "whole");
}

TEST_F(OpenAi, RepliesComeInOrderAndNoMoreAreInFlightThanAllowed) {
  std::atomic<int> in_flight{0}, most{0};
  const LoopbackServer server([&](const LoopbackRequest& request) {
    const int now = ++in_flight;
    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
    const std::string question = question_of(request);
    std::this_thread::sleep_for(question == "0" ? 120ms : 30ms);  // the first comes last
    --in_flight;
    return saying("answer " + question);
  });
  OpenAiOptions options = quick(server);
  options.concurrency = 3;
  const auto backend = open_openai_backend(options);
  ASSERT_TRUE(backend) << backend.error().message;
  std::vector<ChatRequest> requests;
  for (int i = 0; i < 12; ++i) requests.push_back(asking(std::to_string(i)));
  const auto replies = (*backend)->complete(requests);
  ASSERT_EQ(replies.size(), 12U);
  for (std::size_t i = 0; i < replies.size(); ++i) {
    ASSERT_TRUE(replies[i]) << replies[i].error().message;
    EXPECT_EQ(replies[i]->text, "answer " + std::to_string(i));
  }
  EXPECT_EQ(most, 3);
  EXPECT_EQ((*backend)->provenance().side_by_side, 3U);
}

TEST_F(OpenAi, ABusyServerIsAskedAgainAfterThePauseItWants) {
  std::atomic<int> calls{0};
  const LoopbackServer server([&](const LoopbackRequest&) {
    if (++calls > 1) return saying("now");
    LoopbackReply busy = json_reply({{"error", {{"message", "slow down"}}}}, 429);
    busy.headers.emplace_back("Retry-After", "1");
    return busy;
  });
  const auto start = Clock::now();
  const auto reply = ask(server);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "now");
  EXPECT_GE(Clock::now() - start, 1s);
}

TEST_F(OpenAi, APauseIsUnderstoodAsADateAndIsBounded) {
  std::atomic<int> calls{0};
  const LoopbackServer server([&](const LoopbackRequest&) {
    LoopbackReply busy{.status = 503, .headers = {}, .body = "later"};
    // Years away: the longest pause counts. The second one has passed: the backoff counts.
    busy.headers.emplace_back("Retry-After", ++calls == 1 ? "Fri, 31 Dec 2077 23:59:59 GMT"
                                                          : "Fri, 31 Dec 1999 23:59:59 GMT");
    return calls < 3 ? busy : saying("at last");
  });
  OpenAiOptions options = quick(server);
  options.retries.longest_pause = 400ms;
  const auto start = Clock::now();
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_GE(Clock::now() - start, 400ms);
}

TEST_F(OpenAi, APauseHoldsForAllRequests) {
  std::atomic<int> calls{0};
  std::mutex mutex;
  std::vector<Clock::time_point> later;
  const LoopbackServer server([&](const LoopbackRequest&) {
    if (++calls == 1) {
      LoopbackReply busy{.status = 429, .headers = {{"Retry-After", "1"}}, .body = ""};
      return busy;
    }
    const std::lock_guard lock(mutex);
    later.push_back(Clock::now());
    return saying("x");
  });
  OpenAiOptions options = quick(server);
  options.concurrency = 1;
  const auto backend = open_openai_backend(options);
  const auto start = Clock::now();
  const std::vector<ChatRequest> requests(3, asking("?"));
  for (const auto& reply : (*backend)->complete(requests)) EXPECT_TRUE(reply);
  ASSERT_EQ(later.size(), 3U);
  for (const auto time : later) EXPECT_GE(time - start, 1s);
}

TEST_F(OpenAi, AServerInTroubleIsAskedAgainButNotForEver) {
  const Error error = error_of(json_reply({{"error", {{"message", "no memory"}}}}, 500), 3);
  EXPECT_EQ(error.code, ErrorCode::io);
  EXPECT_EQ(error.message, "answered HTTP 500: \"no memory\" (3 attempts)");
  const Error quota = error_of(
      json_reply({{"error", {{"message", "no quota"}, {"code", "insufficient_quota"}}}}, 429), 1);
  EXPECT_EQ(quota.message, "answered HTTP 429: \"no quota\"");
}

TEST_F(OpenAi, ARefusalIsNotAskedForAgain) {
  const Error bad = error_of(json_reply({{"error", {{"message", "context too long"}}}}, 400), 1);
  EXPECT_EQ(bad.code, ErrorCode::invalid_input);
  EXPECT_EQ(bad.message, "answered HTTP 400: \"context too long\"");
  const Error key = error_of(json_reply({{"error", std::string("bad key ") + kKey}}, 401), 1);
  EXPECT_EQ(key.message, "answered HTTP 401: \"bad key [key]\"; it does not take the key");
  EXPECT_NE(error_of({.status = 404, .headers = {}, .body = ""}, 1).message.find("/v1"),
            std::string::npos);
}

TEST_F(OpenAi, AnAnswerThatNeverComesEnds) {
  const LoopbackServer server([](const LoopbackRequest&) { return LoopbackReply{.never = true}; });
  OpenAiOptions options = quick(server);
  options.timeouts.whole = 300ms;
  const auto start = Clock::now();
  const auto reply = ask(options);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::io);
  EXPECT_EQ(reply.error().message, server.url() +
                                       "/v1/chat/completions gave no whole answer within 0.3 s "
                                       "(2 attempts)");
  EXPECT_LT(Clock::now() - start, 20s);
}

TEST_F(OpenAi, AnAnswerThatComesLateIsWaitedFor) {
  const LoopbackServer server([](const LoopbackRequest&) {
    LoopbackReply reply = saying("late");
    reply.delay = 900ms;
    return reply;
  });
  OpenAiOptions options = quick(server);
  options.timeouts.silent = 300ms;  // which is for answers that have begun
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "late");
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(OpenAi, AnAnswerThatFallsSilentEnds) {
  LoopbackReply stuck = streaming({"a", "b", "c"});
  stuck.piece = 60;
  stuck.pause = 700ms;
  const Error error = error_of(stuck, 3, [](OpenAiOptions& options) {
    options.stream = true;
    options.timeouts.silent = 300ms;
  });
  EXPECT_EQ(error.code, ErrorCode::io);
  EXPECT_EQ(error.message, "fell silent for 0.3 s in the middle of its answer (3 attempts)");
}

TEST_F(OpenAi, HalfAnAnswerIsAskedForAgain) {
  for (const BodyEnd end : {BodyEnd::length, BodyEnd::chunk, BodyEnd::close}) {
    std::atomic<int> calls{0};
    const LoopbackServer server([&](const LoopbackRequest&) {
      LoopbackReply reply = saying("whole");
      reply.end = end;
      if (++calls == 1) reply.cut_after = 30;
      return reply;
    });
    const auto reply = ask(server);
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->text, "whole");
    EXPECT_EQ(calls, 2);
    LoopbackReply half = saying("whole");
    half.end = end;
    half.cut_after = 30;
    EXPECT_EQ(error_of(half, 3).code, ErrorCode::io);
  }
  const auto streamed = [](OpenAiOptions& options) { options.stream = true; };
  const LoopbackReply half = streaming({"a", "b"}, false);
  EXPECT_EQ(error_of(half, 3, streamed).message,
            "broke off its stream after 2 bytes of text (3 attempts)");
}

TEST_F(OpenAi, APageInPlaceOfAReplyIsQuoted) {
  const LoopbackReply page{.headers = {{"Content-Type", "text/html"}},
                           .body = "<html><body><h1>Welcome to nginx!</h1></body></html>"};
  const Error error = error_of(page, 1);
  EXPECT_EQ(error.code, ErrorCode::corrupt);
  EXPECT_EQ(error.message, "answered with what is not JSON: \"Welcome to nginx!\"");
  LoopbackReply gateway = page;
  gateway.status = 502;
  EXPECT_EQ(error_of(gateway, 3).message, "answered HTTP 502: \"Welcome to nginx!\" (3 attempts)");
}

TEST_F(OpenAi, BytesThatAreNoTextAndJsonThatIsNoneAreRefused) {
  const Error bytes = error_of({.headers = {}, .body = "{\"choices\": \"\xFF\xFE\"}"}, 1);
  EXPECT_EQ(bytes.code, ErrorCode::corrupt);
  EXPECT_EQ(bytes.message, "answered with bytes that are not UTF-8, from byte 13 on");
  EXPECT_EQ(error_of({.headers = {}, .body = "{\"choices\": [}]}"}, 1).code, ErrorCode::corrupt);
}

TEST_F(OpenAi, AnEmptyMessageIsAnErrorAndSoIsAMissingOne) {
  const Error empty = error_of(saying(""), 1);
  EXPECT_EQ(empty.code, ErrorCode::corrupt);
  EXPECT_EQ(empty.message, "answered with an empty message (finish_reason \"stop\")");
  const Error missing =
      error_of(json_reply({{"choices", {{{"message", {{"content", nullptr}}}}}}}), 1);
  EXPECT_EQ(missing.code, ErrorCode::corrupt);
  EXPECT_EQ(missing.message, "answered with a message that has no content");
}

TEST_F(OpenAi, AHugeAnswerIsCutOff) {
  const LoopbackServer server([](const LoopbackRequest&) {
    return LoopbackReply{.headers = {}, .body = std::string(32 << 20, ' ')};
  });
  const auto reply = ask(server);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::corrupt);
  EXPECT_TRUE(reply.error().message.ends_with("answered with more than 8388608 bytes"))
      << reply.error().message;
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(OpenAi, ARedirectIsNotFollowedAndTheKeyStaysHere) {
  const LoopbackServer other([](const LoopbackRequest&) { return saying("caught"); });
  const Error error = error_of(
      {.status = 307, .headers = {{"Location", other.url() + "/v1/chat/completions?key=1"}}}, 1);
  EXPECT_EQ(error.code, ErrorCode::invalid_input);
  EXPECT_EQ(error.message, "redirects to " + other.url() +
                               "/v1/chat/completions of another server, which is not followed; if "
                               "that is the server you mean, make it the base URL");
  EXPECT_TRUE(other.requests().empty());
  EXPECT_EQ(error_of({.status = 301, .headers = {{"Location", "/elsewhere"}}}, 1)
                .message.find("of another server"),
            std::string::npos);
}

// The variable is read with each exchange, so a test can change it.
class TrustedCertificate {
 public:
  explicit TrustedCertificate(const std::string& pem) : before_(environment(kVariable)) {
    std::ofstream(folder_.path() / "trusted.pem") << pem;
    ::setenv(kVariable, (folder_.path() / "trusted.pem").c_str(), 1);
  }
  ~TrustedCertificate() { ::setenv(kVariable, before_.c_str(), 1); }

 private:
  static constexpr const char* kVariable = "CURL_CA_BUNDLE";  // it goes before SSL_CERT_FILE
  std::string before_;
  TemporaryFolder folder_;
};

TEST_F(OpenAi, ACertificateThatIsNotTrustedStopsTheKeyAtTheDoor) {
  const LoopbackServer server([](const LoopbackRequest&) { return saying("inside"); });
  const TlsDoor door(server, "IP:127.0.0.1"), others_door(server, "DNS:other.invalid");
  OpenAiOptions options = quick(server);
  for (const TlsDoor* refused : {&door, &others_door}) {
    // The second is trusted, but as somebody else's.
    const auto trusted = refused == &others_door
                             ? std::make_unique<TrustedCertificate>(refused->certificate())
                             : nullptr;
    options.base_url = refused->url() + "/v1";
    const auto reply = ask(options);
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, ErrorCode::io);
    EXPECT_NE(reply.error().message.find("is not trusted"), std::string::npos)
        << reply.error().message;
    EXPECT_EQ(reply.error().message.find("attempts"), std::string::npos);
  }
  EXPECT_TRUE(server.requests().empty());
  const TrustedCertificate trusted(door.certificate());
  options.base_url = door.url() + "/v1";
  const auto reply = ask(options);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "inside");
}

TEST_F(OpenAi, AReplyThatRepeatsTheKeyIsNotKept) {
  const Error error = error_of(saying(std::string("You sent ") + kKey), 1);
  EXPECT_EQ(error.code, ErrorCode::corrupt);
  EXPECT_EQ(error.message, "repeats the key in its reply, which is not kept");
}

TEST_F(OpenAi, AWordInPlaceOfAKeyMayBeInAReply) {
  ::setenv("OPENAI_API_KEY", "ollama", 1);
  const LoopbackServer server([](const LoopbackRequest&) { return saying("I am ollama."); });
  const auto reply = ask(server);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "I am ollama.");
}

TEST_F(OpenAi, OneThatFailsCostsOnlyItself) {
  const LoopbackServer server([](const LoopbackRequest& request) {
    const std::string question = question_of(request);
    if (question == "bad") return LoopbackReply{.status = 400, .headers = {}, .body = "no"};
    if (question == "broken") return LoopbackReply{.status = 500, .headers = {}, .body = "no"};
    return saying(question);
  });
  const auto backend = open_openai_backend(quick(server));
  const std::vector<ChatRequest> requests = {asking("one"), asking("bad"), asking("broken"),
                                             asking(std::string(20'000, 'x')), asking("two")};
  const auto replies = (*backend)->complete(requests);
  ASSERT_EQ(replies.size(), 5U);
  EXPECT_EQ(replies[0]->text, "one");
  EXPECT_EQ(replies[1].error().code, ErrorCode::invalid_input);
  EXPECT_EQ(replies[2].error().code, ErrorCode::io);
  EXPECT_EQ(replies[3].error().code, ErrorCode::invalid_input);
  EXPECT_NE(replies[3].error().message.find("do not fit the context of 4096"), std::string::npos);
  EXPECT_EQ(replies[4]->text, "two");
}

TEST_F(OpenAi, AServerThatIsNotThereIsNamed) {
  std::string url;
  {
    const LoopbackServer server([](const LoopbackRequest&) { return saying("x"); });
    url = server.url();
  }
  OpenAiOptions options;
  options.base_url = url + "/v1";
  options.model = "tiny";
  options.retries = {.attempts = 2, .backoff = 1ms, .longest_pause = 1s};
  const auto reply = ask(options);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::io);
  EXPECT_NE(reply.error().message.find(url), std::string::npos);
}

class OpenAiStopped : public OpenAi {
 protected:
  // Runs six requests, two at a time, against a server that answers by `handler`, in a process of
  // its own (a wish to stop stays) that is asked to stop after 300 ms; whether `wanted` of the
  // replies came in time, all others are interrupted, and no more was asked for after the wish. The
  // server lives in that process too: one that is forked beside threads may start none under
  // ThreadSanitizer.
  static bool stops_with(LoopbackServer::Handler handler,
                         const std::function<void(OpenAiOptions&)>& tune, std::size_t wanted,
                         std::chrono::seconds within) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool right = true;
      {
        const LoopbackServer server(std::move(handler));
        OpenAiOptions options = quick(server);
        options.concurrency = 2;
        tune(options);
        watch_for_interrupts();
        std::jthread asks_to_stop([] {
          std::this_thread::sleep_for(300ms);
          ::kill(::getpid(), SIGINT);
        });
        const auto backend = open_openai_backend(options);
        const std::vector<ChatRequest> requests(6, asking("?"));
        const auto start = Clock::now();
        std::size_t came = 0;
        for (const auto& reply : (*backend)->complete(requests)) {
          came += reply ? 1U : 0U;
          right = right && (reply || reply.error().code == ErrorCode::interrupted);
        }
        right = right && came == wanted && Clock::now() - start < within &&
                server.requests().size() == 2;
      }
      ::_exit(right ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
};

TEST_F(OpenAiStopped, LetsAnswersComeThatWereAskedFor) {
  const auto slow = [](const LoopbackRequest&) {
    std::this_thread::sleep_for(2s);
    return saying("late");
  };
  EXPECT_TRUE(
      stops_with(slow, [](OpenAiOptions& options) { options.timeouts.whole = 60s; }, 2, 50s));
}

TEST_F(OpenAiStopped, DoesNotOutlastTheTimeOfAnAnswer) {
  const auto never = [](const LoopbackRequest&) { return LoopbackReply{.never = true}; };
  EXPECT_TRUE(
      stops_with(never, [](OpenAiOptions& options) { options.timeouts.whole = 1s; }, 0, 30s));
}

TEST_F(OpenAiStopped, EndsAPauseAtOnce) {
  const auto busy = [](const LoopbackRequest&) {
    return LoopbackReply{.status = 429, .headers = {{"Retry-After", "60"}}, .body = ""};
  };
  EXPECT_TRUE(stops_with(
      busy, [](OpenAiOptions& options) { options.retries.longest_pause = 60s; }, 0, 30s));
}

TEST(OpenAiOptionsCheck, RefusesAddressesThatWouldGiveThingsAway) {
  const auto refusal = [](const std::string& url, bool allow_http = false) {
    OpenAiOptions options;
    options.base_url = url;
    options.model = "m";
    options.allow_http = allow_http;
    const auto opened = open_openai_backend(options);
    return opened ? std::string("opened") : opened.error().message;
  };
  EXPECT_EQ(refusal("https://models.invalid/v1"), "opened");
  EXPECT_EQ(refusal("http://127.0.0.1:1/v1"), "opened");
  EXPECT_EQ(refusal("http://192.0.2.1:8000/v1", true), "opened");
  EXPECT_NE(refusal("http://192.0.2.1:8000/v1").find("plain http"), std::string::npos);
  EXPECT_NE(refusal("ftp://192.0.2.1/v1").find("no http or https address"), std::string::npos);
  EXPECT_NE(refusal("").find("needs a base URL"), std::string::npos);
  for (const char* url :
       {"https://user:hidden@models.invalid/v1", "https://models.invalid/v1?key=hidden",
        "https://models.invalid/#hidden"}) {
    EXPECT_NE(refusal(url).find("without"), std::string::npos);
    EXPECT_EQ(refusal(url).find("hidden"), std::string::npos);
  }
}

TEST(OpenAiOptionsCheck, SaysWhoAnswersWithoutSecrets) {
  OpenAiOptions options;
  options.base_url = "https://models.invalid/v1";
  options.model = "m";
  options.context_tokens = 8192;
  const auto backend = open_openai_backend(options);
  ASSERT_TRUE(backend) << backend.error().message;
  const ChatProvenance provenance = (*backend)->provenance();
  EXPECT_EQ(provenance.backend, "openai");
  EXPECT_EQ(provenance.model, "m");
  EXPECT_EQ(provenance.server, "https://models.invalid/v1");
  EXPECT_EQ(provenance.context_tokens, 8192U);
}

}  // namespace
}  // namespace plumb
