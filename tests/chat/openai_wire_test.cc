#include "chat/openai_wire.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "chat/token_estimate.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

ChatRequest request() {
  ChatRequest request;
  request.conversation = "c1";
  request.messages = {{ChatRole::system, "Be brief."}, {ChatRole::user, "Grüße \"x\"\n?"}};
  return request;
}

std::string reply_body(const Json& message, const Json& finish = "stop") {
  return Json{{"choices", {{{"index", 0}, {"message", message}, {"finish_reason", finish}}}},
              {"usage", {{"prompt_tokens", 12}, {"completion_tokens", 3}}}}
      .dump();
}

std::string refusal(const std::string& body) {
  const auto reply = parse_chat_reply(body, 96);
  return reply ? "a reply: " + reply->text : reply.error().message;
}

TEST(OpenAiRequest, SaysWhatIsSampledAndNothingThatServersMayNotKnow) {
  const Json body = Json::parse(chat_request_body(request(), {.model = "m"}));
  const Json expected = {{"model", "m"},
                         {"messages",
                          {{{"role", "system"}, {"content", "Be brief."}},
                           {{"role", "user"}, {"content", "Grüße \"x\"\n?"}}}},
                         {"max_tokens", 96},
                         {"temperature", 0.0},
                         {"top_p", 1.0},
                         {"seed", 42},
                         {"stream", false}};
  EXPECT_EQ(body, expected);
}

TEST(OpenAiRequest, NamesAPenaltyAsEachServerKnowsIt) {
  ChatRequest penalised = request();
  penalised.sampling.repetition_penalty = 1.1;
  const Json body = Json::parse(chat_request_body(penalised, {.model = "m"}));
  EXPECT_EQ(body.at("repetition_penalty"), 1.1);
  EXPECT_EQ(body.at("repeat_penalty"), 1.1);
}

TEST(OpenAiRequest, AsksForUsageInAStreamAndForTheNewerNameOfTheBound) {
  const Json body = Json::parse(
      chat_request_body(request(), {.model = "m", .stream = true, .max_completion_tokens = true}));
  EXPECT_EQ(body.at("stream"), true);
  EXPECT_EQ(body.at("stream_options").at("include_usage"), true);
  EXPECT_EQ(body.at("max_completion_tokens"), 96);
  EXPECT_FALSE(body.contains("max_tokens"));
}

TEST(OpenAiReply, HoldsTextUsageAndHowItEnded) {
  const auto reply = parse_chat_reply(
      R"({"choices": [{"message": {"role": "assistant", "content": "Gr\u00fc\u00dfe"},
          "finish_reason": "length"}, {"message": {"content": "another"}}],
          "usage": {"prompt_tokens": 12, "completion_tokens": 3,
                    "prompt_tokens_details": {"cached_tokens": 8}}})",
      3);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Grüße");
  EXPECT_EQ(reply->finish, FinishReason::length);
  EXPECT_EQ(reply->prompt_tokens, 12U);
  EXPECT_EQ(reply->completion_tokens, 3U);
  EXPECT_EQ(reply->reused_tokens, 8U);
  EXPECT_FALSE(reply->from_cache);
}

TEST(OpenAiReply, NeitherAnEmptyTextNorNoneIsAReply) {
  EXPECT_EQ(refusal(reply_body({{"content", ""}}, nullptr)), "answered with an empty message");
  EXPECT_EQ(refusal(reply_body({{"content", nullptr}}, "tool_calls")),
            "answered with a message that has no content (finish_reason \"tool_calls\")");
  EXPECT_EQ(refusal(reply_body({{"role", "assistant"}}, nullptr)),
            "answered with a message that has no content");
}

TEST(OpenAiReply, UsageThatMakesNoSenseIsUsageNotTold) {
  const auto reply = parse_chat_reply(
      R"({"choices": [{"message": {"content": "x"}}],
          "usage": {"prompt_tokens": -1, "completion_tokens": "many"}})",
      96);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->prompt_tokens, 0U);
  EXPECT_EQ(reply->completion_tokens, 0U);
  EXPECT_EQ(reply->finish, FinishReason::stop);
}

TEST(OpenAiReply, TheBoundTellsHowAReplyEndedWhereTheServerDoesNot) {
  const auto reply = parse_chat_reply(reply_body({{"content", "x"}}, nullptr), 3);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->finish, FinishReason::length);
}

TEST(OpenAiReply, AFilteredReplyIsNotTheModels) {
  EXPECT_EQ(refusal(reply_body({{"content", "x"}}, "content_filter")),
            "ended its reply with the finish_reason \"content_filter\", which leaves no whole "
            "answer of the model");
}

TEST(OpenAiReply, WhatMakesNoSenseIsRefusedWithItsFirstWords) {
  EXPECT_EQ(refusal("<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>to the "
                    "<b>network</b></body></html>"),
            "answered with what is not JSON: \"Sign in to the network\"");
  EXPECT_EQ(refusal("{\"choices\": [}"), "answered with what is not JSON: \"{\"choices\": [}\"");
  EXPECT_EQ(refusal("{\"choices\": []}"), "answered without choices: \"{\"choices\": []}\"");
  EXPECT_EQ(refusal("[]"), "answered without choices: \"[]\"");
  EXPECT_EQ(refusal(R"({"error": {"message": "no such model"}})"),
            "answered with an error: \"no such model\"");
  EXPECT_EQ(refusal("{\"choices\": [{\"message\": {\"content\": \"caf\xE9 au lait\"}}]}"),
            "answered with bytes that are not UTF-8, from byte 41 on");
  EXPECT_EQ(refusal(R"({"choices": [{"message": {"content": "a\u0000b"}}]})"),
            "answered with a NUL character in its text");
  EXPECT_EQ(refusal("{\"usage\": 1e400}"),
            "answered with what is not JSON: \"{\"usage\": 1e400}\"");
  EXPECT_EQ(refusal(std::string(200, '[')), "answered with JSON that nests deeper than 64");
}

TEST(OpenAiReply, EveryBeginningOfAReplyIsTakenForHalfOfOne) {
  const std::string body = reply_body({{"content", "Grüße aus 東京 \U0001F680"}});
  for (std::size_t size = 0; size < body.size(); ++size) {
    const auto reply = parse_chat_reply(body.substr(0, size), 96);
    ASSERT_FALSE(reply) << size;
    EXPECT_EQ(reply.error().code, ErrorCode::io) << size << ": " << reply.error().message;
  }
}

TEST(FirstWords, AreOneShortLineOfValidText) {
  EXPECT_EQ(first_words(""), "\"\"");
  EXPECT_EQ(first_words("  a\r\n\tb \xFF \x1B[31m c "), "\"a b \xEF\xBF\xBD [31m c\"");
  const std::string cut = first_words(std::string(5000, 'x') + "y");
  EXPECT_EQ(cut, '"' + std::string(160, 'x') + "...\"");
}

TEST(Complaint, IsFoundWhereServersPutIt) {
  for (const char* body : {R"({"error": {"message": "why", "type": "t"}})", R"({"error": "why"})",
                           R"({"message": "why"})", R"({"detail": "why"})",
                           R"({"detail": [{"msg": "why"}]})", "why", "<h1>why</h1>"}) {
    EXPECT_EQ(parse_complaint(body).words, "\"why\"") << body;
    EXPECT_FALSE(parse_complaint(body).hopeless);
  }
  EXPECT_EQ(parse_complaint("").words, "");
  EXPECT_TRUE(
      parse_complaint(R"({"error": {"message": "x", "code": "insufficient_quota"}})").hopeless);
}

const std::string kStream =
    "data: {\"choices\": [{\"delta\": {\"role\": \"assistant\", \"content\": \"\"}}]}\n\n"
    "data: {\"choices\": [{\"delta\": {\"content\": \"Grü\"}, \"finish_reason\": null}]}\n\n"
    ": keep-alive\n\n"
    "data: {\"choices\": [{\"delta\": {\"content\": \"ße\"}}], \"usage\": null}\n\n"
    "data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}]}\n\n"
    "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 9, \"completion_tokens\": 2}}\n\n"
    "data: [DONE]\n\n";

TEST(StreamedReply, IsTheSameHoweverItIsSplit) {
  for (std::size_t piece = 1; piece <= kStream.size(); ++piece) {
    StreamedReply stream;
    for (std::size_t at = 0; at < kStream.size(); at += piece) {
      ASSERT_TRUE(stream.feed(std::string_view(kStream).substr(at, piece)));
    }
    const auto reply = stream.finish(96);
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->text, "Grüße");
    EXPECT_EQ(reply->finish, FinishReason::stop);
    EXPECT_EQ(reply->prompt_tokens, 9U);
    EXPECT_EQ(reply->completion_tokens, 2U);
  }
}

TEST(StreamedReply, EndsWithItsFinishReasonWhereDoneIsMissing) {
  StreamedReply stream;
  ASSERT_TRUE(stream.feed(kStream.substr(0, kStream.find("data: [DONE]"))));
  const auto reply = stream.finish(96);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Grüße");
}

TEST(StreamedReply, ThatBreaksOffIsHalfOfOne) {
  const std::size_t end = kStream.find("data: {\"choices\": [{\"delta\": {}, ");
  for (std::size_t size = 0; size < end; ++size) {
    StreamedReply stream;
    auto fed = stream.feed(kStream.substr(0, size));
    const auto reply = fed ? stream.finish(96) : std::unexpected(fed.error());
    ASSERT_FALSE(reply) << size;
    EXPECT_EQ(reply.error().code, ErrorCode::io) << size << ": " << reply.error().message;
  }
}

TEST(StreamedReply, ThatTheServerGaveUpIsHalfOfOne) {
  StreamedReply stream;
  ASSERT_TRUE(stream.feed(kStream.substr(0, kStream.find(": keep-alive")) + "data: [DONE]\n\n"));
  const auto reply = stream.finish(96);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::io);
}

TEST(StreamedReply, AnErrorInTheMiddleEndsIt) {
  StreamedReply stream;
  const auto fed = stream.feed(kStream.substr(0, kStream.find(": keep-alive")) +
                               "data: {\"error\": {\"message\": \"out of memory\"}}\n\n");
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().code, ErrorCode::io);
  EXPECT_EQ(fed.error().message, "failed in the middle of its reply: \"out of memory\"");
}

TEST(StreamedReply, WithoutAnyContentIsNoReply) {
  StreamedReply stream;
  ASSERT_TRUE(
      stream.feed("data: {\"choices\": [{\"delta\": {\"tool_calls\": []}, "
                  "\"finish_reason\": \"tool_calls\"}]}\n\ndata: [DONE]\n\n"));
  EXPECT_EQ(stream.finish(96).error().message,
            "answered with a message that has no content (finish_reason \"tool_calls\")");
}

TEST(TokenEstimate, CountsWordsNumbersMarksAndBytes) {
  EXPECT_EQ(estimate_tokens(""), 0U);
  EXPECT_EQ(estimate_tokens("a"), 1U);
  EXPECT_EQ(estimate_tokens("the cat sat"), 3U);
  EXPECT_EQ(estimate_tokens("strategy"), 3U);
  EXPECT_EQ(estimate_tokens("Strategy"), 3U);
  EXPECT_EQ(estimate_tokens("ZQXJK"), 5U);
  EXPECT_EQ(estimate_tokens("2025."), 5U);
  EXPECT_EQ(estimate_tokens("a  b\n\n"), 5U);  // the second space and the line feeds count
  EXPECT_EQ(estimate_tokens("東京"), 6U);
}

}  // namespace
}  // namespace plumb
