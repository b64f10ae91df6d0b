// plumb compare: has a run drifted from its baseline?
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "command.h"
#include "documents.h"
#include "execution_input.h"
#include "judge/gate.h"
#include "judge/judge.h"
#include "judge/metric_catalogue.h"
#include "judge/thresholds.h"
#include "measure/execution_drift.h"
#include "outputs.h"
#include "report/comparison_terminal.h"
#include "report/comparison_writers.h"
#include "report/formats.h"

namespace plumb {
namespace {

struct CompareArguments {
  std::vector<std::string> current;
  std::string baseline;
  ExecutionInput input;
  std::vector<std::string> embeddings;  // a file a current run
  std::string baseline_embeddings;
  std::vector<std::string> gates;
  std::vector<std::string> thresholds;  // "TYPE=X"
  DriftOptions drift;
  JudgeOptions judge;
  bool raw_csv = false;
  bool github = false;
};

int exit_code_of(ComparisonSpan comparisons) {
  GateOutcome worst = GateOutcome::passed;
  for (const Comparison& each : comparisons) worst = std::max(worst, worst_of(each.gates));
  switch (worst) {
    case GateOutcome::passed:
      return 0;
    case GateOutcome::failed:
      return 1;
    case GateOutcome::undecided:
      return 4;
  }
  std::unreachable();
}

Result<void> read_threshold(JudgeOptions& options, std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view number = text.substr(std::min(equals + 1, text.size()));
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const bool is_number = error == std::errc() && end == number.data() + number.size();
  auto set = set_threshold(options, text.substr(0, equals), is_number ? value : 1);
  if (set && !is_number) {
    set = fail(ErrorCode::invalid_input, fmt::format("\"{}\" is no number above 0", number));
  }
  if (!set) set.error().message = fmt::format("--threshold {}: {}", text, set.error().message);
  return set;
}

// Everything that can be refused before a model is loaded.
Result<std::vector<Gate>> check_arguments(CompareArguments& arguments,
                                          const CommandContext& context) {
  std::vector<Gate> gates;
  for (const std::string& text : arguments.gates) {
    auto gate = Gate::parse(text);
    if (!gate) {
      gate.error().message = fmt::format("--fail-on {}: {}", text, gate.error().message);
      return std::unexpected(gate.error());
    }
    gates.push_back(*std::move(gate));
  }
  for (const std::string& text : arguments.thresholds) {
    PLUMB_CHECK_RESULT(read_threshold(arguments.judge, text));
  }
  std::vector<std::string> inputs = arguments.current;
  inputs.push_back(arguments.baseline);
  if (std::ranges::count(inputs, "-") > 1) {
    return fail(ErrorCode::invalid_input, "standard input can be one of the runs, not two of them");
  }
  if (!arguments.embeddings.empty() && arguments.embeddings.size() != arguments.current.size()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("--embeddings takes a file a current run: {} for {}",
                            arguments.embeddings.size(), arguments.current.size()));
  }
  PLUMB_CHECK_RESULT(check_outputs(context, kEveryReportFormat, inputs));
  return gates;
}

void name_side(ComparedSide& side, const LoadedExecution& loaded) {
  side.source = loaded.source;
  if (side.name.empty()) side.name = loaded.source;
}

// A comparison a current run, judged, with its gates.
Result<std::vector<Comparison>> find_out(const CompareArguments& arguments,
                                         std::span<const Gate> gates, CommandContext& context) {
  ExecutionLoader loader(arguments.input, context);
  PLUMB_TRY(const LoadedExecution baseline,
            loader.load(arguments.baseline, arguments.baseline_embeddings));
  DriftOptions options = arguments.drift;
  options.seed = context.seed;
  options.threads = context.threads;
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < arguments.current.size(); ++i) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    PLUMB_TRY(const LoadedExecution current,
              loader.load(arguments.current[i],
                          arguments.embeddings.empty() ? "" : arguments.embeddings[i]));
    PLUMB_TRY(Comparison comparison,
              compare_executions(current.profile, baseline.profile, options));
    name_side(comparison.current, current);
    name_side(comparison.baseline, baseline);
    judge(comparison, arguments.judge);
    for (const Gate& gate : gates) comparison.gates.push_back(gate.check(comparison));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

std::size_t terminal_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 1 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 80;
  return std::clamp<std::size_t>(size.ws_col, 60, 160);
}

std::string text_of(ComparisonSpan comparisons, const CommandContext& context) {
  const TerminalStyle style{context.color, terminal_width()};
  std::string out;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    if (i > 0) out += "\n" + std::string(style.width, '-') + "\n\n";
    out += comparison_terminal(comparisons[i], style);
  }
  if (comparisons.size() > 1) {
    out += "\n" + std::string(style.width, '-') + "\n\n";
    out += comparisons_terminal(comparisons, style);
  }
  return out;
}

Result<void> write_files(ComparisonSpan comparisons, const CompareArguments& arguments,
                         const CommandContext& context) {
  ReportOptions options;
  options.raw_csv = arguments.raw_csv;
  options.summary_of = [](std::string_view metric) {
    const MetricEntry* entry = find_metric(metric);
    return entry == nullptr ? std::string_view() : entry->summary;
  };
  for (const std::string& path : context.outputs) {
    PLUMB_CHECK_RESULT(write_report(path, comparisons, options));
  }
  return {};
}

Result<void> compare(CompareArguments& arguments, CommandContext& context) {
  PLUMB_TRY(const std::vector<Gate> gates, check_arguments(arguments, context));
  PLUMB_TRY(const std::vector<Comparison> comparisons, find_out(arguments, gates, context));
  PLUMB_CHECK_RESULT(write_files(comparisons, arguments, context));
  context.exit_code = exit_code_of(comparisons);
  std::string text = context.json ? comparison_json(comparisons) : text_of(comparisons, context);
  if (arguments.github && !context.json) text += github_annotations(comparisons);
  context.print(text);
  return {};
}

void add_statistics_options(CLI::App& command, CompareArguments& arguments) {
  command
      .add_option("--permutations", arguments.drift.permutations,
                  "of the p-values, whose smallest is 1 / (N + 1)")
      ->type_name("N")
      ->transform(whole_number_from(99, 1'000'000))
      ->capture_default_str();
  command.add_option("--bootstrap", arguments.drift.bootstrap_draws, "draws of the intervals")
      ->type_name("N")
      ->transform(whole_number_from(99, 1'000'000))
      ->capture_default_str();
  command
      .add_option("--alpha", arguments.judge.alpha,
                  "the adjusted p-value up to which a metric may be drifted")
      ->type_name("P")
      ->check(number_from(0.0001, 0.5))
      ->capture_default_str();
  command
      .add_option("--threshold", arguments.thresholds,
                  "another threshold of a type: output, safety, distribution, embedding, "
                  "agent_tool; any number of times")
      ->type_name("TYPE=X")
      ->allow_extra_args(false);
}

void add_input_options(CLI::App& command, CompareArguments& arguments) {
  command
      .add_option("--embeddings", arguments.embeddings,
                  "the vectors of CURRENT, a row a result (.npy); once for each CURRENT")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--baseline-embeddings", arguments.baseline_embeddings,
                  "the vectors of the baseline, a row a result (.npy)")
      ->type_name("FILE");
}

}  // namespace

void add_compare_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("compare", "Compare runs with a baseline: have they drifted?");
  auto arguments = std::make_shared<CompareArguments>();
  command
      ->add_option(
          "CURRENT", arguments->current,
          "the runs: JSON Lines, CSV, a profile or another tool's file; - for standard input")
      ->required();
  command->add_option("--baseline", arguments->baseline, "what they are compared with")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--fail-on", arguments->gates,
                   "exit with 1 on verdict, grade:C, score:75, severity:high or METRIC>=0.3, and "
                   "with 4 where that cannot be decided; any number of times")
      ->type_name("GATE")
      ->allow_extra_args(false);
  add_statistics_options(*command, *arguments);
  add_input_options(*command, *arguments);
  arguments->input.add_options(*command, context);
  command->add_flag("--raw-csv", arguments->raw_csv,
                    "leave CSV cells alone that a spreadsheet would run as formulas");
  command->add_flag("--github", arguments->github, "print annotations of GitHub Actions too");
  command->footer(
      "plumb compare run.jsonl --baseline base.jsonl\n"
      "plumb compare run.jsonl --baseline base.plumb --fail-on verdict --fail-on score:75\n"
      "plumb compare monday.jsonl tuesday.jsonl --baseline base.jsonl -o report.html\n"
      "plumb compare run.csv --baseline base.csv --columns response=answer --no-embeddings\n");
  command->callback([arguments, &context] {
    if (const auto done = compare(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
