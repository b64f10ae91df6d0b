// Which turns a trace has, whatever the order in which its spans come.
#include "ingest/trace_turns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ingest/made_span.h"

namespace plumb {
namespace {

using Names = std::vector<std::string>;

std::optional<Names> tools_of(const Turn& turn) {
  if (!turn.result || !turn.result->tools) return std::nullopt;
  Names names;
  for (const ToolCall& call : *turn.result->tools) names.push_back(call.name);
  return names;
}

GenAiSpan answer(const Place& place, std::string_view asked, std::string_view said) {
  return made_genai(place, {{"openinference.span.kind", "LLM"},
                            {"llm.input_messages.0.message.role", "user"},
                            {"llm.input_messages.0.message.content", asked},
                            {"llm.output_messages.0.message.role", "assistant"},
                            {"llm.output_messages.0.message.content", said}});
}
// Asks for a tool by id, having been given the result of another.
GenAiSpan asking(const Place& place, std::string_view prompt, std::string_view call_id,
                 std::string_view answered = "") {
  GenAiSpan span = answer(place, prompt, "");
  span.asked.push_back({std::string(call_id), {"tool_" + std::string(call_id), "", ""}});
  if (!answered.empty()) span.answered.emplace_back(answered);
  return span;
}
GenAiSpan finishing(const Place& place, std::string_view prompt, std::string_view said,
                    std::string_view answered) {
  GenAiSpan span = answer(place, prompt, said);
  span.answered.emplace_back(answered);
  return span;
}
GenAiSpan agent(const Place& place, std::string_view asked = "", std::string_view said = "") {
  MadeAttributes attributes = {{"openinference.span.kind", "AGENT"}, {"session.id", "s1"}};
  if (!asked.empty()) attributes.emplace_back("input.value", asked);
  if (!said.empty()) attributes.emplace_back("output.value", said);
  return made_genai(place, attributes);
}
GenAiSpan tool(const Place& place, std::string_view name, std::string_view call_id = "") {
  MadeAttributes attributes = {{"gen_ai.operation.name", "execute_tool"},
                               {"gen_ai.tool.name", name}};
  if (!call_id.empty()) attributes.emplace_back("gen_ai.tool.call.id", call_id);
  return made_genai(place, attributes);
}
GenAiSpan link(const Place& place) {
  return made_genai(place, {});
}

TEST(TraceTurns, AnAgentWithItsToolsIsOneTurn) {
  const std::vector<GenAiSpan> spans = {
      agent({.id = 1, .start = 0, .end = 9}, "Plan a trip", "Go to Paris."),
      answer({.id = 2, .parent = 1, .start = 1, .end = 2}, "Plan a trip", ""),
      tool({.id = 3, .parent = 1, .start = 3, .end = 4}, "search"),
      link({.id = 4, .parent = 1, .start = 4, .end = 6}),
      tool({.id = 5, .parent = 4, .start = 5, .end = 6}, "book"),
      answer({.id = 6, .parent = 1, .start = 7, .end = 8}, "Plan a trip", "Go to Paris."),
  };
  const auto turns = turns_of_trace(spans);
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].service, "bot");
  EXPECT_EQ(turns[0].version, "1.0");
  EXPECT_EQ(turns[0].result->id, made_id(1, 32) + "-" + made_id(1, 16));
  EXPECT_EQ(turns[0].result->prompt, "Plan a trip");
  EXPECT_EQ(turns[0].result->response, "Go to Paris.");
  EXPECT_EQ(tools_of(turns[0]), (Names{"search", "book"}));
  EXPECT_EQ(turns[0].step->session, "s1");
  EXPECT_EQ(turns[0].step->goal, "Plan a trip");
  EXPECT_EQ(turns[0].spans.size(), 6U);
}

TEST(TraceTurns, AnAgentThatRecordsNothingIsToldByItsModels) {
  const auto turns = turns_of_trace(std::vector{
      agent({.id = 1, .start = 0, .end = 9}),
      answer({.id = 2, .parent = 1, .start = 1, .end = 2}, "Q", "thinking aloud"),
      answer({.id = 3, .parent = 1, .start = 3, .end = 4}, "Q, refined", "A"),
  });
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].result->prompt, "Q");
  EXPECT_EQ(turns[0].result->response, "A");
  EXPECT_EQ(tools_of(turns[0]), Names{});
}

TEST(TraceTurns, AnAgentInsideOfAnotherIsPartOfIt) {
  const auto turns = turns_of_trace(std::vector{
      agent({.id = 1, .start = 0, .end = 9}, "Q", "A"),
      agent({.id = 2, .parent = 1, .start = 1, .end = 3}, "sub Q", "sub A"),
      tool({.id = 3, .parent = 2, .start = 2, .end = 3}, "search"),
  });
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].result->response, "A");
  EXPECT_EQ(tools_of(turns[0]), Names{"search"});
}

TEST(TraceTurns, AgentsBesideEachOtherAreTurnsOfTheirOwn) {
  const auto turns = turns_of_trace(std::vector{
      link({.id = 9, .start = 0, .end = 9}),
      agent({.id = 2, .parent = 9, .start = 5, .end = 6}, "second", "B"),
      agent({.id = 1, .parent = 9, .start = 1, .end = 2}, "first", "A"),
  });
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].result->response, "A");
  EXPECT_LT(turns[0].step->step, turns[1].step->step);
}

TEST(TraceTurns, WithoutAgentsEachAnswerIsATurn) {
  const auto turns = turns_of_trace(std::vector{
      answer({.id = 2, .parent = 1, .start = 1, .end = 2}, "classify", "spam"),
      answer({.id = 3, .parent = 1, .start = 3, .end = 4}, "reply", "No, thank you."),
  });
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].step->session, made_id(1, 32));  // no conversation: the trace
  EXPECT_EQ(tools_of(turns[0]), Names{});
}

TEST(TraceTurns, AnswersThatAskForToolsBelongToTheOneThatGotTheResults) {
  const auto turns = turns_of_trace(std::vector{
      asking({.id = 1, .start = 0, .end = 1}, "Q", "c1"),
      tool({.id = 2, .start = 2, .end = 3}, "tool_c1", "c1"),
      asking({.id = 3, .start = 4, .end = 5}, "Q", "c2", "c1"),
      answer({.id = 4, .start = 5, .end = 6}, "another", "unrelated"),
      finishing({.id = 5, .start = 7, .end = 8}, "Q", "A", "c2"),
  });
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].result->id, made_id(1, 32) + "-" + made_id(1, 16));
  EXPECT_EQ(turns[0].result->response, "A");
  EXPECT_EQ(tools_of(turns[0]), (Names{"tool_c1", "tool_c2"}));
  EXPECT_EQ(turns[1].result->response, "unrelated");
  EXPECT_EQ(tools_of(turns[1]), Names{});
}

TEST(TraceTurns, AnAnswerThatAsksForAToolAndIsNeverContinuedStandsForItself) {
  const auto turns = turns_of_trace(std::vector{asking({.id = 1}, "classify", "c1"),
                                                asking({.id = 2, .start = 2}, "classify", "c2")});
  ASSERT_EQ(turns.size(), 2U);
  EXPECT_EQ(turns[0].result->response, "");
  EXPECT_EQ(tools_of(turns[0]), Names{"tool_c1"});
}

TEST(TraceTurns, OneAnswerAloneTellsItsToolsFromTheConversationThatItWasGiven) {
  GenAiSpan span = finishing({.id = 1}, "Q", "A", "c1");
  span.earlier.push_back({"c1", {"search", "", ""}});
  EXPECT_EQ(tools_of(turns_of_trace(std::vector{span}).at(0)), Names{"search"});
}

TEST(TraceTurns, CallsThatOnlyMessagesTellOfComeInWhereIdsSaySo) {
  GenAiSpan both = asking({.id = 2, .parent = 1, .start = 1, .end = 2}, "Q", "c1");
  both.asked.push_back({"w1", {"web_search", "", ""}});
  const std::vector<GenAiSpan> with_ids = {
      agent({.id = 1, .start = 0, .end = 9}, "Q", "A"), both,
      tool({.id = 3, .parent = 1, .start = 3, .end = 4}, "tool_c1", "c1")};
  EXPECT_EQ(tools_of(turns_of_trace(with_ids).at(0)), (Names{"web_search", "tool_c1"}));
  const std::vector<GenAiSpan> without = {
      agent({.id = 1, .start = 0, .end = 9}, "Q", "A"), both,
      tool({.id = 3, .parent = 1, .start = 3, .end = 4}, "tool_c1")};
  EXPECT_EQ(tools_of(turns_of_trace(without).at(0)), Names{"tool_c1"});
}

TEST(TraceTurns, WhereNothingCouldTellOfToolsThereIsNoTrace) {
  EXPECT_EQ(tools_of(turns_of_trace(std::vector{agent({.id = 1}, "Q", "A")}).at(0)), std::nullopt);
}

TEST(TraceTurns, AChainIsToldOnlyWhereThereIsNothingElse) {
  const GenAiSpan chain = made_genai(
      {.id = 1, .end = 9},
      {{"openinference.span.kind", "CHAIN"}, {"input.value", "Q"}, {"output.value", "A"}});
  EXPECT_EQ(turns_of_trace(std::vector{chain}).at(0).result->response, "A");
  const auto turns =
      turns_of_trace(std::vector{chain, answer({.id = 2, .parent = 1}, "Q", "the model's")});
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].result->response, "the model's");
}

TEST(TraceTurns, AFailedAnswerIsAStepWithoutAResult) {
  OtlpSpan failed =
      made_span({.id = 1}, {{"gen_ai.operation.name", "chat"},
                            {"gen_ai.input.messages", R"([{"role":"user","content":"Q"}])"}});
  failed.status = OtlpStatus::error;
  failed.status_message = "no model";
  const auto turns = turns_of_trace(std::vector{genai_span(failed, made_resource())});
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_FALSE(turns[0].result);
  EXPECT_EQ(turns[0].step->error, "no model");
  EXPECT_EQ(turns[0].step->prompt, "Q");
}

TEST(TraceTurns, SpansWithoutAnyTextMakeNoTurn) {
  EXPECT_TRUE(turns_of_trace(
                  std::vector{made_genai({}, {{"gen_ai.operation.name", "chat"}}), link({.id = 2})})
                  .empty());
}

TEST(TraceTurns, AGoalThatIsNamedIsTheGoal) {
  GenAiSpan named = answer({.id = 1}, "Q", "A");
  named.goal = "Book a room";
  EXPECT_EQ(turns_of_trace(std::vector{named}).at(0).step->goal, "Book a room");
}

TEST(TraceTurns, NothingIsToldTwice) {
  const std::vector<GenAiSpan> spans = {agent({.id = 1, .end = 9}, "Q", "A"),
                                        answer({.id = 2, .parent = 1}, "Q", "A"),
                                        answer({.id = 3, .start = 5}, "other", "B")};
  EXPECT_EQ(turns_of_trace(spans).size(), 2U);
  // The agent was told; its model's answer came late.
  const auto late = turns_of_trace(spans, {made_id(1, 16)});
  ASSERT_EQ(late.size(), 1U);
  EXPECT_EQ(late[0].result->response, "B");
  // The model's answer was told while nobody knew of the agent.
  EXPECT_EQ(turns_of_trace(spans, {made_id(2, 16)}).size(), 1U);
  EXPECT_TRUE(turns_of_trace(spans, {made_id(1, 16), made_id(3, 16)}).empty());
}

TEST(TraceTurns, ParentsInACircleAreSurvived) {
  const auto turns = turns_of_trace(std::vector{
      agent({.id = 1, .parent = 2}, "Q", "A"), agent({.id = 2, .parent = 1, .start = 1}, "q", "a"),
      agent({.id = 3, .parent = 3, .start = 2}, "x", "y")});
  EXPECT_GE(turns.size(), 1U);
}

TEST(TraceTurns, TheOrderOfSpansDoesNotMatter) {
  std::vector<GenAiSpan> spans = {
      agent({.id = 1, .parent = 9, .start = 0, .end = 9}, "Q", "A"),
      asking({.id = 2, .parent = 1, .start = 1, .end = 2}, "Q", "c1"),
      tool({.id = 3, .parent = 1, .start = 3, .end = 4}, "search", "c1"),
      tool({.id = 4, .parent = 1, .start = 3, .end = 4}, "lookup", "c7"),
      finishing({.id = 5, .parent = 1, .start = 5, .end = 6}, "Q", "A", "c1"),
      asking({.id = 6, .parent = 9, .start = 10, .end = 11}, "R", "c2"),
      finishing({.id = 7, .parent = 9, .start = 12, .end = 13}, "R", "B", "c2"),
      link({.id = 9, .start = 0, .end = 20}),
  };
  const auto wanted = turns_of_trace(spans);
  ASSERT_EQ(wanted.size(), 2U);
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    std::shuffle(spans.begin(), spans.end(), random);
    const auto turns = turns_of_trace(spans);
    ASSERT_EQ(turns.size(), wanted.size());
    for (std::size_t k = 0; k < turns.size(); ++k) {
      EXPECT_EQ(turns[k].result, wanted[k].result);
      EXPECT_EQ(turns[k].step, wanted[k].step);
    }
  }
}

TEST(TraceTurns, NumbersOfStepsAscendByTimeAndAreTheSameEachTime) {
  constexpr std::uint64_t kTime = 1'700'000'000'000'000'000;
  EXPECT_EQ(step_number(kTime, "0000000000000001"), step_number(kTime, "0000000000000001"));
  EXPECT_NE(step_number(kTime, "0000000000000001"), step_number(kTime, "0000000000000002"));
  EXPECT_LT(step_number(kTime, "0000000000000001"), step_number(kTime + 1'000, "0000000000000002"));
  EXPECT_TRUE(is_time_number(step_number(kTime, "0000000000000001")));
  EXPECT_GT(step_number(7'258'118'400'000'000'000, "0000000000000001"), 0);
  for (const std::int64_t step : {std::int64_t{0}, std::int64_t{7}, std::int64_t{1} << 50}) {
    EXPECT_FALSE(is_time_number(step));
  }
}

TEST(TraceTurns, AVeryLongConversationIdIsCutAndStillItsOwn) {
  GenAiSpan a = answer({.id = 1}, "Q", "A");
  a.conversation = std::string(1'000, 'x');
  GenAiSpan b = a;
  b.conversation += 'y';
  const std::string of_a = turns_of_trace(std::vector{a}).at(0).step->session;
  EXPECT_LE(of_a.size(), 400U);
  EXPECT_NE(of_a, turns_of_trace(std::vector{b}).at(0).step->session);
}

}  // namespace
}  // namespace plumb
