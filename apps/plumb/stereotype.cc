// plumb stereotype: how far injected biases move a model's answers towards stereotypes.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "base/clock.h"
#include "base/interrupt.h"
#include "classifier_options.h"
#include "command.h"
#include "documents.h"
#include "ingest/evaluation_reader.h"
#include "measure/embedding_origin.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_run.h"
#include "measure/stereotype_scorer.h"
#include "measure/stereotype_summary.h"
#include "model_options.h"
#include "progress.h"
#include "report/stereotype_files.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json,     ReportFormat::jsonl, ReportFormat::csv,
                                 ReportFormat::markdown, ReportFormat::html,  ReportFormat::png,
                                 ReportFormat::svg};

struct StereotypeArguments {
  std::vector<std::string> files;
  std::vector<std::string> models;
  std::string evaluations = "model_evaluations/results";
  std::string results = "drift_analysis/results";
  std::string date;  // empty: today, in UTC
  ClassifierChoice classifier;
  bool no_files = false;
  bool raw_csv = false;
};

Result<std::string> date_of(const StereotypeArguments& arguments) {
  const std::string& given = arguments.date;
  if (given.empty()) {
    const std::string now = utc_now();  // 2025-03-01T...
    return now.substr(0, 4) + now.substr(5, 2) + now.substr(8, 2);
  }
  const bool is_date =
      given.size() == 8 && is_utc_time(given.substr(0, 4) + "-" + given.substr(4, 2) + "-" +
                                       given.substr(6, 2) + "T00:00:00Z");
  if (is_date) return given;
  return fail(ErrorCode::invalid_input,
              fmt::format("--date {} is no date; write it as 20250301", given));
}

// FILES, then those of --models; with neither, all of --evaluations.
Result<std::vector<std::string>> paths_of(const StereotypeArguments& arguments) {
  std::vector<std::string> paths = arguments.files;
  for (const std::string& model : arguments.models) {
    PLUMB_TRY(std::string path, find_evaluation(arguments.evaluations, model));
    paths.push_back(std::move(path));
  }
  if (!paths.empty()) return paths;
  return list_evaluations(arguments.evaluations);
}

Result<std::vector<Evaluation>> read_all(const std::vector<std::string>& paths) {
  std::vector<Evaluation> evaluations;
  for (const std::string& path : paths) {
    if (std::ranges::find(evaluations, path, &Evaluation::file) != evaluations.end()) {
      return fail(ErrorCode::invalid_input, fmt::format("{} is named twice; name it once", path));
    }
    PLUMB_TRY(Evaluation read, read_evaluation(path));
    const auto same = std::ranges::find(evaluations, read.model, &Evaluation::model);
    if (same != evaluations.end()) {
      return fail(
          ErrorCode::invalid_input,
          fmt::format("{} and {} are both of the model {}, and their results would have one "
                      "folder; analyse them one after the other with another --results",
                      same->file, path, read.model));
    }
    evaluations.push_back(std::move(read));
  }
  return evaluations;
}

// From evaluations to analyses, with a progress bar over all of them.
class StereotypeRun {
 public:
  StereotypeRun(const CommandContext& context, ChosenClassifier& chosen, Embedder& embedder,
                std::span<const Evaluation> evaluations)
      : score_(score_with(chosen.classifier)),
        embed_(embed_with(embedder)),
        progress_("stereotype", !context.quiet, "entries") {
    options_.seed = context.seed;
    options_.most_tokens = chosen.classifier.provenance().max_tokens;
    for (const Evaluation& each : evaluations) total_ += each.entries.size();
  }

  // Fails with interrupted after Ctrl-C.
  Result<StereotypeAnalysis> analyse(Evaluation evaluation) {
    const std::string model = evaluation.model;
    const std::size_t entries = evaluation.entries.size();
    options_.before_window = [&](std::size_t done) -> Result<void> {
      if (interrupted()) {
        return fail(ErrorCode::interrupted,
                    fmt::format("interrupted after {} of {} entries of {}, whose files are as they "
                                "were",
                                done, entries, model));
      }
      const std::uint64_t of_all = done_ + done;
      progress_.update(of_all, static_cast<double>(of_all) / static_cast<double>(total_), model);
      return {};
    };
    auto analysis = analyse_evaluation(std::move(evaluation), score_, embed_, options_);
    progress_.clear();
    if (!analysis) return analysis;
    done_ += entries;
    warn_of_shadowed_fields(*analysis);
    return analysis;
  }

 private:
  ScoreTexts score_;
  EmbedTexts embed_;
  StereotypeRunOptions options_;
  Progress progress_;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
};

Result<std::string> render(const StereotypeReport& report, ReportFormat format, bool raw_csv) {
  switch (format) {
    case ReportFormat::json:
      return stereotype_json(report);
    case ReportFormat::jsonl:
      return stereotype_jsonl(report);
    case ReportFormat::csv:
      return stereotype_csv(report, raw_csv);
    case ReportFormat::markdown:
      return stereotype_markdown(report);
    case ReportFormat::html:
      return stereotype_html(report);
    case ReportFormat::png:
      return sheet_png(stereotype_sheet(report));
    case ReportFormat::svg:
      return sheet_svg(stereotype_sheet(report));
    case ReportFormat::junit:
    case ReportFormat::sarif:
      break;  // check_outputs refuses them
  }
  std::unreachable();
}

Result<void> stereotype(const StereotypeArguments& arguments, CommandContext& context) {
  StereotypeReport report;
  PLUMB_TRY(report.date, date_of(arguments));
  PLUMB_TRY(const std::vector<std::string> paths, paths_of(arguments));
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, paths));
  if (!arguments.no_files) PLUMB_CHECK_RESULT(check_folder("--results", arguments.results));
  PLUMB_TRY(std::vector<Evaluation> evaluations, read_all(paths));
  PLUMB_TRY(ChosenClassifier chosen, load_classifier(arguments.classifier, context, 2));
  PLUMB_TRY(Embedder embedder, load_embedder(context));
  if (!chosen.note.empty()) context.note(chosen.note);
  report.classifier = stereotype_classifier(chosen);
  report.provenance = provenance_of(embedder, context.seed);
  report.provenance.bootstrap_draws = StereotypeSummaryOptions{}.draws;
  report.provenance.thresholds = {{"significant_drift", kSignificantDrift},
                                  {"is_stereotype", kStereotypeFlag}};
  StereotypeRun run(context, chosen, embedder, evaluations);
  for (Evaluation& evaluation : evaluations) {
    PLUMB_TRY(StereotypeAnalysis analysis, run.analyse(std::move(evaluation)));
    for (const std::string& warning : analysis.warnings) context.warn(warning);
    report.models.push_back(std::move(analysis));
    if (arguments.no_files) continue;
    // As soon as a model is done: what comes later may take long, or fail.
    PLUMB_TRY(const auto written, write_stereotype_files(arguments.results, report,
                                                         report.models.back(), arguments.raw_csv));
    context.note(fmt::format("wrote {} files; open {}", written.size(), written.back().string()));
  }
  Document document;
  document.render = [&](ReportFormat format) { return render(report, format, arguments.raw_csv); };
  document.table = [&] { return stereotype_text(report); };
  return write_document(context, document);
}

}  // namespace

void add_stereotype_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "stereotype", "Measure how far injected biases move answers towards stereotypes.");
  auto arguments = std::make_shared<StereotypeArguments>();
  command->add_option(
      "FILE", arguments->files,
      "evaluations, JSON lists of entries; none, nor --models: all of --evaluations");
  command
      ->add_option("--models", arguments->models,
                   "the models whose evaluation_NAME.json is read in --evaluations")
      ->type_name("NAMES")
      ->delimiter(',');
  command->add_option("--evaluations", arguments->evaluations, "the folder of --models")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--results", arguments->results,
                   "tables, pictures and a page go to its folder MODEL/DATE")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--date", arguments->date, "the date of that folder; without it, today in UTC")
      ->type_name("YYYYMMDD");
  command->add_flag("--no-files", arguments->no_files, "write nothing into --results");
  arguments->classifier.add_name_option(*command);
  command->add_flag("--raw-csv", arguments->raw_csv,
                    "do not escape cells of text that a spreadsheet would run");
  add_model_options(*command, context, "--embedding-model");
  command->footer(
      "plumb stereotype --models gemma2_9b                       "
      "model_evaluations/results/evaluation_gemma2_9b.json\n"
      "plumb stereotype examples/stereotype/evaluation_harbour_7b.json\n"
      "plumb stereotype answers.json --classifier embedded --no-files --json\n"
      "plumb stereotype a.json b.json -o models.html             two models beside each other\n");
  command->callback([arguments, &context] {
    if (const auto done = stereotype(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
