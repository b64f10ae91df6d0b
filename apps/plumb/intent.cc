// plumb intent: how far a log's outputs moved from where they began, or from the goal.
#include "measure/intent_drift.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>
#include <optional>

#include "command.h"
#include "documents.h"
#include "ingest/conversion.h"
#include "ingest/session_reader.h"
#include "ingest/task_reader.h"
#include "measure/embedding_origin.h"
#include "measure/intent_log.h"
#include "model_options.h"
#include "record_reading.h"
#include "report/intent_writers.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json,     ReportFormat::jsonl, ReportFormat::csv,
                                 ReportFormat::markdown, ReportFormat::html,  ReportFormat::png,
                                 ReportFormat::svg};

struct IntentArguments {
  std::string log;
  RecordReading reading;
  std::string against = "initial-output";
  std::string tasks;
  std::string goal;
  std::string policy = "follow";
  std::optional<double> threshold;
  bool no_sentences = false;
  bool raw_csv = false;
};

Result<IntentOptions> options_of(const IntentArguments& arguments, const CommandContext& context) {
  IntentOptions options;
  options.against = *intent_reference_of(arguments.against);
  options.sentences = !arguments.no_sentences;
  options.seed = context.seed;
  if (!arguments.goal.empty()) options.goal = arguments.goal;
  if (!arguments.tasks.empty()) {
    PLUMB_TRY(options.task_goals, read_task_goals(arguments.tasks));
  }
  PolicyThresholds thresholds;
  if (arguments.threshold) {
    if (arguments.policy != "guard") {
      return fail(ErrorCode::invalid_input,
                  "--threshold is of --policy guard; follow has two bands of its own");
    }
    thresholds.emplace_back("conflict_below", *arguments.threshold);
  }
  PLUMB_TRY(options.policy, read_policy(arguments.policy, thresholds));
  return options;
}

Result<SessionLog> read_log(const IntentArguments& arguments, const CommandContext& context) {
  PLUMB_TRY(SessionReaderOptions options, arguments.reading.of_steps(context));
  LoggedPolicies policies;
  options.admit = [&](const SessionStep& step) { return policies.add(step); };
  PLUMB_TRY(SessionLog log, read_sessions(arguments.log, options));
  context.warn_of_skipped(log.skipped, log.first_skipped);
  context.warn_of_repeated(log.repeated, log.first_repeated);
  if (log.steps.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} holds no step of a session", arguments.log));
  }
  return log;
}

Result<std::string> render(const IntentReport& report, ReportFormat format, bool raw_csv) {
  switch (format) {
    case ReportFormat::json:
      return intent_json(report);
    case ReportFormat::jsonl:
      return intent_jsonl(report);
    case ReportFormat::csv:
      return intent_csv(report, raw_csv);
    case ReportFormat::markdown:
      return intent_markdown(report);
    case ReportFormat::html:
      return intent_html(report);
    case ReportFormat::png:
      return sheet_png(intent_sheet(report));
    case ReportFormat::svg:
      return sheet_svg(intent_sheet(report));
    case ReportFormat::junit:
    case ReportFormat::sarif:
      break;  // check_outputs refuses them
  }
  std::unreachable();
}

// --policy names what a log without one is replayed with; it does not overrule a log.
void warn_of_overruled_policy(const IntentReport& report, const CommandContext& context) {
  for (const IntentTask& task : report.tasks) {
    if (!task.policy_from_log) continue;
    context.warn(
        fmt::format("the log records its own intent policy ({}), which is used in place of "
                    "--policy",
                    *task.policy));
    return;
  }
}

Result<void> intent(const IntentArguments& arguments, bool policy_given, CommandContext& context) {
  const std::array inputs = {arguments.log, arguments.tasks};
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, inputs));
  PLUMB_TRY(const IntentOptions options, options_of(arguments, context));
  PLUMB_TRY(const SessionLog log, read_log(arguments, context));
  PLUMB_TRY(Embedder embedder, load_embedder(context));
  PLUMB_TRY(IntentReport report, measure_intent(log.steps, options, embed_with(embedder)));
  report.provenance = provenance_of(embedder, context.seed, std::move(report.provenance));
  for (const std::string& warning : report.warnings) context.warn(warning);
  if (policy_given) warn_of_overruled_policy(report, context);
  report.skipped = log.skipped;
  if (log.skipped > 0) {
    report.warnings.push_back(skipped_sentence(log.skipped, log.first_skipped));
  }
  if (log.repeated > 0) {
    report.warnings.push_back(repeated_sentence(log.repeated, log.first_repeated));
  }
  Document document;
  document.render = [&](ReportFormat format) { return render(report, format, arguments.raw_csv); };
  document.table = [&] { return intent_text(report); };
  return write_document(context, document);
}

}  // namespace

void add_intent_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("intent", "Measure how far a session moved from its intent.");
  auto arguments = std::make_shared<IntentArguments>();
  command
      ->add_option("LOG", arguments->log,
                   "the steps of sessions: JSON Lines, CSV or another tool's file; or -")
      ->required();
  arguments->reading.add_format(*command, "the log is");
  command
      ->add_option(
          "--against", arguments->against,
          "measure outputs against the output of step 0, or the goal inferred at each step")
      ->type_name("NAME")
      ->check(CLI::IsMember({"initial-output", "inferred-goal"}))
      ->capture_default_str();
  command->add_option("--tasks", arguments->tasks, "a tasks file with each task's initial_intent")
      ->type_name("FILE");
  command->add_option("--goal", arguments->goal, "the goal that every task starts with")
      ->type_name("TEXT");
  auto* policy = command
                     ->add_option("--policy", arguments->policy,
                                  "how an instruction moves the goal, where the log does not say")
                     ->type_name("NAME")
                     ->check(CLI::IsMember({"guard", "follow"}))
                     ->capture_default_str();
  command
      ->add_option("--threshold", arguments->threshold,
                   "guard: a similarity below it keeps the goal; 0.5 where it is not given")
      ->type_name("X")
      ->check(number_from(-1, 1));
  command->add_flag("--no-sentences", arguments->no_sentences,
                    "leave out ranges and farthest sentences, which take most of the time");
  arguments->reading.add_options(*command, context, "session=chat,response=answer");
  command->add_flag("--raw-csv", arguments->raw_csv,
                    "do not escape cells of text that a spreadsheet would run");
  add_model_options(*command, context);
  command->footer(
      "plumb intent examples/intent/log.jsonl                           tasks and their steps\n"
      "plumb intent log.jsonl --against inferred-goal --tasks tasks.json\n"
      "plumb intent log.jsonl --goal \"Plan a trip\" --policy guard --json\n"
      "plumb intent chats.csv --columns session=chat,step=turn,response=answer\n"
      "plumb intent log.jsonl -o drift.html -o drift.csv\n");
  command->callback([arguments, policy, &context] {
    const bool policy_given = policy->count() > 0;
    if (const auto done = intent(*arguments, policy_given, context); !done) {
      context.fail(done.error());
    }
  });
}

}  // namespace plumb
