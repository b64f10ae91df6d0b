#include "experiment/experiment_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "experiment/agent.h"
#include "experiment/conversation.h"
#include "experiment/shipped_files.h"
#include "ingest/task_reader.h"

namespace plumb {
namespace {

Result<void> check_settings(const Experiment& experiment) {
  const ExperimentSettings& settings = experiment.settings;
  if (experiment.tasks.empty()) {
    return fail(ErrorCode::invalid_input, "an experiment without tasks has nothing to run");
  }
  if (settings.agents.empty()) {
    return fail(ErrorCode::invalid_input, "an experiment needs an agent: baseline, intent or both");
  }
  for (const AgentKind agent : settings.agents) {
    if (std::ranges::count(settings.agents, agent) == 1) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("the agent {} is named twice; name each once", name_of(agent)));
  }
  if (settings.repeats == 0) {
    return fail(ErrorCode::invalid_input, "an experiment with 0 repeats has nothing to run");
  }
  return check_sampling(settings.sampling);
}

// The intent as a run begins with it, for counting tokens.
Intent initial_intent(const Task& task) {
  Intent intent;
  intent.goal = task.initial_intent;
  return intent;
}

CountTokens counting_with(ChatBackend& backend) {
  return [&](std::span<const ChatMessage> messages) { return backend.count_tokens(messages); };
}

ContextRoom room_of(const Experiment& experiment, const ChatBackend& backend) {
  return {backend.context_tokens(), experiment.settings.sampling.max_tokens};
}

Result<void> check_task(const Task& task, const Agent& agent, const ContextRoom& room,
                        ChatBackend& backend) {
  const auto longest = std::ranges::max_element(task.steps, {}, &std::string::size);
  const Conversation empty(task.source_text);
  auto asked =
      empty.ask(agent.system_prompt(initial_intent(task)), *longest, room, counting_with(backend));
  if (asked) return {};
  asked.error().message =
      fmt::format("task \"{}\", {} agent, step {}: {}", task.id, name_of(agent.kind()),
                  longest - task.steps.begin(), asked.error().message);
  return std::unexpected(std::move(asked.error()));
}

// Where a reply takes its whole budget and is as long in the next prompt.
Result<void> add_task_cost(const Experiment& experiment, const Task& task, const Agent& agent,
                           ChatBackend& backend, PlannedCost& cost) {
  const ContextRoom room = room_of(experiment, backend);
  const std::uint64_t repeats = experiment.settings.repeats;
  const std::string system_prompt = agent.system_prompt(initial_intent(task));
  const ContextRoom unbounded{UINT64_MAX, 0};
  Conversation conversation(task.source_text);
  std::uint64_t before = 0;
  for (std::size_t step = 0; step < task.steps.size(); ++step) {
    PLUMB_TRY(const FoldedConversation asked,
              conversation.ask(system_prompt, task.steps[step], unbounded, counting_with(backend)));
    const std::uint64_t whole = asked.prompt_tokens + step * room.reply_tokens;
    const std::uint64_t prompt = std::min(whole, room.context_tokens - room.reply_tokens);
    cost.prompt_tokens += repeats * prompt;
    cost.new_prompt_tokens += repeats * (prompt - std::min(prompt, before));
    cost.longest_prompt = std::max(cost.longest_prompt, prompt);
    before = prompt;
    conversation.add(task.steps[step], {});
  }
  cost.steps += repeats * task.steps.size();
  cost.completion_tokens += repeats * task.steps.size() * room.reply_tokens;
  return {};
}

}  // namespace

Result<std::vector<Task>> shipped_tasks() {
  std::vector<Task> all;
  for (const char* name : {"summarization_tasks.json", "planning_tasks.json"}) {
    PLUMB_TRY(std::vector<Task> tasks, parse_tasks(shipped_file(name), name));
    std::ranges::move(tasks, std::back_inserter(all));
  }
  return all;
}

Result<std::vector<PlannedRun>> plan_runs(const Experiment& experiment) {
  PLUMB_CHECK_RESULT(check_settings(experiment));
  const std::uint32_t repeats = experiment.settings.repeats;
  std::vector<PlannedRun> runs;
  std::set<std::string> ids;
  for (std::size_t task = 0; task < experiment.tasks.size(); ++task) {
    for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
      const std::string& id = experiment.tasks[task].id;
      PlannedRun run{task, repeat, repeats == 1 ? id : fmt::format("{}_run{}", id, repeat)};
      if (!ids.insert(run.task_id).second) {
        return fail(ErrorCode::invalid_input,
                    fmt::format("two runs would be logged as \"{}\"; give each task an id of its "
                                "own that does not end like a repeat",
                                run.task_id));
      }
      runs.push_back(std::move(run));
    }
  }
  return runs;
}

std::vector<std::vector<PlannedStep>> plan_steps(const Experiment& experiment,
                                                 const std::vector<PlannedRun>& runs,
                                                 std::uint64_t side_by_side) {
  std::vector<std::vector<PlannedStep>> waves;
  const std::size_t width = side_by_side > 1 ? 2 * std::min(side_by_side, runs.size()) : 1;
  const auto steps_of = [&](std::size_t run) {
    return experiment.tasks[runs[run].task].steps.size();
  };
  for (std::size_t first = 0; first < runs.size(); first += std::min(width, runs.size() - first)) {
    const std::size_t end = first + std::min(width, runs.size() - first);
    for (std::size_t step = 0;; ++step) {
      std::vector<PlannedStep> wave;
      for (std::size_t run = first; run < end; ++run) {
        if (step < steps_of(run)) wave.push_back({run, static_cast<std::int64_t>(step)});
      }
      if (wave.empty()) break;
      waves.push_back(std::move(wave));
    }
  }
  return waves;
}

Result<void> check_context(const Experiment& experiment, ChatBackend& backend) {
  const ContextRoom room = room_of(experiment, backend);
  for (const AgentKind kind : experiment.settings.agents) {
    const auto agent = make_agent(kind, experiment.prompts);
    for (const Task& task : experiment.tasks) {
      PLUMB_CHECK_RESULT(check_task(task, *agent, room, backend));
    }
  }
  return {};
}

Result<std::vector<PlannedCost>> plan_costs(const Experiment& experiment, ChatBackend& backend) {
  PLUMB_CHECK_RESULT(plan_runs(experiment));
  PLUMB_CHECK_RESULT(check_context(experiment, backend));
  std::vector<PlannedCost> costs;
  for (const AgentKind kind : experiment.settings.agents) {
    const auto agent = make_agent(kind, experiment.prompts);
    PlannedCost& cost = costs.emplace_back();
    cost.agent = kind;
    for (const Task& task : experiment.tasks) {
      PLUMB_CHECK_RESULT(add_task_cost(experiment, task, *agent, backend, cost));
    }
  }
  return costs;
}

}  // namespace plumb
