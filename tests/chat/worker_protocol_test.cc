#include "chat/worker_protocol.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

std::string body(const Result<std::string>& frame) {
  EXPECT_EQ(frame_length(*frame).value(), frame->size() - kFrameHeadBytes);
  return frame->substr(kFrameHeadBytes);
}

TEST(WorkerProtocol, CommandsComeThrough) {
  ChatRequest request;
  request.conversation = "a/1";
  request.messages = {{ChatRole::system, "s"},
                      {ChatRole::user, "Grüße \U0001F680\n\"\\"},
                      {ChatRole::assistant, ""}};
  request.sampling = {.max_tokens = 7,
                      .temperature = 0.1,
                      .top_p = 0.3,
                      .repetition_penalty = 1.1,
                      .seed = 0xFFFF'FFFF'FFFF'FFFF};
  const auto parsed = parse_command(body(encode_frame(WorkerAsk{{request}, true})));
  ASSERT_TRUE(parsed) << parsed.error().message;
  const auto& ask = std::get<WorkerAsk>(*parsed);
  ASSERT_EQ(ask.requests.size(), 1U);
  EXPECT_TRUE(ask.digest);
  EXPECT_EQ(ask.requests[0].conversation, request.conversation);
  EXPECT_EQ(ask.requests[0].messages, request.messages);
  EXPECT_EQ(ask.requests[0].sampling, request.sampling);
  EXPECT_TRUE(std::holds_alternative<WorkerStop>(*parse_command(body(encode_frame(WorkerStop{})))));
  const auto count = parse_command(body(encode_frame(WorkerCount{request.messages})));
  EXPECT_EQ(std::get<WorkerCount>(*count).messages, request.messages);
  const WorkerLoad load{"m.gguf", 3, 1024, 5, std::uint64_t{1} << 40, false};
  const auto loaded = std::get<WorkerLoad>(*parse_command(body(encode_frame(load))));
  EXPECT_EQ(loaded.model, load.model);
  EXPECT_EQ(loaded.threads, 3U);
  EXPECT_EQ(loaded.context_tokens, 1024U);
  EXPECT_EQ(loaded.side_by_side, 5U);
  EXPECT_EQ(loaded.cache_bytes, load.cache_bytes);
  EXPECT_FALSE(loaded.reuse);
}

TEST(WorkerProtocol, EventsComeThrough) {
  ChatReply reply;
  reply.text = "déjà vu";
  reply.finish = FinishReason::length;
  reply.prompt_tokens = 10;
  reply.completion_tokens = 20;
  reply.reused_tokens = 5;
  const auto event = parse_event(body(encode_frame(WorkerReply{3, reply, "00ff"})));
  const auto& got = std::get<WorkerReply>(*event);
  EXPECT_EQ(got.index, 3U);
  EXPECT_EQ(got.digest, "00ff");
  EXPECT_EQ(got.reply->text, reply.text);
  EXPECT_EQ(got.reply->finish, FinishReason::length);
  EXPECT_EQ(got.reply->prompt_tokens, 10U);
  EXPECT_EQ(got.reply->completion_tokens, 20U);
  EXPECT_EQ(got.reply->reused_tokens, 5U);
  for (const ErrorCode code : {ErrorCode::invalid_input, ErrorCode::not_found, ErrorCode::corrupt,
                               ErrorCode::unsupported, ErrorCode::io, ErrorCode::interrupted}) {
    const auto failed = parse_event(body(encode_frame(WorkerReply{0, fail(code, "why"), ""})));
    EXPECT_EQ(std::get<WorkerReply>(*failed).reply.error().code, code);
    const auto failure = parse_event(body(encode_frame(WorkerFailure{{code, "why"}})));
    EXPECT_EQ(std::get<WorkerFailure>(*failure).error.message, "why");
  }
  const auto ready = parse_event(body(encode_frame(WorkerReady{4096, 7, {{"library", "x"}}})));
  EXPECT_EQ(std::get<WorkerReady>(*ready).context_tokens, 4096U);
  EXPECT_EQ(std::get<WorkerReady>(*ready).side_by_side, 7U);
  EXPECT_EQ(std::get<WorkerReady>(*ready).details.at(0).second, "x");
  EXPECT_EQ(std::get<WorkerSign>(*parse_event(body(encode_frame(WorkerSign{9})))).tokens, 9U);
  EXPECT_EQ(std::get<WorkerCounted>(*parse_event(body(encode_frame(WorkerCounted{8})))).tokens, 8U);
}

TEST(WorkerProtocol, NonsenseIsCorrupt) {
  for (const char* text :
       {"", "{", "[]", "null", "{}", R"({"is":"reply"})", R"({"is":7})",
        R"({"is":"sign","tokens":-1})", R"({"is":"sign","tokens":1.5})",
        R"({"is":"sign","tokens":1e400})", R"({"is":"reply","index":0,"error":{"code":"io"}})",
        R"({"is":"ready","context_tokens":1,"side_by_side":1,"details":[["a"]]})", "\xFF"}) {
    EXPECT_EQ(parse_event(text).error().code, ErrorCode::corrupt) << text;
    EXPECT_EQ(parse_command(text).error().code, ErrorCode::corrupt) << text;
  }
  EXPECT_EQ(parse_event(std::string(100'000, '[')).error().code, ErrorCode::corrupt);
}

TEST(WorkerProtocol, AFrameIsBounded) {
  EXPECT_EQ(frame_length(std::string("\x05\x01\x00\x00", 4)).value(), 261U);
  EXPECT_EQ(frame_length("\xFF\xFF\xFF\x7F").error().code, ErrorCode::corrupt);
  WorkerCount count{{{ChatRole::user, std::string(kMaxFrameBytes, 'x')}}};
  EXPECT_EQ(encode_frame(count).error().code, ErrorCode::invalid_input);
  count.messages[0].content = "\xE2\x82";
  EXPECT_EQ(encode_frame(count).error().code, ErrorCode::invalid_input);
}

}  // namespace
}  // namespace plumb
