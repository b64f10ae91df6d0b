// Spans into the store: the same results and steps, however the spans come.
#include "serve/trace_intake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <random>

#include "ingest/made_span.h"
#include "serve/otlp_receiver.h"
#include "support/must.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

class TraceIntakeTest : public ::testing::Test {
 protected:
  void SetUp() override { start_afresh(); }

  void start_afresh() {
    store_.reset();
    folder_ = std::make_unique<TemporaryFolder>();
    StoreOptions options;
    options.database.clock = [clock = clock_] {
      return UtcTime(std::chrono::milliseconds(clock->load()));
    };
    store_ = std::make_unique<Store>(
        must_open(Store::open({SqliteAddress{folder_->path() / "p.db"}}, options)));
    project_ = must(store_->projects().ensure("default")).id;
  }
  static Store must_open(Result<Store> store) { return *std::move(store); }

  Store& store() { return *store_; }
  void pass(std::chrono::milliseconds time) { *clock_ += time.count(); }

  TraceOutcome take(const std::vector<OtlpSpan>& spans, std::string_view version = "1.0") {
    OtlpTraces traces;
    traces.resources.push_back(made_resource("bot", version));
    traces.spans = spans;
    return must(take_traces(store(), project_, traces));
  }

  std::vector<StoredExecution> executions() {
    PageRequest request;
    request.ascending = true;
    return must(store().executions().list(project_, {}, ExecutionSort::created, request)).items;
  }
  // Each as its line.
  std::vector<std::string> results(ExecutionId id) {
    std::vector<std::string> lines;
    for (const StoredResult& each : must(store().results().list(project_, id, {}, {})).items) {
      lines.push_back(each.line);
    }
    std::ranges::sort(lines);
    return lines;
  }
  std::vector<StoredSession> sessions() {
    return must(store().sessions().list(project_, {}, {}, {})).items;
  }
  std::vector<std::string> steps(SessionId id) {
    std::vector<std::string> lines;
    for (const StoredStep& each : must(store().sessions().steps(project_, id, 0, 1'000))) {
      lines.push_back(each.line);
    }
    return lines;
  }

  ProjectId project_{};

 private:
  std::shared_ptr<std::atomic<std::int64_t>> clock_ =
      std::make_shared<std::atomic<std::int64_t>>(1'800'000'000'000);
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Store> store_;
};

OtlpSpan answer(const Place& place, std::string_view asked, std::string_view said,
                std::string_view session = "s1") {
  return made_span(place, {{"openinference.span.kind", "LLM"},
                           {"session.id", session},
                           {"llm.input_messages.0.message.role", "user"},
                           {"llm.input_messages.0.message.content", asked},
                           {"llm.output_messages.0.message.role", "assistant"},
                           {"llm.output_messages.0.message.content", said}});
}

// A turn of an agent: the agent, a model, a tool, and the request around them.
std::vector<OtlpSpan> agent_turn(int trace, int start, std::string_view asked,
                                 std::string_view said) {
  const auto place = [&](int id, int parent, int from, int to) {
    return Place{
        .id = id, .parent = parent, .start = start + from, .end = start + to, .trace = trace};
  };
  return {
      made_span(place(1, 0, 0, 9), {{"http.method", "POST"}}),
      made_span(place(2, 1, 1, 8), {{"openinference.span.kind", "AGENT"},
                                    {"session.id", "s1"},
                                    {"input.value", asked},
                                    {"output.value", said}}),
      answer(place(3, 2, 2, 3), asked, said),
      made_span(place(4, 2, 4, 5), {{"openinference.span.kind", "TOOL"}, {"tool.name", "search"}})};
}

TEST_F(TraceIntakeTest, ATurnIsAResultAndAStep) {
  const TraceOutcome outcome = take(agent_turn(1, 0, "Q", "A"));
  EXPECT_EQ(outcome.accepted, 4U);
  EXPECT_EQ(outcome.results, 1U);
  EXPECT_EQ(outcome.steps, 1U);
  EXPECT_EQ(outcome.message, "");
  ASSERT_EQ(executions().size(), 1U);
  const StoredExecution execution = executions()[0];
  EXPECT_EQ(execution.header.name, "bot");
  EXPECT_EQ(execution.header.labels,
            (Labels{{"service.name", "bot"}, {"service.version", "1.0"}, {"source", "otlp"}}));
  EXPECT_EQ(execution.state, ExecutionState::receiving);
  ASSERT_EQ(results(execution.id).size(), 1U);
  EXPECT_NE(results(execution.id)[0].find(R"("prompt":"Q","response":"A","tools":["search"])"),
            std::string::npos)
      << results(execution.id)[0];
  ASSERT_EQ(sessions().size(), 1U);
  EXPECT_EQ(sessions()[0].name, "s1");
  EXPECT_EQ(sessions()[0].goal, "Q");
  EXPECT_EQ(sessions()[0].steps, 1);
}

TEST_F(TraceIntakeTest, NothingIsToldBeforeTheRootCame) {
  const auto spans = agent_turn(1, 0, "Q", "A");
  EXPECT_EQ(take({spans[2]}).results, 0U);
  EXPECT_EQ(take({spans[3], spans[1]}).results, 0U);
  EXPECT_TRUE(executions().empty());
  EXPECT_EQ(take({spans[0]}).results, 1U);
  EXPECT_EQ(take(spans).results, 0U);  // once more, all of it
  EXPECT_EQ(executions()[0].results, 1);
  EXPECT_EQ(sessions()[0].steps, 1);
}

// Three turns of a conversation, cut into requests anywhere, in any order, some of them twice: what
// is there in the end is the same to the letter.
TEST_F(TraceIntakeTest, NeitherOrderNorBatchesNorRepeatsMatter) {
  std::vector<OtlpSpan> all;
  for (int i = 0; i < 3; ++i) {
    constexpr std::array kAsked = {"one", "two", "three"};
    const std::string_view asked = kAsked[static_cast<std::size_t>(i)];
    for (OtlpSpan& span : agent_turn(i + 1, 100 * i, asked, asked)) all.push_back(std::move(span));
  }
  take(all);
  const auto wanted_results = results(executions()[0].id);
  const auto wanted_steps = steps(sessions()[0].id);
  ASSERT_EQ(wanted_results.size(), 3U);
  ASSERT_EQ(wanted_steps.size(), 3U);
  EXPECT_NE(wanted_steps[0].find("one"), std::string::npos);  // by time, not by arrival
  EXPECT_NE(wanted_steps[2].find("three"), std::string::npos);

  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(round);
    start_afresh();
    std::vector<OtlpSpan> spans = all;
    spans.push_back(all[static_cast<std::size_t>(round) % all.size()]);
    // Children end before their roots; within that, anything goes.
    std::shuffle(spans.begin(), spans.end(), random);
    std::ranges::sort(spans, [](const OtlpSpan& a, const OtlpSpan& b) {
      return !a.parent_span_id.empty() && b.parent_span_id.empty();
    });
    for (std::size_t at = 0; at < spans.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % 4, spans.size() - at);
      take({spans.begin() + static_cast<std::ptrdiff_t>(at),
            spans.begin() + static_cast<std::ptrdiff_t>(at + count)});
      at += count;
    }
    ASSERT_EQ(executions().size(), 1U);
    EXPECT_EQ(results(executions()[0].id), wanted_results);
    ASSERT_EQ(sessions().size(), 1U);
    EXPECT_EQ(steps(sessions()[0].id), wanted_steps);
  }
}

TEST_F(TraceIntakeTest, ATraceWithoutItsRootIsToldWhenItIsQuiet) {
  auto spans = agent_turn(1, 0, "Q", "A");
  spans.erase(spans.begin());
  take(spans);
  EXPECT_EQ(must(tell_quiet_traces(store())), 0U);
  pass(119s);
  EXPECT_EQ(must(tell_quiet_traces(store())), 0U);
  pass(2s);
  EXPECT_EQ(must(tell_quiet_traces(store())), 1U);
  EXPECT_EQ(executions().at(0).results, 1);
  EXPECT_EQ(must(tell_quiet_traces(store())), 0U);
  // The root comes late and brings nothing new.
  EXPECT_EQ(take({agent_turn(1, 0, "Q", "A")[0]}).results, 0U);
}

TEST_F(TraceIntakeTest, WhatComesLateIsAddedWhereItIsATurnOfItsOwn) {
  take(agent_turn(1, 0, "Q", "A"));
  // A second answer of the same trace, outside of the agent.
  EXPECT_EQ(take({answer({.id = 8, .parent = 1, .start = 20, .end = 21}, "more", "B")}).results,
            1U);
  // One inside of the agent that was told already.
  EXPECT_EQ(take({answer({.id = 9, .parent = 2, .start = 6, .end = 7}, "inner", "C")}).results, 0U);
  EXPECT_EQ(executions()[0].results, 2);
  EXPECT_EQ(sessions()[0].steps, 2);
}

TEST_F(TraceIntakeTest, EachVersionOfAServiceHasItsExecution) {
  take({answer({.id = 1, .trace = 1}, "Q", "A")}, "1.0");
  take({answer({.id = 1, .trace = 2}, "Q", "B")}, "2.0");
  take({answer({.id = 1, .trace = 3}, "Q", "C")}, "1.0");
  ASSERT_EQ(executions().size(), 2U);
  EXPECT_EQ(executions()[0].results, 2);
  EXPECT_EQ(executions()[1].results, 1);
}

TEST_F(TraceIntakeTest, ACompletedOrRemovedExecutionIsFollowedByAnother) {
  take({answer({.id = 1, .trace = 1}, "Q", "A")});
  must(store().executions().complete(project_, executions()[0].id));
  take({answer({.id = 1, .trace = 2}, "Q", "B")});
  ASSERT_EQ(executions().size(), 2U);
  EXPECT_EQ(executions()[0].results, 1);
  EXPECT_EQ(executions()[1].results, 1);
  ASSERT_TRUE(store().executions().remove(project_, executions()[1].id));
  take({answer({.id = 1, .trace = 3}, "Q", "C")});
  ASSERT_EQ(executions().size(), 2U);
  EXPECT_EQ(executions()[1].results, 1);
}

TEST_F(TraceIntakeTest, ProjectsAreApart) {
  const ProjectId other = must(store().projects().create("other")).id;
  take({answer({.id = 1}, "Q", "A")});
  OtlpTraces traces;
  traces.resources.push_back(made_resource());
  traces.spans = {answer({.id = 1}, "Q", "A")};
  EXPECT_EQ(must(take_traces(store(), other, traces)).results, 1U);
  EXPECT_EQ(executions().size(), 1U);
  EXPECT_EQ(take_traces(store(), ProjectId{99}, traces).error().code, ErrorCode::not_found);
}

TEST_F(TraceIntakeTest, TracesOfOtherThingsLeaveNothingBehind) {
  const TraceOutcome outcome = take({made_span({.id = 1}, {{"http.method", "GET"}}),
                                     made_span({.id = 2, .parent = 1}, {{"db.system", "sqlite"}})});
  EXPECT_EQ(outcome.accepted, 2U);
  EXPECT_TRUE(must(store().traces().spans(project_, made_id(1, 32))).empty());
}

TEST_F(TraceIntakeTest, SpansAreForgottenADayAfterTheyWereTold) {
  take({answer({.id = 1}, "Q", "A")});
  EXPECT_EQ(must(store().traces().spans(project_, made_id(1, 32))).size(), 1U);
  pass(25h);
  must(tell_quiet_traces(store()));
  EXPECT_TRUE(must(store().traces().spans(project_, made_id(1, 32))).empty());
  EXPECT_EQ(take({answer({.id = 1}, "Q", "A")}).results, 0U);  // the result knows its id
  EXPECT_EQ(executions()[0].results, 1);
  EXPECT_EQ(sessions()[0].steps, 1);
}

TEST_F(TraceIntakeTest, ATraceOfTooManySpansRejectsTheRest) {
  std::vector<OtlpSpan> spans;
  for (int i = 1; i <= Traces::kMostSpans + 3; ++i) {
    spans.push_back(
        made_span({.id = i, .parent = i == 1 ? 0 : 1}, {{"openinference.span.kind", "TOOL"}}));
  }
  const TraceOutcome outcome = take(spans);
  EXPECT_EQ(outcome.rejected, 3U);
  EXPECT_EQ(outcome.accepted, static_cast<std::size_t>(Traces::kMostSpans));
  EXPECT_NE(outcome.message.find("more than 5000 spans"), std::string::npos) << outcome.message;
}

TEST_F(TraceIntakeTest, SaysWhenModelsAreSilent) {
  const TraceOutcome outcome = take({made_span({}, {{"gen_ai.operation.name", "chat"}})});
  EXPECT_EQ(outcome.rejected, 0U);
  EXPECT_NE(outcome.message.find("CAPTURE_MESSAGE_CONTENT"), std::string::npos);
}

TEST_F(TraceIntakeTest, AfterAnErrorNothingIsThere) {
  OtlpTraces traces;
  traces.resources.push_back(made_resource());
  traces.spans = {answer({.id = 1}, "Q", "A")};
  EXPECT_FALSE(take_traces(store(), ProjectId{99}, traces));
  EXPECT_TRUE(must(store().traces().spans(ProjectId{99}, made_id(1, 32))).empty());
}

TEST_F(TraceIntakeTest, RepliesAreThoseOfTheProtocol) {
  const auto send = [&](OtlpEncoding encoding, std::string_view content, std::string_view body) {
    const auto traces = read_traces(encoding, content, body);
    if (!traces) return traces.error();
    return export_reply(encoding, must(take_traces(store(), project_, (*traces)->traces)));
  };
  EXPECT_EQ(send(OtlpEncoding::protobuf, "", "").body, "");
  EXPECT_EQ(send(OtlpEncoding::json, "identity", "{}").body, "{}");
  const OtlpReply broken = send(OtlpEncoding::json, "", "{");
  EXPECT_EQ(broken.status, 400);
  EXPECT_NE(broken.body.find(R"({"code":3,"message":"the body is no OTLP JSON)"),
            std::string::npos);
  const OtlpReply bytes = send(OtlpEncoding::protobuf, "", "\x0A\x7F");
  EXPECT_EQ(bytes.status, 400);
  EXPECT_EQ(bytes.body.substr(0, 3), "\x08\x03\x12");  // code 3, then the message
  EXPECT_EQ(send(OtlpEncoding::protobuf, "gzip", "no gzip").status, 400);
  EXPECT_NE(send(OtlpEncoding::json, "br", "{}").body.find("send gzip or none"), std::string::npos);
  const OtlpReply partial = send(
      OtlpEncoding::json, "", R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"x"}]}]}]})");
  EXPECT_EQ(partial.status, 200);
  EXPECT_NE(partial.body.find(R"({"partialSuccess":{"rejectedSpans":"1","errorMessage":"the span)"),
            std::string::npos)
      << partial.body;
  const std::string span("\x0A\x06\x12\x04\x12\x02\x2A\x00", 8);  // a span with an empty name
  const OtlpReply rejected = send(OtlpEncoding::protobuf, "", span);
  EXPECT_EQ(rejected.status, 200);
  EXPECT_EQ(rejected.body[0], '\x0A');  // partial_success
  EXPECT_EQ(rejected.body.substr(2, 3), "\x08\x01\x12");
}

}  // namespace
}  // namespace plumb
