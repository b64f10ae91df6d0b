// Executions, their results and vectors.
#include <algorithm>
#include <set>
#include <thread>

#include "store/store_contract.h"

namespace plumb {
namespace {

using namespace std::chrono_literals;

TEST_P(StoreContract, AnExecutionIsKeptWithItsLabels) {
  const ExecutionHeader header{"nightly", "all-MiniLM-L6-v2", {{"branch", "main"}, {"n", "7"}}};
  const auto made = must(store().executions().create(project_, header));
  EXPECT_EQ(made.header, header);
  EXPECT_EQ(made.state, ExecutionState::receiving);
  EXPECT_EQ(made.created, now());
  EXPECT_EQ(must(store().executions().get(project_, made.id)), made);
  reopen();
  EXPECT_EQ(must(store().executions().get(project_, made.id)), made);
  EXPECT_EQ(code_of(store().executions().create(ProjectId{99}, header)), ErrorCode::not_found);
}

TEST_P(StoreContract, AnotherProjectsExecutionDoesNotExist) {
  const ExecutionId id = made_execution("run", 3);
  EXPECT_EQ(code_of(store().executions().get(other_, id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().executions().complete(other_, id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().executions().remove(other_, id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().executions().previous(other_, id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().results().append(other_, id, made_results(9, 1))),
            ErrorCode::not_found);
  EXPECT_EQ(code_of(store().results().list(other_, id, {}, {})), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().results().get(other_, id, "r0")), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().embeddings().count(other_, id, "e")), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().embeddings().put(other_, id, "e", {})), ErrorCode::not_found);
}

TEST_P(StoreContract, ResultsAreCountedBySeverity) {
  const ExecutionId id = made_execution("run", 10);
  const auto execution = must(store().executions().get(project_, id));
  EXPECT_EQ(execution.results, 10);
  // of 0..9: 1, 5, 7 low; 2, 4, 8 high; 0, 3, 6, 9 none
  EXPECT_EQ(execution.severity_counts, (std::array<std::int64_t, 6>{0, 3, 0, 3, 0, 0}));
}

TEST_P(StoreContract, ARetryDoublesNothing) {
  const ExecutionId id = made_execution();
  const auto first = must(store().results().append(project_, id, made_results(0, 5)));
  EXPECT_EQ(first.added, 5U);
  const auto second = must(store().results().append(project_, id, made_results(3, 4)));
  EXPECT_EQ(second.added, 2U);
  EXPECT_EQ(second.repeated, 2U);
  EXPECT_EQ(second.durable(), 4U);
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 7);
  const auto page = must(store().results().list(project_, id, {}, {100, "", true}));
  ASSERT_EQ(page.items.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(page.items[i].number, static_cast<std::int64_t>(i));
    EXPECT_EQ(page.items[i].id, "r" + std::to_string(i));
  }
}

TEST_P(StoreContract, RepeatedOnesAmongManyLeaveNoHolesBetweenTheNumbers) {
  const ExecutionId id = made_execution();
  must(store().results().append(project_, id, made_results(150, 20)));  // in the second hundred
  auto many = made_results(0, 350);
  many[345] = many[340];  // twice in one batch
  many[40].embedding = {1, 0};
  many[260].embedding = {0, 1};
  const auto outcome = must(store().results().append(project_, id, many));
  EXPECT_EQ(outcome.added, 329U);
  EXPECT_EQ(outcome.repeated, 21U);
  const auto read = must(store().results().read(project_, id, 0, 1'000));
  ASSERT_EQ(read.size(), 349U);
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].number, static_cast<std::int64_t>(i));
  }
  EXPECT_EQ(read[20].id, "r0");
  EXPECT_EQ(read[348].id, "r349");
  const auto execution = must(store().executions().get(project_, id));
  EXPECT_EQ(execution.results, 349);
  std::array<std::int64_t, kSeverityCount> counts{};
  for (const StoredResult& result : read) {
    if (result.severity) ++counts[static_cast<std::size_t>(*result.severity)];
  }
  EXPECT_EQ(execution.severity_counts, counts);
  const auto vectors = must(store().embeddings().read(project_, id, "", 0, 10));
  ASSERT_EQ(vectors.size(), 2U);
  EXPECT_EQ(read[static_cast<std::size_t>(vectors[0].number)].id, "r40");
  EXPECT_EQ(read[static_cast<std::size_t>(vectors[1].number)].id, "r260");
}

TEST_P(StoreContract, AnotherContentAmongManyIsToldByItsPlace) {
  const ExecutionId id = made_execution("run", 250);
  auto many = made_results(0, 300);
  many[120].line = R"({"id":"r120","response":"other"})";
  const auto outcome = must(store().results().append(project_, id, many));
  EXPECT_EQ(outcome.added, 50U);
  EXPECT_EQ(outcome.repeated, 249U);
  EXPECT_EQ(outcome.differing_places, std::vector<std::size_t>{120});
}

TEST_P(StoreContract, AnotherContentUnderAKnownIdIsToldAndChangesNothing) {
  const ExecutionId id = made_execution("run", 2);
  auto results = made_results(0, 3);
  const std::string before = results[1].line;
  results[1].line = R"({"id":"r1","response":"other"})";
  const auto outcome = must(store().results().append(project_, id, results));
  EXPECT_EQ(outcome.added, 1U);
  EXPECT_EQ(outcome.repeated, 1U);
  EXPECT_EQ(outcome.differing_places, std::vector<std::size_t>{1});
  EXPECT_EQ(must(store().results().get(project_, id, "r1")).line, before);
}

TEST_P(StoreContract, ABatchIsWholeOrNotThere) {
  const ExecutionId id = made_execution();
  auto results = made_results(0, 4);
  results[3].id.clear();
  EXPECT_EQ(code_of(store().results().append(project_, id, results)), ErrorCode::invalid_input);
  results[3].id = std::string(501, 'x');
  EXPECT_EQ(code_of(store().results().append(project_, id, results)), ErrorCode::invalid_input);
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 0);
  EXPECT_TRUE(must(store().results().list(project_, id, {}, {})).items.empty());
  EXPECT_EQ(code_of(store().results().get(project_, id, "r0")), ErrorCode::not_found);
}

TEST_P(StoreContract, ACompletedExecutionTakesNothingNewAndARetryStill) {
  const ExecutionId id = made_execution("run", 3);
  const auto completed = must(store().executions().complete(project_, id));
  EXPECT_EQ(completed.state, ExecutionState::completed);
  EXPECT_EQ(completed.completed, now());
  pass(1s);
  EXPECT_EQ(must(store().executions().complete(project_, id)), completed);
  EXPECT_EQ(must(store().results().append(project_, id, made_results(0, 3))).repeated, 3U);
  EXPECT_EQ(code_of(store().results().append(project_, id, made_results(2, 2))),
            ErrorCode::conflict);
  EXPECT_EQ(must(store().executions().get(project_, id)), completed);
}

TEST_P(StoreContract, AStreamSaysHowManyLinesAreDurable) {
  const ExecutionId id = made_execution();
  ResultStream stream(store().results(), project_, id, {.batch_results = 3});
  for (StoredResult& result : made_results(0, 7)) must(stream.add(std::move(result)));
  EXPECT_EQ(stream.outcome().durable(), 6U);
  StoredResult bad;
  must(stream.add(bad));
  EXPECT_EQ(code_of(stream.finish()), ErrorCode::invalid_input);
  EXPECT_EQ(stream.outcome().durable(), 6U);
  EXPECT_FALSE(stream.add(made_results(9, 1).front()));
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 6);

  ResultStream again(store().results(), project_, id, {.batch_results = 3});
  for (StoredResult& result : made_results(0, 7)) must(again.add(std::move(result)));
  must(again.finish());
  EXPECT_EQ(again.outcome().repeated, 6U);
  EXPECT_EQ(again.outcome().added, 1U);
}

TEST_P(StoreContract, WritersOfOneExecutionDoNotGetInEachOthersWay) {
  const ExecutionId id = made_execution();
  const auto another = must(open_another());
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&, writer] {
      Store& mine = writer % 2 == 0 ? store() : *another;
      // Every batch is sent by two writers, and half of each overlaps with the next.
      for (int batch = 0; batch < 10; ++batch) {
        must(mine.results().append(project_, id, made_results(batch * 10, 20)));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 110);
  EXPECT_TRUE(must(store().check()).is_sound());
}

TEST_P(StoreContract, ListsComeInPagesThatNeitherRepeatNorSkip) {
  std::vector<ExecutionId> made;
  for (int i = 0; i < 7; ++i) {
    made.push_back(made_execution("run"));
    if (i % 2 == 1) pass(1s);  // pairs share a time
  }
  std::vector<ExecutionId> seen;
  PageRequest request{3, "", false};
  for (;;) {
    const auto page = must(store().executions().list(project_, {}, {}, request));
    for (const auto& execution : page.items) seen.push_back(execution.id);
    if (!page.next) break;
    request.cursor = *page.next;
    made_execution("came later");  // does not show behind the cursor
  }
  std::ranges::reverse(made);
  EXPECT_EQ(seen, made);
}

TEST_P(StoreContract, ListsSortByTextAndByNumber) {
  for (const char* name : {"b", "a", "Z", "ä", "a"}) made_execution(name);
  must(store().results().append(project_, made_execution("most", 0), made_results(0, 3)));
  std::vector<std::string> names;
  PageRequest request{2, "", true};
  for (;;) {
    const auto page = must(store().executions().list(project_, {}, ExecutionSort::name, request));
    for (const auto& execution : page.items) names.push_back(execution.header.name);
    if (!page.next) break;
    request.cursor = *page.next;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"Z", "a", "a", "b", "most", "ä"}));  // by bytes
  const auto by_results = must(store().executions().list(project_, {}, ExecutionSort::results, {}));
  EXPECT_EQ(by_results.items.front().header.name, "most");
}

TEST_P(StoreContract, VectorsOfAnExecutionHaveOneLength) {
  const ExecutionId id = must(store().executions().create(project_, {"run", "mine", {}})).id;
  auto results = store().results();
  EXPECT_EQ(must(results.dimension(project_, id)), std::nullopt);
  auto batch = made_results(0, 3);
  batch[1].embedding = {1, 2};
  must(results.append(project_, id, batch));
  EXPECT_EQ(must(results.dimension(project_, id)), 2U);
  must(results.append(project_, id, batch));  // a retry
  auto other = made_results(3, 2);
  other[1].embedding = {1, 2, 3};
  EXPECT_EQ(code_of(results.append(project_, id, other)), ErrorCode::conflict);
  EXPECT_EQ(must(store().executions().get(project_, id)).results, 3);
  auto mixed = made_results(0, 2);
  mixed[0].embedding = {1};
  mixed[1].embedding = {1, 2};
  EXPECT_EQ(code_of(results.append(project_, made_execution(), mixed)), ErrorCode::conflict);
  EXPECT_EQ(code_of(results.dimension(other_, id)), ErrorCode::not_found);
}

TEST_P(StoreContract, ACursorOfAnotherListOrFilterIsRefused) {
  const ExecutionId one = made_execution("run", 3);
  const ExecutionId other = made_execution("run", 3);
  auto results = store().results();
  const auto page = must(results.list(project_, one, {}, {1, "", true}));
  ASSERT_TRUE(page.next);
  EXPECT_EQ(must(results.list(project_, one, {}, {5, *page.next, true})).items.size(), 2U);
  EXPECT_EQ(code_of(results.list(project_, other, {}, {1, *page.next, true})),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of(results.list(project_, one, {Severity::low}, {1, *page.next, true})),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().executions().list(project_, {}, {}, {1, *page.next, true})),
            ErrorCode::invalid_input);
  const auto executions = must(store().executions().list(project_, {}, {}, {1, "", false}));
  ASSERT_TRUE(executions.next);
  ExecutionFilter filter;
  filter.name = "run";
  EXPECT_EQ(code_of(store().executions().list(project_, filter, {}, {1, *executions.next, false})),
            ErrorCode::invalid_input);
}

TEST_P(StoreContract, ACursorOfAnotherSortIsRefused) {
  for (int i = 0; i < 3; ++i) made_execution();
  const auto page = must(store().executions().list(project_, {}, {}, {1, "", false}));
  ASSERT_TRUE(page.next);
  EXPECT_EQ(
      code_of(store().executions().list(project_, {}, ExecutionSort::name, {1, *page.next, false})),
      ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().executions().list(project_, {}, {}, {1, *page.next, true})),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().executions().list(project_, {}, {}, {1, "zz", false})),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().executions().list(project_, {}, {}, {0, "", false})),
            ErrorCode::invalid_input);
  EXPECT_EQ(code_of(store().executions().list(project_, {}, {}, {1'001, "", false})),
            ErrorCode::invalid_input);
}

TEST_P(StoreContract, ListsAreFiltered) {
  const auto labelled =
      must(store().executions().create(project_, {"a", "", {{"branch", "main"}, {"model", "x"}}}));
  must(store().executions().create(project_, {"a", "", {{"branch", "main"}}}));
  pass(1h);
  completed_execution("b");
  const auto count = [&](const ExecutionFilter& filter) {
    return must(store().executions().list(project_, filter, {}, {})).items.size();
  };
  EXPECT_EQ(count({}), 3U);
  EXPECT_EQ(count({.name = "a"}), 2U);
  EXPECT_EQ(count({.state = ExecutionState::completed}), 1U);
  EXPECT_EQ(count({.created_from = now()}), 1U);
  EXPECT_EQ(count({.created_before = now()}), 2U);
  EXPECT_EQ(count({.labels = {{"branch", "main"}}}), 2U);
  const auto both = must(store().executions().list(
      project_, {.labels = {{"branch", "main"}, {"model", "x"}}}, {}, {}));
  ASSERT_EQ(both.items.size(), 1U);
  EXPECT_EQ(both.items.front(), labelled);
  EXPECT_EQ(count({.labels = {{"branch", "x"}}}), 0U);
}

TEST_P(StoreContract, ResultsAreFilteredBySeverity) {
  const ExecutionId id = made_execution("run", 10);
  const auto page = must(store().results().list(project_, id, {Severity::high}, {2, "", true}));
  ASSERT_EQ(page.items.size(), 2U);
  EXPECT_EQ(page.items[1].id, "r4");
  const auto rest =
      must(store().results().list(project_, id, {Severity::high}, {2, *page.next, true}));
  ASSERT_EQ(rest.items.size(), 1U);
  EXPECT_EQ(rest.items[0].id, "r8");
  EXPECT_FALSE(rest.next);
}

TEST_P(StoreContract, PreviousIsTheNewestCompletedOneBefore) {
  const ExecutionId first = completed_execution();
  made_execution();  // never completed
  const ExecutionId current = completed_execution();
  completed_execution();
  EXPECT_EQ(must(store().executions().previous(project_, current))->id, first);
  EXPECT_FALSE(must(store().executions().previous(project_, first)));
}

TEST_P(StoreContract, ARemovedExecutionTakesEverythingAlong) {
  const ExecutionId id = made_execution("run", 20);
  const ExecutionId stays = made_execution("stays", 5);
  must(store().embeddings().put(project_, id, "e", std::vector<NumberedVector>{{3, {1, 2}}}));
  must(store().executions().complete(project_, id));
  must(store().comparisons().add(project_, comparison_of(id, stays)));
  must(store().executions().remove(project_, id));
  EXPECT_EQ(code_of(store().executions().get(project_, id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(store().executions().remove(project_, id)), ErrorCode::not_found);
  EXPECT_TRUE(must(store().comparisons().list(project_, {}, {})).items.empty());
  must(store().executions().clear_removed());
  const auto check = must(store().check());
  EXPECT_EQ(check.executions, 1);
  EXPECT_EQ(check.results, 5);
  EXPECT_EQ(check.embeddings, 0);
  EXPECT_TRUE(check.is_sound());
  EXPECT_GT(number_of(made_execution()), number_of(stays));  // numbers are never given again
}

TEST_P(StoreContract, VectorsComeBackBitForBit) {
  const ExecutionId id = made_execution("run", 6);
  std::vector<NumberedVector> vectors;
  for (const int number : {0, 2, 5}) {
    vectors.push_back({number, {static_cast<float>(number), -0.0F, 1e-42F, 3.25e37F}});
  }
  must(store().embeddings().put(project_, id, "mini", vectors));
  EXPECT_EQ(must(store().embeddings().read(project_, id, "mini", 0, 100)), vectors);
  EXPECT_EQ(must(store().embeddings().read(project_, id, "mini", 1, 1)).front(), vectors[1]);
  EXPECT_EQ(must(store().embeddings().count(project_, id, "mini")), 3);
  EXPECT_EQ(must(store().embeddings().count(project_, id, "another")), 0);
  const auto missing = must(store().embeddings().missing(project_, id, "mini", 0, 2));
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_EQ(missing[0].id, "r1");
  EXPECT_EQ(missing[1].id, "r3");

  vectors[0].vector = {9};
  must(store().embeddings().put(project_, id, "mini", vectors));
  EXPECT_EQ(must(store().embeddings().read(project_, id, "mini", 0, 100)), vectors);
  EXPECT_EQ(code_of(store().embeddings().put(project_, id, "mini",
                                             std::vector<NumberedVector>{{6, {1}}})),
            ErrorCode::invalid_input);
}

TEST_P(StoreContract, AVectorThatComesWithAResultIsKept) {
  const auto made = must(store().executions().create(project_, {"run", "all-MiniLM-L6-v2", {}}));
  Response response;
  response.id = "a";
  response.response = "x";
  response.embedding = {0.5F, -0.25F};
  const std::vector<StoredResult> results = {to_stored_result(response)};
  must(store().results().append(project_, made.id, results));
  const auto read = must(store().embeddings().read(project_, made.id, "all-MiniLM-L6-v2", 0, 10));
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].vector, response.embedding);
  EXPECT_EQ(must(store().results().get(project_, made.id, "a")).line,
            R"({"id":"a","response":"x"})");
}

TEST_P(StoreContract, AVectorSaysWhetherItsResponseWasCutAndABlankOneIsEmpty) {
  const ExecutionId id = made_execution("run", 2);
  const std::vector<NumberedVector> vectors = {{0, {0.5F}, true}, {1, {}, false}};
  must(store().embeddings().put(project_, id, "mini", vectors));
  EXPECT_EQ(must(store().embeddings().read(project_, id, "mini", 0, 10)), vectors);
  EXPECT_EQ(must(store().embeddings().count(project_, id, "mini")), 2);
  EXPECT_TRUE(must(store().embeddings().missing(project_, id, "mini", 0, 10)).empty());
}

TEST_P(StoreContract, ResultsAreReadFromANumberOn) {
  const ExecutionId id = made_execution("run", 5);
  const auto read = must(store().results().read(project_, id, 2, 2));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].number, 2);
  EXPECT_EQ(read[1].id, "r3");
  EXPECT_TRUE(must(store().results().read(project_, id, 5, 2)).empty());
  EXPECT_EQ(code_of(store().results().read(other_, id, 0, 1)), ErrorCode::not_found);
}

}  // namespace
}  // namespace plumb
