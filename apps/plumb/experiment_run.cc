// plumb experiment run: two agents at the same tasks, every step logged when it is answered.
#include "experiment_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "chat_options.h"
#include "experiment/experiment_plan.h"
#include "experiment/run_folder.h"
#include "experiment/run_manifest.h"
#include "experiment/runner.h"
#include "experiment_dry_run.h"
#include "experiment_interpret.h"
#include "experiment_models.h"
#include "ingest/task_reader.h"
#include "measure/embedding_origin.h"
#include "measure/text_vectors.h"
#include "model_options.h"
#include "progress.h"

namespace plumb {
namespace {

// What only the command line can say.
struct RunFlags {
  bool resume = false;
  bool retry_failed = false;
  bool dry_run = false;
  bool interpret_only = false;
};

// A model and where its logs are.
struct ChosenModel {
  std::string name;
  std::filesystem::path folder;
};

Result<ExperimentSettings> settings_of(const ExperimentArguments& arguments, std::uint64_t seed) {
  ExperimentSettings settings;
  settings.agents.clear();
  for (const std::string& name : arguments.agents) {
    const auto agent = agent_kind_of(name);
    if (!agent) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("there is no agent \"{}\"; it is baseline or intent", name));
    }
    settings.agents.push_back(*agent);
  }
  settings.repeats = arguments.repeats;
  settings.sampling = {.max_tokens = arguments.max_tokens,
                       .temperature = arguments.temperature,
                       .top_p = arguments.top_p,
                       .repetition_penalty = arguments.repetition_penalty,
                       .seed = seed};
  PolicyThresholds thresholds;
  if (arguments.threshold) {
    if (arguments.policy != "guard") {
      return fail(ErrorCode::invalid_input,
                  "--threshold is of --policy guard; follow has two bands of its own");
    }
    thresholds.emplace_back("conflict_below", *arguments.threshold);
  }
  PLUMB_TRY(settings.policy, read_policy(arguments.policy, thresholds));
  return settings;
}

Result<Experiment> experiment_of(const ExperimentArguments& arguments, std::uint64_t seed) {
  Experiment experiment;
  PLUMB_TRY(experiment.settings, settings_of(arguments, seed));
  PLUMB_TRY(
      experiment.prompts,
      load_prompts(arguments.prompts.empty() ? std::nullopt : std::optional(arguments.prompts)));
  if (arguments.tasks.empty()) {
    PLUMB_TRY(experiment.tasks, shipped_tasks());
  } else {
    PLUMB_TRY(experiment.tasks, read_task_files(arguments.tasks));
  }
  PLUMB_CHECK_RESULT(plan_runs(experiment));  // refuses what cannot be run, before a model loads
  return experiment;
}

Result<std::vector<ChosenModel>> chosen_models(const ExperimentArguments& arguments) {
  PLUMB_TRY(const auto names, chat_models(arguments));
  PLUMB_TRY(const auto folders, model_folders(names));
  std::vector<ChosenModel> models;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::filesystem::path out = arguments.out;
    models.push_back({names[i], folders[i].empty() ? out : out / folders[i]});
  }
  return models;
}

Result<void> dry_run(const Experiment& experiment, const std::vector<ChosenModel>& models,
                     CommandContext& context) {
  std::vector<ModelPlan> plans;
  for (const ChosenModel& model : models) {
    PLUMB_TRY(const auto backend,
              open_chat_backend(context.experiment, model.name, context, [](std::uint64_t) {}));
    PLUMB_TRY(auto costs, plan_costs(experiment, *backend));
    plans.push_back({model.folder.string(), backend->provenance(), std::move(costs)});
  }
  context.print(context.json ? plan_json(experiment, plans) + "\n" : plan_text(experiment, plans));
  return {};
}

// The bar of a run: whole steps by the runner, tokens within a step by the backend.
class RunBar {
 public:
  explicit RunBar(bool enabled) : bar_("run", enabled, "tokens") {}

  void take(const RunProgress& now) {
    if (!started_) {
      started_ = true;
      bar_.start_at(share_of(now.steps_resumed, now.steps_total));
    }
    share_ = share_of(now.steps_logged, now.steps_total);
    tokens_ = std::max(tokens_, now.completion_tokens);
    task_ = now.task;
    show();
  }
  // While steps are at hand: a backend that tells counts the tokens that it read as well.
  void tick(std::uint64_t tokens) {
    tokens_ = tokens;
    show();
  }
  void clear() { bar_.clear(); }

 private:
  void show() { bar_.update(tokens_, share_, interrupted() ? kStopping : std::string_view(task_)); }

  static double share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
  }

  static constexpr std::string_view kStopping = "stops after this step";

  Progress bar_;
  bool started_ = false;
  double share_ = 0;
  std::uint64_t tokens_ = 0;
  std::string task_;
};

void note_speed(const RunProgress& done, double seconds, const std::string& folder,
                const CommandContext& context) {
  context.note(fmt::format(
      "{} steps are logged in {}, {} of them now{}: {:.1f} s, {} tokens answered ({:.0f} a "
      "second), {} asked, {} of those known from the step before",
      done.steps_logged, folder, done.steps_logged - done.steps_resumed,
      done.steps_cached == 0 ? "" : fmt::format(", {} by the cache", done.steps_cached), seconds,
      done.completion_tokens, static_cast<double>(done.completion_tokens) / seconds,
      done.prompt_tokens, done.reused_tokens));
}

// Says in an error that ended a run what became of it.
Error with_whereabouts(Error error, const RunProgress& progress, const std::string& folder) {
  if (progress.steps_logged == 0 || error.code == ErrorCode::invalid_input) return error;
  const bool is_told = error.message.find("--resume") != std::string::npos;
  error.message +=
      fmt::format("; {} of {} steps are logged in {}{}", progress.steps_logged,
                  progress.steps_total, folder, is_told ? "" : ", and --resume goes on there");
  return error;
}

// None where every step has an answer.
Result<std::optional<Error>> run_model(const Experiment& experiment, const ChosenModel& model,
                                       RunStart start, Embedder& embedder,
                                       CommandContext& context) {
  RunBar bar(!context.quiet);
  PLUMB_TRY(const auto backend, open_chat_backend(context.experiment, model.name, context,
                                                  [&](std::uint64_t tokens) { bar.tick(tokens); }));
  PLUMB_CHECK_RESULT(check_context(experiment, *backend));
  const RunDescription description{PLUMB_VERSION, backend->provenance(),
                                   *provenance_of(embedder, context.seed).vectors};
  PLUMB_TRY(RunFolder folder, RunFolder::open(model.folder, experiment.settings.agents,
                                              manifest_text(experiment, description), start));
  for (const std::string& note : folder.notes()) context.note(note);

  TextVectors vectors(embed_with(embedder));
  RunProgress last;
  const auto begin = std::chrono::steady_clock::now();
  auto done =
      run_experiment(experiment, *backend, vectors, folder, [&](const RunProgress& progress) {
        last = progress;
        bar.take(progress);
      });
  bar.clear();
  if (!done) {
    return std::unexpected(with_whereabouts(std::move(done.error()), last, model.folder.string()));
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  note_speed(*done, time.count(), model.folder.string(), context);
  if (done->steps_failed == 0) return std::optional<Error>();
  return std::optional(Error{
      ErrorCode::io,
      fmt::format("{} of {} steps in {} failed, the first with: {}; --resume --retry-failed runs "
                  "again from there",
                  done->steps_failed, done->steps_total, model.folder.string(),
                  done->first_failure)});
}

// A model that cannot be opened is told before another one has run for hours.
Result<void> check_models(const Experiment& experiment, const std::vector<ChosenModel>& models,
                          const CommandContext& context) {
  if (models.size() == 1) return {};
  for (const ChosenModel& model : models) {
    PLUMB_TRY(const auto backend,
              open_chat_backend(context.experiment, model.name, context, [](std::uint64_t) {}));
    PLUMB_CHECK_RESULT(check_context(experiment, *backend));
  }
  return {};
}

Result<void> run(const RunFlags& flags, CommandContext& context) {
  const ExperimentArguments& arguments = context.experiment;
  PLUMB_CHECK_RESULT(check_interpretation_outputs(context));
  if (flags.interpret_only) return interpret_folder(arguments.out, {}, context);
  PLUMB_TRY(const Experiment experiment, experiment_of(arguments, context.seed));
  PLUMB_TRY(const auto models, chosen_models(arguments));
  if (flags.dry_run) return dry_run(experiment, models, context);

  const RunStart start = flags.retry_failed ? RunStart::retry_failed
                         : flags.resume     ? RunStart::resume
                                            : RunStart::afresh;
  PLUMB_CHECK_RESULT(check_models(experiment, models, context));
  PLUMB_TRY(Embedder embedder, load_embedder(context));
  std::optional<Error> first_failure;
  for (const ChosenModel& model : models) {
    PLUMB_TRY(auto failure, run_model(experiment, model, start, embedder, context));
    if (failure && !first_failure) first_failure = std::move(failure);
  }
  PLUMB_CHECK_RESULT(
      interpret_folder(arguments.out, {.models_of_this_run = models.size()}, context));
  if (first_failure) return std::unexpected(*std::move(first_failure));
  return {};
}

void add_backend_options(CLI::App& command, ExperimentArguments& arguments) {
  command
      .add_option("--model", arguments.models,
                  "the chat model: a name, a GGUF file or the server's name for it; any number of "
                  "times")
      ->type_name("NAME|FILE")
      ->allow_extra_args(false);
  add_chat_options(command, arguments);
}

void add_experiment_options(CLI::App& command, ExperimentArguments& arguments) {
  command
      .add_option("--tasks", arguments.tasks,
                  "a tasks file in place of the tasks that come with plumb; any number of times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--prompts", arguments.prompts,
                  "a folder with agent_base.txt and agent_with_intent.txt, in place of plumb's")
      ->type_name("DIR");
  command.add_option("--agents", arguments.agents, "baseline, intent or both")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(fmt::format("{}", fmt::join(arguments.agents, ",")));
  command.add_option("--repeats", arguments.repeats, "how often each task is run")
      ->type_name("N")
      ->transform(whole_number_from(1, 1000))
      ->capture_default_str();
  command
      .add_option("--max-tokens", arguments.max_tokens,
                  "new tokens an answer at most, the same for both agents")
      ->type_name("N")
      ->transform(whole_number_from(1, 1U << 20))
      ->capture_default_str();
  command.add_option("--temperature", arguments.temperature, "0 for the likeliest token always")
      ->type_name("X")
      ->capture_default_str();
  command
      .add_option("--top-p", arguments.top_p, "with a temperature: the share of tokens to draw of")
      ->type_name("X")
      ->capture_default_str();
  command.add_option("--repetition-penalty", arguments.repetition_penalty, "1 for none")
      ->type_name("X")
      ->capture_default_str();
  command.add_option("--policy", arguments.policy, "how an instruction moves the intent")
      ->type_name("NAME")
      ->check(CLI::IsMember({"guard", "follow"}))
      ->capture_default_str();
  command
      .add_option("--threshold", arguments.threshold,
                  "guard: a similarity below it keeps the intent; 0.5 where it is not given")
      ->type_name("X")
      ->check(number_from(-1, 1));
}

void add_run_flags(CLI::App& command, RunFlags& flags, ExperimentArguments& arguments) {
  command
      .add_option("--out", arguments.out,
                  "where logs, tables, pictures and reports go; with several models, a folder each")
      ->type_name("DIR")
      ->capture_default_str();
  auto* resume = command.add_flag("--resume", flags.resume,
                                  "go on behind the last step that was logged, with the same "
                                  "settings");
  command
      .add_flag("--retry-failed", flags.retry_failed,
                "with --resume: go back to the first step that failed, and on from there")
      ->needs(resume);
  auto* dry_run = command.add_flag("--dry-run", flags.dry_run,
                                   "print the plan and what it costs in tokens, ask nothing");
  command
      .add_flag("--interpret-only", flags.interpret_only,
                "run nothing; tables, pictures and reports from the logs in --out")
      ->excludes(resume)
      ->excludes(dry_run);
}

}  // namespace

void add_experiment_run(CLI::App& experiment, CommandContext& context) {
  auto* command =
      experiment.add_subcommand("run", "Run both agents at every task, log each step, compare.");
  auto flags = std::make_shared<RunFlags>();
  add_run_flags(*command, *flags, context.experiment);
  add_backend_options(*command, context.experiment);
  add_experiment_options(*command, context.experiment);
  add_model_options(*command, context, "--embedding-model");
  command->footer(
      "plumb experiment run                                    the shipped tasks, in logs/\n"
      "plumb experiment run --resume                           go on after Ctrl-C or a crash\n"
      "plumb experiment run --dry-run --tasks my_tasks.json    what would it cost?\n"
      "plumb experiment run --backend openai --base-url URL --model NAME\n");
  command->callback([flags, &context] {
    if (const auto done = run(*flags, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
