// Spans that wait, and the executions that their turns go to.
#include <thread>

#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

std::vector<StoredSpan> spans_of(std::initializer_list<const char*> ids) {
  std::vector<StoredSpan> spans;
  for (const char* id : ids) spans.push_back({id, std::string("{\"id\":\"") + id + "\"}", false});
  return spans;
}

TEST_P(StoreContract, SpansOfATraceAreKeptOnce) {
  Traces traces = store().traces();
  auto state = must(traces.add(project_, "t1", spans_of({"b", "a"}), false));
  EXPECT_EQ(state.spans, 2);
  EXPECT_EQ(state.added, 2U);
  EXPECT_FALSE(state.ended);
  state = must(traces.add(project_, "t1", spans_of({"a", "c"}), true));
  EXPECT_EQ(state.spans, 3);
  EXPECT_EQ(state.added, 1U);
  EXPECT_TRUE(state.ended);
  EXPECT_TRUE(must(traces.add(project_, "t1", spans_of({"d"}), false)).ended);  // it stays so
  const auto found = must(traces.spans(project_, "t1"));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0], (StoredSpan{"a", "{\"id\":\"a\"}", false}));
  EXPECT_TRUE(must(traces.spans(other_, "t1")).empty());
  EXPECT_EQ(code_of(traces.add(ProjectId{99}, "t1", spans_of({"a"}), false)), ErrorCode::not_found);
}

TEST_P(StoreContract, ATraceWaitsUntilItIsToldAndAgainWhenMoreComes) {
  Traces traces = store().traces();
  must(traces.add(project_, "t1", spans_of({"a", "b"}), false));
  pass(1min);
  must(traces.add(other_, "t2", spans_of({"a"}), false));
  EXPECT_TRUE(must(traces.quiet_since(now() - 2min, 10)).empty());
  pass(90s);
  EXPECT_EQ(must(traces.quiet_since(now() - 2min, 10)), (std::vector<TraceKey>{{project_, "t1"}}));
  pass(10min);
  EXPECT_EQ(must(traces.quiet_since(now() - 2min, 10)),
            (std::vector<TraceKey>{{project_, "t1"}, {other_, "t2"}}));
  EXPECT_EQ(must(traces.quiet_since(now() - 2min, 1)).size(), 1U);
  must(traces.mark_told(project_, "t1", std::vector<std::string>{"a"}));
  EXPECT_EQ(must(traces.quiet_since(now() - 2min, 10)), (std::vector<TraceKey>{{other_, "t2"}}));
  EXPECT_TRUE(must(traces.spans(project_, "t1"))[0].told);
  EXPECT_FALSE(must(traces.spans(project_, "t1"))[1].told);
  must(traces.add(project_, "t1", spans_of({"a"}), false));  // nothing new: it goes on to rest
  EXPECT_EQ(must(traces.quiet_since(now() + 1min, 10)), (std::vector<TraceKey>{{other_, "t2"}}));
  must(traces.add(project_, "t1", spans_of({"c"}), false));
  EXPECT_EQ(must(traces.quiet_since(now() + 1min, 10)).size(), 2U);
}

TEST_P(StoreContract, ToldTracesAreForgottenAndWaitingOnesAreNot) {
  Traces traces = store().traces();
  must(traces.add(project_, "t1", spans_of({"a"}), true));
  must(traces.add(project_, "t2", spans_of({"a"}), true));
  must(traces.mark_told(project_, "t1", std::vector<std::string>{"a"}));
  EXPECT_EQ(must(traces.forget_told(now(), 10)), 0);
  pass(25h);
  EXPECT_EQ(must(traces.forget_told(now() - 24h, 10)), 1);
  EXPECT_TRUE(must(traces.spans(project_, "t1")).empty());
  EXPECT_EQ(must(traces.spans(project_, "t2")).size(), 1U);
  EXPECT_TRUE(must(store().check()).is_sound());
}

TEST_P(StoreContract, AStreamHasOneReceivingExecution) {
  const ExecutionHeader header{"bot", "", {{"service.version", "1"}}};
  Traces traces = store().traces();
  const ExecutionId first = must(traces.receiving_execution(project_, "bot\n1", header));
  EXPECT_EQ(must(traces.receiving_execution(project_, "bot\n1", header)), first);
  EXPECT_NE(must(traces.receiving_execution(project_, "bot\n2", header)), first);
  EXPECT_NE(must(traces.receiving_execution(other_, "bot\n1", header)), first);
  EXPECT_EQ(must(store().executions().get(project_, first)).header, header);
  must(store().executions().complete(project_, first));
  const ExecutionId second = must(traces.receiving_execution(project_, "bot\n1", header));
  EXPECT_NE(second, first);
  must(store().executions().remove(project_, second));
  const ExecutionId third = must(traces.receiving_execution(project_, "bot\n1", header));
  EXPECT_NE(third, second);
  EXPECT_EQ(must(traces.receiving_execution(project_, "bot\n1", header)), third);
}

TEST_P(StoreContract, SpansAndWhatIsToldOfThemAreThereTogetherOrNotAtAll) {
  const auto done = store().atomically([&]() -> Result<void> {
    PLUMB_CHECK_RESULT(store().traces().add(project_, "t1", spans_of({"a"}), true));
    PLUMB_TRY(const ExecutionId id,
              store().traces().receiving_execution(project_, "bot\n1", {"bot", "", {}}));
    PLUMB_CHECK_RESULT(store().results().append(project_, id, made_results(0, 1)));
    return fail(ErrorCode::interrupted, "the power is gone");
  });
  EXPECT_EQ(code_of(done), ErrorCode::interrupted);
  EXPECT_TRUE(must(store().traces().spans(project_, "t1")).empty());
  EXPECT_TRUE(
      must(store().executions().list(project_, {}, ExecutionSort::created, {})).items.empty());
}

// Two servers that make the stream's execution at the same time make one.
TEST_P(StoreContract, TwoServersShareAStream) {
  const auto another = must(open_another());
  std::vector<ExecutionId> found(2);
  std::thread thread([&] {
    for (int i = 0; i < 20; ++i) {
      found[0] = must(another->traces().receiving_execution(project_, "bot", {"bot", "", {}}));
    }
  });
  for (int i = 0; i < 20; ++i) {
    found[1] = must(store().traces().receiving_execution(project_, "bot", {"bot", "", {}}));
  }
  thread.join();
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(must(store().executions().list(project_, {}, ExecutionSort::created, {})).items.size(),
            1U);
}

}  // namespace
}  // namespace plumb
