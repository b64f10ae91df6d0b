#include "experiment/runner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/uuid.h"
#include "experiment/task_run.h"
#include "ingest/experiment_log.h"
#include "measure/intent_drift.h"
#include "support/must.h"
#include "support/small_experiment.h"
#include "support/temporary_folder.h"

namespace plumb {
namespace {

using testing::logs_without_times;
using testing::run_small;
using testing::ScriptedBackend;
using testing::small_experiment;

constexpr std::uint64_t kSteps = 2 * (4 + 3 + 2);

std::vector<ExperimentStep> log_of(const std::filesystem::path& folder, AgentKind agent) {
  auto log = read_experiment_log((folder / log_name_of(agent)).string(), {.agent = agent});
  EXPECT_TRUE(log) << log.error().message;
  return log ? std::move(log->steps) : std::vector<ExperimentStep>();
}

TEST(Runner, LogsEveryStepOfEveryTaskByBothAgents) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  const auto done = run_small(folder.path(), backend);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->steps_total, kSteps);
  EXPECT_EQ(done->steps_logged, kSteps);
  EXPECT_EQ(done->steps_failed, 0U);
  EXPECT_EQ(backend.seen.size(), kSteps);
  EXPECT_EQ(backend.calls, 8U) << "the k-th steps of all tasks go together";
  const auto log = log_of(folder.path(), AgentKind::baseline);
  ASSERT_EQ(log.size(), kSteps / 2);
  EXPECT_EQ(log[0].task_id, "summarization_0");
  EXPECT_EQ(log[1].task_id, "planning_1");
  EXPECT_EQ(log[0].prompt, "summarize the news");
  EXPECT_EQ(log[0].ids, 0.0);
  EXPECT_EQ(log[0].model, "scripted");
  EXPECT_EQ(log[0].finish, "stop");
  EXPECT_EQ(log[0].completion_tokens, 12U);
  EXPECT_EQ(log[0].folded_tokens, 0U);
  EXPECT_EQ(log[0].goal_shift, 0.0);
  EXPECT_FALSE(log[0].goal_similarity.has_value());
  EXPECT_FALSE(log[0].intent.has_value());
}

TEST(Runner, AgentsDifferInTheSystemPromptAlone) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  for (std::size_t i = 0; i < 3; ++i) {  // step 0 of each task: no reply is in the messages yet
    const ChatRequest& baseline = backend.seen[i];
    const ChatRequest& intent = backend.seen[kSteps / 2 + i];
    EXPECT_EQ(baseline.messages[0].content, "You help.");
    EXPECT_EQ(
        intent.messages[0].content,
        "You keep to this.\nGoal: " + small_experiment().tasks[i].initial_intent + "\nVersion: 1");
    EXPECT_EQ(baseline.messages[1], intent.messages[1]);
    EXPECT_EQ(baseline.sampling, intent.sampling);
    EXPECT_NE(baseline.conversation, intent.conversation);
  }
}

TEST(Runner, KeepsTheIntentWhereAnInstructionLiesTooFarAndExtendsItWhereNot) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  std::vector<ExperimentStep> steps;
  for (const auto& step : log_of(folder.path(), AgentKind::intent)) {
    if (step.task_id == "summarization_0") steps.push_back(step);
  }
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].conflict_would_trigger, false);
  EXPECT_EQ(steps[1].conflict_would_trigger, false);
  EXPECT_EQ(steps[1].intent->version, 2);
  EXPECT_EQ(steps[1].intent->goal,
            "summarize the news of the ferry Also: summarize the news of the ferry shorter");
  EXPECT_EQ(steps[1].inferred_goal, steps[1].intent->goal);
  EXPECT_GT(*steps[1].goal_shift, 0);
  EXPECT_EQ(steps[2].conflict_would_trigger, true);
  EXPECT_EQ(steps[2].intent, steps[1].intent);
  EXPECT_LT(*steps[2].goal_similarity, 0.5);
  EXPECT_EQ(steps[3].intent->version, 3);
  EXPECT_EQ(steps[1].policy, "guard");
  EXPECT_EQ(steps[1].policy_thresholds, (PolicyThresholds{{"conflict_below", 0.5}}));
  for (const auto& step : steps) {
    EXPECT_EQ(step.intent->intent_id, intent_id_of(42, "summarization_0", AgentKind::intent, 0));
  }
}

TEST(Runner, LogsTheGoalThatAReplayOfTheLogInfers) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  Experiment experiment = small_experiment();
  experiment.settings.policy = *read_policy("follow", {});
  ASSERT_TRUE(run_small(folder.path(), backend, RunStart::afresh, experiment));
  TextVectors vectors(testing::word_embedder());
  for (const AgentKind agent : kAgentKinds) {
    const auto log = log_of(folder.path(), agent);
    for (const Task& task : experiment.tasks) {
      ReplayInput input{task.initial_intent, experiment.settings.policy, {}};
      std::vector<const ExperimentStep*> steps;
      for (const auto& step : log) {
        if (step.task_id != task.id) continue;
        input.instructions.emplace_back(step.step, step.prompt);
        steps.push_back(&step);
      }
      const auto replayed = must(intent_replay(input, vectors));
      ASSERT_EQ(replayed.size(), steps.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i]->inferred_goal, replayed[i].goal);
        if (steps[i]->intent) {
          EXPECT_EQ(steps[i]->intent->version, replayed[i].version);
        }
      }
    }
  }
}

TEST(Runner, ScoresAgainstTheFirstOutputAndAgainstTheGoal) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  ASSERT_TRUE(run_small(folder.path(), backend));
  const auto embed = testing::word_embedder();
  std::map<std::string, std::string> first;
  for (const auto& step : log_of(folder.path(), AgentKind::baseline)) {
    first.try_emplace(step.task_id, step.output);
    EXPECT_NEAR(*step.ids, must(ids(step.output, first[step.task_id], embed)), 5e-5);
    EXPECT_NEAR(*step.ids_inferred_goal, must(ids(step.output, *step.inferred_goal, embed)), 5e-5);
    EXPECT_EQ(step.truncated, false);
  }
}

TEST(Runner, TwoRunsGiveTheSameLogs) {
  const TemporaryFolder one;
  const TemporaryFolder two;
  ScriptedBackend backend;
  ScriptedBackend other;
  ASSERT_TRUE(run_small(one.path(), backend));
  ASSERT_TRUE(run_small(two.path(), other));
  EXPECT_EQ(logs_without_times(one.path()), logs_without_times(two.path()));
}

TEST(Runner, SideBySideChangesTheOrderOfTheLinesAlone) {
  const TemporaryFolder one;
  const TemporaryFolder four;
  ScriptedBackend alone({.side_by_side = 1});
  ScriptedBackend together({.side_by_side = 4});
  ASSERT_TRUE(run_small(one.path(), alone));
  ASSERT_TRUE(run_small(four.path(), together));
  const auto sorted = [](const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      lines.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    std::ranges::sort(lines);
    return lines;
  };
  EXPECT_NE(logs_without_times(one.path()), logs_without_times(four.path()));
  EXPECT_EQ(sorted(logs_without_times(one.path())), sorted(logs_without_times(four.path())));
}

TEST(Runner, RepeatsHaveRunsSeedsAndIntentsOfTheirOwn) {
  const TemporaryFolder folder;
  ScriptedBackend backend;
  Experiment experiment = small_experiment();
  experiment.settings.repeats = 2;
  ASSERT_TRUE(run_small(folder.path(), backend, RunStart::afresh, experiment));
  EXPECT_EQ(backend.seen[0].sampling.seed, 42U);
  EXPECT_EQ(backend.seen[1].sampling.seed, 43U);
  EXPECT_EQ(backend.seen[1].repeat, 1U);
  const auto log = log_of(folder.path(), AgentKind::intent);
  EXPECT_EQ(log.size(), kSteps);
  EXPECT_EQ(log[0].task_id, "summarization_0_run0");
  EXPECT_EQ(log[1].task_id, "summarization_0_run1");
  EXPECT_NE(log[0].intent->intent_id, log[1].intent->intent_id);
}

TEST(Runner, FoldsAConversationThatDoesNotFit) {
  const TemporaryFolder folder;
  Experiment experiment = small_experiment();
  experiment.settings.sampling.max_tokens = 12;
  ScriptedBackend backend({.context_tokens = 64});
  const auto done = run_small(folder.path(), backend, RunStart::afresh, experiment);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->steps_failed, 0U);
  std::uint64_t folded = 0;
  for (const auto& step : log_of(folder.path(), AgentKind::intent)) folded += *step.folded_tokens;
  EXPECT_GT(folded, 0U);
  for (const ChatRequest& request : backend.seen) {
    EXPECT_LE(*backend.count_tokens(request.messages) + 12, 64U);
    EXPECT_TRUE(request.messages[1].content.starts_with("the ferry to the island"));
  }
}

TEST(Runner, RefusesAContextThatCannotHoldOneExchangeBeforeItAsksAnything) {
  const TemporaryFolder folder;
  ScriptedBackend backend({.context_tokens = 100});
  const auto done = run_small(folder.path(), backend);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::invalid_input);
  EXPECT_TRUE(done.error().message.starts_with("task \"summarization_0\", baseline agent, step "))
      << done.error().message;
  EXPECT_TRUE(backend.seen.empty());
}

TEST(Runner, TellsWhereItIs) {
  const TemporaryFolder folder;
  ScriptedBackend backend({.side_by_side = 1});
  const Experiment experiment = small_experiment();
  auto run = RunFolder::open(folder.path(), experiment.settings.agents,
                             testing::small_manifest(experiment, backend), RunStart::afresh);
  ASSERT_TRUE(run);
  TextVectors vectors(testing::word_embedder());
  std::vector<std::string> tasks;
  const auto done = run_experiment(experiment, backend, vectors, *run, [&](const RunProgress& now) {
    tasks.push_back(now.task);
    EXPECT_EQ(now.steps_logged, tasks.size());
    EXPECT_EQ(now.steps_total, kSteps);
    EXPECT_EQ(now.completion_tokens, 12 * tasks.size());
  });
  ASSERT_TRUE(done);
  EXPECT_EQ(tasks.front(), "baseline summarization_0 step 0");
  EXPECT_EQ(tasks.back(), "intent planning_2 step 1");
}

TEST(Runner, IntentIdsAreNamesOfSeedTaskAgentAndRepeat) {
  const std::string id = intent_id_of(42, "planning_4", AgentKind::intent, 0);
  EXPECT_TRUE(is_uuid(id));
  EXPECT_EQ(id[14], '5');
  EXPECT_EQ(id, intent_id_of(42, "planning_4", AgentKind::intent, 0));
  EXPECT_NE(id, intent_id_of(43, "planning_4", AgentKind::intent, 0));
  EXPECT_NE(id, intent_id_of(42, "planning_5", AgentKind::intent, 0));
  EXPECT_NE(id, intent_id_of(42, "planning_4", AgentKind::baseline, 0));
  EXPECT_NE(id, intent_id_of(42, "planning_4", AgentKind::intent, 1));
}

}  // namespace
}  // namespace plumb
