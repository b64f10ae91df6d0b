// plumb experiment interpret: what an experiment's logs say.
#include "experiment_interpret.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "documents.h"
#include "experiment/log_folder.h"
#include "experiment/log_report.h"
#include "measure/embedding_origin.h"
#include "model_options.h"
#include "report/experiment_files.h"
#include "report/experiment_writers.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json,     ReportFormat::jsonl, ReportFormat::csv,
                                 ReportFormat::markdown, ReportFormat::html,  ReportFormat::png,
                                 ReportFormat::svg};

Result<std::string> render(const ExperimentReport& report, ReportFormat format, bool raw_csv) {
  switch (format) {
    case ReportFormat::json:
      return experiment_json(report);
    case ReportFormat::jsonl:
      return experiment_jsonl(report);
    case ReportFormat::csv:
      return experiment_csv(report, raw_csv);
    case ReportFormat::markdown:
      return experiment_markdown(report, false);
    case ReportFormat::html:
      return experiment_html(report);
    case ReportFormat::png:
      return sheet_png(experiment_sheet(report));
    case ReportFormat::svg:
      return sheet_svg(experiment_sheet(report));
    case ReportFormat::junit:
    case ReportFormat::sarif:
      break;  // check_outputs refuses them
  }
  std::unreachable();
}

// Every model's logs, embedded again where that is wanted.
Result<ExperimentReport> interpret_models(std::vector<ModelLogs> models, bool again,
                                          const CommandContext& context) {
  LogReportOptions options;
  options.seed = context.seed;
  std::optional<Embedder> embedder;
  if (again) {
    PLUMB_TRY(embedder, load_embedder(context));
    options.rescorer =
        Rescorer{embed_with(*embedder), *provenance_of(*embedder, context.seed).vectors};
  }
  return report_on_logs(std::move(models), options);
}

void tell(const ExperimentReport& report, const CommandContext& context) {
  for (const Interpretation& model : report.models) {
    const std::string name = model.folder.empty() ? "" : model.folder + ": ";
    for (const std::string& warning : model.warnings) context.warn(name + warning);
  }
}

}  // namespace

Result<void> check_interpretation_outputs(const CommandContext& context) {
  return check_outputs(context, kFormats, {});
}

Result<void> interpret_folder(const std::string& folder, const InterpretFolderOptions& options,
                              CommandContext& context) {
  PLUMB_CHECK_RESULT(check_interpretation_outputs(context));
  PLUMB_TRY(std::vector<ModelLogs> models,
            read_log_folder(
                folder, {.skip_bad = options.skip_bad, .max_line_bytes = context.max_line_bytes}));
  const std::size_t own = options.models_of_this_run;
  if (own > 0 && models.size() > own) {
    context.note(fmt::format(
        "{} holds logs of {} other model{} too, of an earlier run; the reports compare all of them",
        folder, models.size() - own, models.size() - own == 1 ? "" : "s"));
  }
  PLUMB_TRY(const ExperimentReport report,
            interpret_models(std::move(models), options.rescore, context));
  tell(report, context);
  if (options.files) {
    PLUMB_TRY(const auto written, write_experiment_files(folder, report, options.raw_csv));
    context.note(fmt::format("wrote {} files; open {}", written.size(), written.back().string()));
  }
  Document document;
  document.render = [&](ReportFormat format) { return render(report, format, options.raw_csv); };
  document.table = [&] { return experiment_text(report); };
  return write_document(context, document);
}

void add_experiment_interpret(CLI::App& experiment, CommandContext& context) {
  auto* command = experiment.add_subcommand(
      "interpret", "Compare the two agents of an experiment from its logs.");
  struct Arguments {
    std::string folder;
    InterpretFolderOptions options;
    bool no_files = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("DIR", arguments->folder,
                   "a folder with baseline_runs.jsonl and intent_runs.jsonl, or with one such "
                   "folder a model")
      ->required();
  command->add_flag("--rescore", arguments->options.rescore,
                    "embed the outputs again and tell the largest difference");
  command->add_flag("--no-files", arguments->no_files,
                    "write no tables, pictures and reports into DIR");
  command->add_flag("--skip-bad", arguments->options.skip_bad,
                    "leave out lines that cannot be read, and say how many");
  command->add_flag("--raw-csv", arguments->options.raw_csv,
                    "do not escape cells of text that a spreadsheet would run");
  add_model_options(*command, context);
  command->footer(
      "plumb experiment interpret examples/experiment            tables, pictures, a page\n"
      "plumb experiment interpret logs --rescore                 with the scores computed again\n"
      "plumb experiment interpret logs --no-files --json         one document, nothing else\n");
  command->callback([arguments, &context] {
    arguments->options.files = !arguments->no_files;
    const auto done = interpret_folder(arguments->folder, arguments->options, context);
    if (!done) context.fail(done.error());
  });
}

}  // namespace plumb
