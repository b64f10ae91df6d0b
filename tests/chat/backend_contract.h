// What every chat backend promises, as one suite. A test file of a backend says
//
//   INSTANTIATE_TEST_SUITE_P(Embedded, BackendContract, testing::Values(factory), name_of_factory);
//
// with a factory that opens the backend on a real model, or says why it cannot.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chat/backend.h"
#include "text/utf8.h"

namespace plumb {

struct BackendFactory {
  std::string name;  // letters and digits, for the names of the tests
  // The sentence that a test is skipped with where there is no model or no server.
  std::function<std::string()> missing = [] { return std::string(); };
  std::function<Result<std::unique_ptr<ChatBackend>>()> open;
  bool tells_usage = true;  // some servers do not, of a reply that they stream
};

inline std::string name_of_factory(const testing::TestParamInfo<BackendFactory>& info) {
  return info.param.name;
}

inline void PrintTo(const BackendFactory& factory, std::ostream* out) {
  *out << factory.name;
}

class BackendContract : public testing::TestWithParam<BackendFactory> {
 protected:
  void SetUp() override {
    if (const std::string missing = GetParam().missing(); !missing.empty()) GTEST_SKIP() << missing;
    auto opened = GetParam().open();
    ASSERT_TRUE(opened) << opened.error().message;
    backend_ = *std::move(opened);
  }

  static ChatRequest asking(std::string question, std::uint32_t max_tokens = 12) {
    ChatRequest request;
    request.conversation = "of " + std::to_string(question.size());
    request.messages = {{ChatRole::system, "You answer in one short sentence."},
                        {ChatRole::user, std::move(question)}};
    request.sampling.max_tokens = max_tokens;
    return request;
  }

  Result<ChatReply> ask(const ChatRequest& request) {
    auto replies = backend_->complete({&request, 1});
    if (replies.size() != 1) return fail(ErrorCode::corrupt, "not one reply to one request");
    return std::move(replies.front());
  }

  // The text, or the sentence of the error: either way two equal requests give the same.
  std::string text(const ChatRequest& request) {
    const auto reply = ask(request);
    return reply ? reply->text : "failed: " + reply.error().message;
  }

  std::unique_ptr<ChatBackend> backend_;
};

TEST_P(BackendContract, NoRequestsHaveNoReplies) {
  EXPECT_TRUE(backend_->complete({}).empty());
}

TEST_P(BackendContract, RepliesComeInTheOrderOfTheRequests) {
  const std::vector<ChatRequest> requests = {
      asking("What is the capital of France?"), asking("Name a primary colour."),
      asking("How many legs does a spider have?"), asking("Which planet is the largest?")};
  std::vector<std::string> alone;
  for (const auto& request : requests) alone.push_back(text(request));
  const auto replies = backend_->complete(requests);
  ASSERT_EQ(replies.size(), requests.size());
  for (std::size_t i = 0; i < replies.size(); ++i) {
    ASSERT_TRUE(replies[i]) << replies[i].error().message;
    EXPECT_EQ(replies[i]->text, alone[i]);
  }
}

TEST_P(BackendContract, AReplyEndsAtItsBound) {
  const auto reply = ask(asking("Write a long story about a lighthouse keeper.", 5));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->finish, FinishReason::length);
  EXPECT_LE(reply->completion_tokens, 5U);
  EXPECT_FALSE(reply->text.empty());
}

TEST_P(BackendContract, AReplyEndsWhenTheModelHasSaidIt) {
  const auto reply = ask(asking("Reply with the single word: yes", 64));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->finish, FinishReason::stop) << reply->text;
}

TEST_P(BackendContract, GreedyRepliesAreTheSameTwice) {
  const ChatRequest request = asking("Describe the sea in one sentence.", 24);
  EXPECT_EQ(text(request), text(request));
}

TEST_P(BackendContract, ASeedRepeatsASample) {
  ChatRequest request = asking("Invent a name for a ship.", 16);
  request.sampling.temperature = 1.2;
  request.sampling.top_p = 0.95;
  const std::string first = text(request);
  EXPECT_EQ(text(request), first);
  bool another = false;
  for (std::uint64_t seed = 1; seed <= 5 && !another; ++seed) {
    request.sampling.seed = seed;
    another = text(request) != first;
  }
  EXPECT_TRUE(another) << "six seeds, one sample: " << first;
}

TEST_P(BackendContract, RepeatAndConversationDoNotChangeAReply) {
  ChatRequest request = asking("What do bees make?", 16);
  const std::string first = text(request);
  request.repeat = 3;
  EXPECT_EQ(text(request), first);
  request.conversation = "another";
  EXPECT_EQ(text(request), first);
}

TEST_P(BackendContract, ALaterTurnIsAnsweredAsIfAskedAfresh) {
  ChatRequest request = asking("Tell me about the moon.", 16);
  const auto first = ask(request);
  ASSERT_TRUE(first) << first.error().message;
  request.messages.push_back({ChatRole::assistant, first->text});
  request.messages.push_back({ChatRole::user, "And what about the sun?"});
  const std::string continued = text(request);
  auto other = GetParam().open();
  ASSERT_TRUE(other) << other.error().message;
  backend_ = *std::move(other);
  EXPECT_EQ(text(request), continued);
}

TEST_P(BackendContract, ATooLongRequestCostsOnlyItself) {
  std::string flood;
  for (std::uint64_t i = 0; i < backend_->context_tokens() + 16; ++i) flood += " word";
  const std::vector<ChatRequest> requests = {asking("Name a fruit."), asking(flood),
                                             asking("Name a metal.")};
  const auto replies = backend_->complete(requests);
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_TRUE(replies[0]) << replies[0].error().message;
  ASSERT_FALSE(replies[1]);
  EXPECT_EQ(replies[1].error().code, ErrorCode::invalid_input) << replies[1].error().message;
  EXPECT_TRUE(replies[2]) << replies[2].error().message;
}

TEST_P(BackendContract, ARequestThatMakesNoSenseCostsOnlyItself) {
  std::vector<ChatRequest> requests(7, asking("Name a fruit."));
  requests[1].messages.clear();
  requests[2].messages.push_back({ChatRole::assistant, "An apple."});
  requests[3].sampling.top_p = 0;
  requests[4].messages.back().content = "half a character: \xE2\x82";
  requests[5].conversation = "half a character: \xE2\x82";
  const auto replies = backend_->complete(requests);
  ASSERT_EQ(replies.size(), 7U);
  for (const std::size_t bad : {1U, 2U, 3U, 4U, 5U}) {
    ASSERT_FALSE(replies[bad]) << bad;
    EXPECT_EQ(replies[bad].error().code, ErrorCode::invalid_input) << replies[bad].error().message;
  }
  ASSERT_TRUE(replies[0]) << replies[0].error().message;
  ASSERT_TRUE(replies[6]) << replies[6].error().message;
  EXPECT_EQ(replies[0]->text, replies[6]->text);
}

TEST_P(BackendContract, AnyTextGoesInAndValidTextComesOut) {
  const ChatRequest request = asking(
      "Repeat after me: \"Grüße, 東京! Привет \U0001F680 \u0301 \u202Eabc \\ \t \x01 \x7F\"", 24);
  const auto reply = ask(request);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(replace_invalid_utf8(reply->text), reply->text);
  EXPECT_EQ(text(request), reply->text);
}

TEST_P(BackendContract, UsageIsCounted) {
  const ChatRequest request = asking("What is the capital of Italy?", 8);
  const auto reply = ask(request);
  ASSERT_TRUE(reply) << reply.error().message;
  const auto counted = backend_->count_tokens(request.messages);
  ASSERT_TRUE(counted) << counted.error().message;
  EXPECT_EQ(reply->prompt_tokens > 0, GetParam().tells_usage);
  EXPECT_EQ(reply->completion_tokens > 0, GetParam().tells_usage);
  EXPECT_GE(*counted, reply->prompt_tokens);
  EXPECT_LE(reply->completion_tokens, 8U);
  EXPECT_LE(reply->reused_tokens, reply->prompt_tokens);
}

TEST_P(BackendContract, ALongerPromptCountsMore) {
  auto messages = asking("One.").messages;
  const auto before = backend_->count_tokens(messages);
  ASSERT_TRUE(before) << before.error().message;
  messages.push_back({ChatRole::assistant, "Two, and three."});
  messages.push_back({ChatRole::user, "Four?"});
  const auto after = backend_->count_tokens(messages);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_GT(*after, *before);
}

TEST_P(BackendContract, SaysWhoAnswered) {
  const ChatProvenance provenance = backend_->provenance();
  EXPECT_FALSE(provenance.backend.empty());
  EXPECT_FALSE(provenance.model.empty());
  EXPECT_EQ(provenance.context_tokens, backend_->context_tokens());
  EXPECT_GE(provenance.side_by_side, 1U);
}

}  // namespace plumb
