// plumb session: how sessions held to their plans and kept what matters in mind.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "command.h"
#include "documents.h"
#include "ingest/case_reader.h"
#include "measure/embedding_origin.h"
#include "measure/session_drift.h"
#include "measure/term_lists.h"
#include "model_options.h"
#include "nli_options.h"
#include "report/session_writers.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json,     ReportFormat::jsonl, ReportFormat::csv,
                                 ReportFormat::markdown, ReportFormat::html,  ReportFormat::png,
                                 ReportFormat::svg};

struct SessionArguments {
  std::string cases;
  std::string generations;
  std::string plans;
  std::string lists{kDefaultTermList};
  std::string vocabulary;
  std::string mode = "actions";
  std::string pooling = "joined";
  bool skip_bad = false;
  bool raw_csv = false;
  NliChoice nli;
};

Result<SessionOptions> options_of(const SessionArguments& arguments) {
  SessionOptions options;
  options.alignment.mode = *alignment_mode_of(arguments.mode);
  options.alignment.pooling = *alignment_pooling_of(arguments.pooling);
  if (arguments.vocabulary.empty()) return options;
  PLUMB_TRY(const TermList vocabulary, load_term_list(arguments.vocabulary));
  options.vocabulary_name = arguments.vocabulary;
  for (const Term& term : vocabulary.terms()) options.vocabulary.push_back(term.text);
  return options;
}

struct SessionInputs {
  CaseFile cases;
  GenerationFile generations;
  TargetPlans plans;
};

Result<SessionInputs> read_inputs(const SessionArguments& arguments,
                                  const CommandContext& context) {
  SessionInputs inputs;
  PLUMB_TRY(inputs.cases, read_cases(arguments.cases));
  for (const std::string& warning : inputs.cases.warnings) context.warn(warning);
  GenerationReaderOptions options;
  options.cases = &inputs.cases.cases;
  options.skip_bad = arguments.skip_bad;
  options.max_line_bytes = context.max_line_bytes;
  PLUMB_TRY(inputs.generations, read_generations(arguments.generations, options));
  context.warn_of_skipped(inputs.generations.skipped, inputs.generations.first_skipped);
  if (inputs.generations.generations.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} holds no generation", arguments.generations));
  }
  if (!arguments.plans.empty()) {
    PLUMB_TRY(inputs.plans, read_target_plans(arguments.plans));
  }
  return inputs;
}

Result<std::string> render(const SessionReport& report, ReportFormat format, bool raw_csv) {
  switch (format) {
    case ReportFormat::json:
      return session_json(report);
    case ReportFormat::jsonl:
      return session_jsonl(report);
    case ReportFormat::csv:
      return session_csv(report, raw_csv);
    case ReportFormat::markdown:
      return session_markdown(report);
    case ReportFormat::html:
      return session_html(report);
    case ReportFormat::png:
      return sheet_png(session_sheet(report));
    case ReportFormat::svg:
      return sheet_svg(session_sheet(report));
    case ReportFormat::junit:
    case ReportFormat::sarif:
      break;  // check_outputs refuses them
  }
  std::unreachable();
}

Result<void> session(const SessionArguments& arguments, CommandContext& context) {
  const std::array paths = {arguments.cases, arguments.generations, arguments.plans};
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, paths));
  PLUMB_TRY(const TermList list, load_term_list(arguments.lists));
  PLUMB_TRY(SessionOptions options, options_of(arguments));
  PLUMB_TRY(const SessionInputs inputs, read_inputs(arguments, context));
  PLUMB_TRY(const std::optional<Nli> nli, open_nli(arguments.nli, context));
  if (nli) options.infer = nli->infer;
  PLUMB_TRY(Embedder embedder, load_embedder(context));
  PLUMB_TRY(SessionReport report,
            measure_sessions(inputs.cases.cases, inputs.generations.generations, inputs.plans, list,
                             options, embed_with(embedder)));
  report.provenance = provenance_of(embedder, context.seed, std::move(report.provenance));
  if (nli) report.nli = nli->origin;
  for (const std::string& warning : report.warnings) context.warn(warning);
  const GenerationFile& read = inputs.generations;
  report.skipped = read.skipped;
  if (read.skipped > 0) {
    report.warnings.push_back(skipped_sentence(read.skipped, read.first_skipped));
  }
  Document document;
  document.render = [&](ReportFormat format) { return render(report, format, arguments.raw_csv); };
  document.table = [&] { return session_text(report); };
  return write_document(context, document);
}

}  // namespace

void add_session_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "session", "Measure how sessions hold to their plans and what they forget.");
  auto arguments = std::make_shared<SessionArguments>();
  command->add_option("CASES", arguments->cases, "the cases, a JSON document")->required();
  command
      ->add_option("GENERATIONS", arguments->generations,
                   "the answers a turn, JSON Lines, or - for standard input")
      ->required();
  command->add_option("--plans", arguments->plans, "target plans; without them, no alignment")
      ->type_name("FILE");
  command
      ->add_option("--lists", arguments->lists,
                   "the terms that make a sentence an action: clinical, wide, support, coding, or "
                   "a file")
      ->type_name("NAME|FILE")
      ->capture_default_str();
  command
      ->add_option("--mode", arguments->mode,
                   "hold actions against the plan, or the full responses")
      ->type_name("NAME")
      ->check(CLI::IsMember({"actions", "full"}))
      ->capture_default_str();
  command
      ->add_option("--pooling", arguments->pooling,
                   "one vector for all sentences joined, or the mean of a vector each")
      ->type_name("NAME")
      ->check(CLI::IsMember({"joined", "mean-sentences"}))
      ->capture_default_str();
  command
      ->add_option("--vocabulary", arguments->vocabulary,
                   "entities that may be mentioned, one a line, for F1")
      ->type_name("FILE");
  arguments->nli.add_options(
      *command,
      "say how often advice contradicts the turn before: an NLI classifier, or judge for a chat "
      "model");
  command->add_flag("--skip-bad", arguments->skip_bad,
                    "leave out lines that cannot be read, and say how many");
  add_line_limit(*command, context);
  command->add_flag("--raw-csv", arguments->raw_csv,
                    "do not escape cells of text that a spreadsheet would run");
  add_model_options(*command, context);
  command->footer(
      "plumb session cases.json generations.jsonl --plans target_plans.json\n"
      "plumb session cases.json generations.jsonl --plans target_plans.json "
      "--pooling mean-sentences\n"
      "plumb session cases.json generations.jsonl -o sessions.html --json\n"
      "plumb session cases.json generations.jsonl --nli cross-encoder/nli-deberta-v3-base\n"
      "plumb session cases.json generations.jsonl --nli judge --judge-backend openai "
      "--judge-base-url URL --judge-model NAME\n");
  command->callback([arguments, &context] {
    if (const auto done = session(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
