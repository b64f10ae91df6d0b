#include "chat/backend.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace plumb {
namespace {

TEST(Sampling, TheDefaultIsGreedyAndSound) {
  EXPECT_EQ(Sampling{}.temperature, 0);
  EXPECT_TRUE(check_sampling({}));
}

TEST(Sampling, AFieldOutOfItsRangeIsNamed) {
  const auto message = [](const Sampling& sampling) {
    const auto checked = check_sampling(sampling);
    return checked ? std::string("accepted") : checked.error().message;
  };
  EXPECT_EQ(message({.max_tokens = 0}), "max_tokens is 0; it has to be at least 1");
  EXPECT_EQ(message({.temperature = -0.5}),
            "temperature is -0.5; it has to be from 0 (greedy) to 100");
  EXPECT_EQ(message({.top_p = 1.5}), "top_p is 1.5; it has to be above 0 and at most 1");
  EXPECT_EQ(message({.repetition_penalty = 0}),
            "repetition_penalty is 0; it has to be above 0 (1: none) and at most 100");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(check_sampling({.temperature = nan}));
  EXPECT_FALSE(check_sampling({.top_p = nan}));
  EXPECT_FALSE(check_sampling({.repetition_penalty = std::numeric_limits<double>::infinity()}));
}

TEST(ChatRequest, NeedsAQuestionOfTheUser) {
  ChatRequest request;
  EXPECT_FALSE(check_request(request));
  request.messages = {{ChatRole::system, "s"}};
  EXPECT_FALSE(check_request(request));
  request.messages.push_back({ChatRole::user, ""});
  EXPECT_TRUE(check_request(request));
  request.messages.push_back({ChatRole::assistant, "a"});
  EXPECT_EQ(check_request(request).error().message,
            "the last message of a request is of the assistant; a model answers the user");
}

TEST(ChatRequest, NeedsValidTextWithoutNul) {
  ChatRequest request;
  request.messages = {{ChatRole::user, "\xF0\x9F\x98\x80 fine"}};
  EXPECT_TRUE(check_request(request));
  request.messages[0].content = "\xC0\x80";
  EXPECT_EQ(check_request(request).error().message, "message 1 of a request is not valid UTF-8");
  request.messages[0].content = std::string("a\0b", 3);
  EXPECT_EQ(check_request(request).error().message,
            "message 1 of a request has a NUL character in it");
}

}  // namespace
}  // namespace plumb
