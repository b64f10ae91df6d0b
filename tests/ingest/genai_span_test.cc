// What is read of one span, by each convention.
#include "ingest/genai_span.h"

#include <gtest/gtest.h>

#include "ingest/made_span.h"

namespace plumb {
namespace {

std::vector<std::string> names_of(const std::vector<TracedCall>& calls) {
  std::vector<std::string> names;
  for (const TracedCall& call : calls) names.push_back(call.call.name);
  return names;
}
using Names = std::vector<std::string>;

GenAiSpan read(const MadeAttributes& texts) {
  return made_genai({}, texts);
}

TEST(GenAiSpan, ReadsTheMessagesOfTheGenAiConventions) {
  const GenAiSpan span = read(
      {{"gen_ai.operation.name", "chat"},
       {"gen_ai.conversation.id", "c1"},
       {"gen_ai.request.model", "gpt-4o"},
       {"gen_ai.system_instructions", R"([{"type":"text","content":"Be brief."}])"},
       {"gen_ai.input.messages",
        R"([{"role":"user","parts":[{"type":"text","content":"Hello"}]},)"
        R"({"role":"assistant","parts":[{"type":"text","content":"Hi."}]},)"
        R"({"role":"user","parts":[{"type":"text","content":"Weather?"}]},)"
        R"({"role":"assistant","parts":[{"type":"tool_call","id":"t1","name":"weather",)"
        R"("arguments":{"city":"Paris"}}]},)"
        R"({"role":"tool","parts":[{"type":"tool_call_response","id":"t1","response":"rain"}]}])"},
       {"gen_ai.output.messages",
        R"([{"role":"assistant","parts":[{"type":"reasoning","content":"hmm"},)"
        R"({"type":"text","content":"It rains."}],"finish_reason":"stop"}])"}});
  EXPECT_EQ(span.role, SpanRole::answer);
  EXPECT_EQ(span.conversation, "c1");
  EXPECT_EQ(span.prompt, "Weather?");
  EXPECT_EQ(span.beginning, "Hello");
  EXPECT_EQ(span.response, "It rains.");
  EXPECT_EQ(names_of(span.earlier), Names{"weather"});
  EXPECT_EQ(span.earlier[0].call.arguments, R"({"city":"Paris"})");
  EXPECT_EQ(span.answered, std::vector<std::string>{"t1"});
  EXPECT_TRUE(span.asked.empty());
  EXPECT_EQ(span.labels, (Labels{{"model", "gpt-4o"}}));
}

TEST(GenAiSpan, StructuredAttributesAreReadAsTheirJsonIs) {
  const auto text = [](std::string_view key, std::string_view value) {
    return OtlpValue{.key = key, .kind = OtlpKind::text, .text = value};
  };
  const OtlpValue part{.kind = OtlpKind::map,
                       .items = {text("type", "text"), text("content", "Hello")}};
  const OtlpValue parts{.key = "parts", .kind = OtlpKind::list, .items = {part}};
  const OtlpValue message{.kind = OtlpKind::map, .items = {text("role", "user"), parts}};
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"}});
  span.attributes.push_back(
      {.key = "gen_ai.input.messages", .kind = OtlpKind::list, .items = {message}});
  EXPECT_EQ(genai_span(span, made_resource()).prompt, "Hello");
}

TEST(GenAiSpan, ReadsMessagesFromTheEventOfAnOperation) {
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"}});
  span.events.push_back(
      {0, "gen_ai.client.inference.operation.details",
       text_attributes({{"gen_ai.input.messages", R"([{"role":"user","content":"Q"}])"},
                        {"gen_ai.output.messages", R"([{"role":"assistant","content":"A"}])"}})});
  const GenAiSpan read = genai_span(span, made_resource());
  EXPECT_EQ(read.prompt, "Q");
  EXPECT_EQ(read.response, "A");
}

TEST(GenAiSpan, ReadsTheEventsOfOlderConventions) {
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"}, {"gen_ai.system", "openai"}});
  span.events.push_back({0, "gen_ai.system.message", text_attributes({{"content", "Be brief."}})});
  span.events.push_back({0, "gen_ai.user.message", text_attributes({{"content", "Q"}})});
  span.events.push_back({0, "gen_ai.choice",
                         text_attributes({{"finish_reason", "stop"},
                                          {"message", R"({"role":"assistant","content":"A"})"}})});
  GenAiSpan read = genai_span(span, made_resource());
  EXPECT_EQ(read.prompt, "Q");
  EXPECT_EQ(read.response, "A");
  EXPECT_EQ(read.labels, (Labels{{"provider", "openai"}}));

  span.events.clear();
  span.events.push_back(
      {0, "gen_ai.content.prompt",
       text_attributes({{"gen_ai.prompt", R"([{"role":"user","content":"Q2"}])"}})});
  span.events.push_back(
      {0, "gen_ai.content.completion",
       text_attributes({{"gen_ai.completion", R"([{"role":"assistant","content":"A2"}])"}})});
  read = genai_span(span, made_resource());
  EXPECT_EQ(read.prompt, "Q2");
  EXPECT_EQ(read.response, "A2");
}

TEST(GenAiSpan, ReadsIndexedAttributesInAnyOrder) {
  const GenAiSpan span = read({{"gen_ai.completion.0.tool_calls.0.arguments", R"({"q":"x"})"},
                               {"gen_ai.completion.0.tool_calls.0.name", "search"},
                               {"gen_ai.completion.0.tool_calls.0.id", "t9"},
                               {"gen_ai.completion.0.role", "assistant"},
                               {"gen_ai.prompt.10.content", "last"},
                               {"gen_ai.prompt.10.role", "user"},
                               {"gen_ai.prompt.9.content", "before"},
                               {"gen_ai.prompt.9.role", "user"},
                               {"gen_ai.prompt.0.role", "system"},
                               {"gen_ai.prompt.0.content", "Be brief."},
                               {"llm.request.type", "chat"}});
  EXPECT_EQ(span.role, SpanRole::answer);
  EXPECT_EQ(span.prompt, "last");
  EXPECT_EQ(span.beginning, "before");
  EXPECT_EQ(span.response, "");
  ASSERT_EQ(names_of(span.asked), Names{"search"});
  EXPECT_EQ(span.asked[0].id, "t9");
  EXPECT_EQ(span.asked[0].call.arguments, R"({"q":"x"})");
}

TEST(GenAiSpan, ReadsOpenInference) {
  const GenAiSpan span =
      read({{"openinference.span.kind", "LLM"},
            {"session.id", "s1"},
            {"llm.model_name", "claude"},
            {"llm.input_messages.0.message.role", "user"},
            {"llm.input_messages.0.message.contents.1.message_content.text", "two"},
            {"llm.input_messages.0.message.contents.0.message_content.text", "one"},
            {"llm.output_messages.0.message.role", "assistant"},
            {"llm.output_messages.0.message.content", "Done."},
            {"llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "calc"},
            {"llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments", "not json"},
            {"llm.output_messages.0.message.tool_calls.0.tool_call.id", "t1"},
            {"input.value", "ignored where there are messages"}});
  EXPECT_EQ(span.conversation, "s1");
  EXPECT_EQ(span.prompt, "one\ntwo");
  EXPECT_EQ(span.response, "Done.");
  ASSERT_EQ(names_of(span.asked), Names{"calc"});
  EXPECT_EQ(span.asked[0].call.arguments, "\"not json\"");
  EXPECT_EQ(span.labels, (Labels{{"model", "claude"}}));
}

TEST(GenAiSpan, PlainValuesAreAMessageOfTheUserAndItsAnswer) {
  const GenAiSpan span =
      read({{"openinference.span.kind", "AGENT"}, {"input.value", "Q"}, {"output.value", "A"}});
  EXPECT_EQ(span.role, SpanRole::agent);
  EXPECT_EQ(span.prompt, "Q");
  EXPECT_EQ(span.response, "A");
  EXPECT_FALSE(span.has_messages);
  const GenAiSpan state = read({{"openinference.span.kind", "CHAIN"},
                                {"input.value", R"({"messages":[{"role":"user","content":"Q"}]})"},
                                {"output.value", R"({"messages":[{"type":"human","content":"Q"},)"
                                                 R"({"type":"ai","content":"A"}]})"}});
  EXPECT_EQ(state.prompt, "Q");
  EXPECT_EQ(state.response, "A");
  EXPECT_EQ(
      read({{"openinference.span.kind", "CHAIN"}, {"input.value", R"({"query":"Q"})"}}).prompt,
      R"({"query":"Q"})");
}

TEST(GenAiSpan, ReadsToolsOfBothConventions) {
  const GenAiSpan genai = read({{"gen_ai.operation.name", "execute_tool"},
                                {"gen_ai.tool.name", "search"},
                                {"gen_ai.tool.call.id", "t1"},
                                {"gen_ai.tool.call.arguments", R"({"q": "x"})"},
                                {"gen_ai.tool.call.result", "found"}});
  EXPECT_EQ(genai.role, SpanRole::tool);
  ASSERT_EQ(genai.asked.size(), 1U);
  EXPECT_EQ(genai.asked[0], (TracedCall{"t1", {"search", R"({"q":"x"})", "\"found\""}}));
  const GenAiSpan inference = read({{"openinference.span.kind", "TOOL"},
                                    {"tool.name", "search"},
                                    {"input.value", R"({"q":"x"})"},
                                    {"output.value", "found"}});
  EXPECT_EQ(inference.asked[0].call, genai.asked[0].call);
  // A name that no tool may have is mended, not lost.
  EXPECT_EQ(read({{"openinference.span.kind", "TOOL"}, {"tool.name", "a\nb"}}).asked[0].call.name,
            "a b");
}

TEST(GenAiSpan, WhatIsTooLongForACallIsLeftOut) {
  const std::string large(kMostCallBytes + 1, 'x');
  OtlpSpan span = made_span({}, {{"openinference.span.kind", "TOOL"}, {"tool.name", "t"}});
  span.attributes.push_back({.key = "output.value", .kind = OtlpKind::text, .text = large});
  EXPECT_EQ(genai_span(span, {}).asked[0].call.result, "");
}

TEST(GenAiSpan, OtherSpansAreLinksAlone) {
  EXPECT_EQ(read({{"http.method", "GET"}}).role, SpanRole::other);
  EXPECT_EQ(read({{"gen_ai.operation.name", "embeddings"}}).role, SpanRole::other);
  EXPECT_EQ(read({{"openinference.span.kind", "RETRIEVER"}, {"output.value", "x"}}).role,
            SpanRole::other);
  EXPECT_TRUE(read({{"http.method", "GET"}}).labels.empty());
}

TEST(GenAiSpan, UnknownAttributesAreLabelsWithinBounds) {
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"},
                                 {"tenant", "acme"},
                                 {"long", "xxxxxxxxxxxxxxxxxxxxx"},
                                 {"gen_ai.usage.input_tokens", "12"}});
  span.attributes.push_back({.key = "beta", .kind = OtlpKind::boolean, .integer = 1});
  span.attributes.push_back(
      {.key = "gen_ai.request.temperature", .kind = OtlpKind::real, .real = 0.5});
  GenAiOptions options;
  options.longest_label = 20;
  EXPECT_EQ(genai_span(span, {}, options).labels,
            (Labels{{"beta", "true"}, {"gen_ai.request.temperature", "0.5"}, {"tenant", "acme"}}));
  options.most_labels = 1;
  EXPECT_EQ(genai_span(span, {}, options).labels.size(), 1U);
}

TEST(GenAiSpan, SeverityAndGoalAreTakenOnlyWhereTheyAreSaid) {
  const GenAiSpan said = read({{"gen_ai.operation.name", "chat"},
                               {"plumb.severity", "High"},
                               {"plumb.goal", "Book a room"}});
  EXPECT_EQ(said.severity, Severity::high);
  EXPECT_EQ(said.goal, "Book a room");
  EXPECT_FALSE(read({{"gen_ai.operation.name", "chat"}, {"severity", "very"}}).severity);
}

TEST(GenAiSpan, TheExecutionIsServiceAndVersionOrWhatTheOperatorNames) {
  GenAiSpan span = read({});
  EXPECT_EQ(span.service, "bot");
  EXPECT_EQ(span.version, "1.0");
  EXPECT_EQ(genai_span(made_span({}, {}), {}).service, "unknown_service");
  GenAiOptions options;
  options.execution_attribute = "deployment";
  span = genai_span(made_span({}, {{"deployment", "canary"}}), made_resource(), options);
  EXPECT_EQ(span.service, "canary");
  EXPECT_EQ(span.version, "");
  EXPECT_EQ(genai_span(made_span({}, {}), made_resource(), options).service, "bot");
}

TEST(GenAiSpan, AFailureIsToldByItsStatus) {
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"}, {"error.type", "timeout"}});
  EXPECT_FALSE(genai_span(span, {}).error);
  span.status = OtlpStatus::error;
  EXPECT_EQ(genai_span(span, {}).error, "timeout");
  span.status_message = "it took too long";
  EXPECT_EQ(genai_span(span, {}).error, "it took too long");
}

TEST(GenAiSpan, TextOfASpanReadsBackEqual) {
  GenAiSpan span = read({{"gen_ai.operation.name", "execute_tool"},
                         {"gen_ai.tool.name", "t"},
                         {"gen_ai.conversation.id", "c \xF0\x9F\x8C\x8D \x01"},
                         {"tenant", "acme"},
                         {"severity", "low"}});
  span.prompt = "p";
  span.answered = {"a", ""};
  span.goal = "g";
  const auto back = genai_span_of_text(to_text(span));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, span);
  for (const char* broken : {"", "{}", "[]", "{\"trace\":1}"}) {
    EXPECT_EQ(genai_span_of_text(broken).error().code, ErrorCode::corrupt);
  }
}

TEST(GenAiSpan, NulIsNotKept) {
  OtlpSpan span = made_span({}, {{"gen_ai.operation.name", "chat"}});
  const std::string text("a\0b", 3);
  span.attributes.push_back(
      {.key = "gen_ai.conversation.id", .kind = OtlpKind::text, .text = text});
  EXPECT_EQ(genai_span(span, {}).conversation, "a b");
}

}  // namespace
}  // namespace plumb
