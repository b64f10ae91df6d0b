#include "experiment/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "experiment/agent.h"
#include "experiment/task_run.h"

namespace plumb {
namespace {

constexpr std::uint64_t kLeastFailuresInARow = 8;

class Runner {
 public:
  Runner(const Experiment& experiment, std::vector<PlannedRun> planned, ChatBackend& backend,
         TextVectors& vectors, RunFolder& folder, const OnProgress& on_progress)
      : experiment_(experiment),
        planned_(std::move(planned)),
        backend_(backend),
        vectors_(vectors),
        folder_(folder),
        on_progress_(on_progress),
        chat_(backend.provenance()),
        waves_(plan_steps(experiment, planned_, chat_.side_by_side)) {
    for (const auto& wave : waves_) progress_.steps_total += wave.size();
    progress_.steps_total *= experiment.settings.agents.size();
  }

  Result<RunProgress> run() {
    for (const AgentKind kind : experiment_.settings.agents) {
      PLUMB_CHECK_RESULT(run_agent(kind));
    }
    return std::move(progress_);
  }

 private:
  Result<void> run_agent(AgentKind kind);
  Result<std::size_t> take_logged(AgentKind kind, std::vector<TaskRun>& runs);
  Result<void> run_wave(std::span<const PlannedStep> wave, std::vector<TaskRun>& runs);
  void ask(std::span<TaskRun* const> runs, std::vector<Result<ChatReply>>& replies);
  Result<void> log(const ExperimentStep& step);
  Result<void> check_failures(const ExperimentStep& step);
  void count(const ExperimentStep& step);

  const Experiment& experiment_;
  std::vector<PlannedRun> planned_;
  ChatBackend& backend_;
  TextVectors& vectors_;
  RunFolder& folder_;
  const OnProgress& on_progress_;
  ChatProvenance chat_;
  std::vector<std::vector<PlannedStep>> waves_;
  RunProgress progress_;
  std::uint64_t failures_in_a_row_ = 0;
};

Result<void> Runner::run_agent(AgentKind kind) {
  const auto agent = make_agent(kind, experiment_.prompts);
  std::vector<TaskRun> runs;
  runs.reserve(planned_.size());
  for (const PlannedRun& planned : planned_) runs.emplace_back(*agent, experiment_, planned);
  PLUMB_TRY(std::size_t done, take_logged(kind, runs));
  for (const auto& wave : waves_) {
    const std::size_t skipped = std::min(done, wave.size());
    done -= skipped;
    const auto rest = std::span(wave).subspan(skipped);
    if (!rest.empty()) PLUMB_CHECK_RESULT(run_wave(rest, runs));
  }
  return {};
}

// How many steps of the plan are logged. They must be its first ones, in its order.
Result<std::size_t> Runner::take_logged(AgentKind kind, std::vector<TaskRun>& runs) {
  const auto& logged = folder_.logged(kind);
  std::size_t done = 0;
  const auto refuse = [&](const std::string& why) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}: {}, so the run cannot go on; start afresh without --resume",
                            (folder_.path() / log_name_of(kind)).string(), logged[done].line, why));
  };
  for (const auto& wave : waves_) {
    for (const PlannedStep& planned : wave) {
      if (done == logged.size()) return done;
      TaskRun& run = runs[planned.run];
      const ExperimentStep& step = logged[done];
      if (step.task_id != run.task_id() || step.step != planned.step) {
        return refuse(fmt::format("step {} of task \"{}\" stands where step {} of \"{}\" belongs",
                                  step.step, step.task_id, planned.step, run.task_id()));
      }
      if (const auto taken = run.take_logged(step); !taken) return refuse(taken.error().message);
      ++progress_.steps_resumed;
      count(step);
      ++done;
    }
  }
  if (done < logged.size()) return refuse("the log is longer than this run");
  return done;
}

Result<void> Runner::run_wave(std::span<const PlannedStep> wave, std::vector<TaskRun>& all) {
  std::vector<TaskRun*> runs;
  for (const PlannedStep& step : wave) runs.push_back(&all[step.run]);
  if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");

  for (const TaskRun* run : runs) run->want_move(vectors_);
  PLUMB_CHECK_RESULT(vectors_.embed_wanted());
  for (TaskRun* run : runs) run->begin_step(vectors_);

  std::vector<Result<ChatReply>> replies;
  ask(runs, replies);
  // What was answered before the wish to stop came is logged; a step behind it is not.
  std::size_t answered = 0;
  while (answered < replies.size() &&
         (replies[answered] || replies[answered].error().code != ErrorCode::interrupted)) {
    ++answered;
  }
  const auto to_log = std::span(runs).first(answered);
  for (std::size_t i = 0; i < answered; ++i) {
    if (replies[i] && replies[i]->from_cache) {
      ++progress_.steps_cached;
    } else if (replies[i]) {
      progress_.prompt_tokens += replies[i]->prompt_tokens;
      progress_.reused_tokens += replies[i]->reused_tokens;
      progress_.completion_tokens += replies[i]->completion_tokens;
    }
    runs[i]->take_reply(std::move(replies[i]));
    runs[i]->want_scores(vectors_);
  }
  PLUMB_CHECK_RESULT(vectors_.embed_wanted());
  for (TaskRun* run : to_log) {
    PLUMB_CHECK_RESULT(log(run->finish_step(vectors_, chat_.model)));
  }
  if (answered < runs.size()) return fail(ErrorCode::interrupted, "interrupted");
  return {};
}

// One reply a run, in their order. A run that has no request has its error for a reply.
void Runner::ask(std::span<TaskRun* const> runs, std::vector<Result<ChatReply>>& replies) {
  std::vector<ChatRequest> requests;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto request = runs[i]->request(backend_);
    replies.emplace_back(ChatReply());
    if (request) {
      requests.push_back(*std::move(request));
      asked.push_back(i);
    } else {
      replies.back() = std::unexpected(std::move(request.error()));
    }
  }
  if (requests.empty()) return;
  auto answers = backend_.complete(requests);
  for (std::size_t i = 0; i < asked.size(); ++i) replies[asked[i]] = std::move(answers[i]);
}

Result<void> Runner::log(const ExperimentStep& step) {
  PLUMB_CHECK_RESULT(folder_.append(step));
  count(step);
  if (on_progress_) on_progress_(progress_);
  return check_failures(step);
}

void Runner::count(const ExperimentStep& step) {
  ++progress_.steps_logged;
  progress_.task = fmt::format("{} {} step {}", name_of(step.agent), step.task_id, step.step);
  if (!step.error) return;
  if (progress_.steps_failed++ == 0) progress_.first_failure = *step.error;
}

Result<void> Runner::check_failures(const ExperimentStep& step) {
  failures_in_a_row_ = step.error ? failures_in_a_row_ + 1 : 0;
  if (failures_in_a_row_ < std::max<std::uint64_t>(kLeastFailuresInARow, planned_.size())) {
    return {};
  }
  return fail(ErrorCode::io,
              fmt::format("{} steps in a row failed, the last with: {}; when that is mended, go on "
                          "with --resume --retry-failed",
                          failures_in_a_row_, *step.error));
}

}  // namespace

Result<RunProgress> run_experiment(const Experiment& experiment, ChatBackend& backend,
                                   TextVectors& vectors, RunFolder& folder,
                                   const OnProgress& on_progress) {
  PLUMB_TRY(std::vector<PlannedRun> planned, plan_runs(experiment));
  PLUMB_CHECK_RESULT(check_context(experiment, backend));
  return Runner(experiment, std::move(planned), backend, vectors, folder, on_progress).run();
}

}  // namespace plumb
