// plumb tasks: tasks for an experiment, made from a copy of a public data set.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "command.h"
#include "documents.h"
#include "ingest/task_import.h"
#include "record/task_json.h"
#include "report/terminal_text.h"

namespace plumb {
namespace {

constexpr std::array kFormats = {ReportFormat::json};

struct ImportArguments {
  std::string dataset;
  std::string file;
  TaskImportOptions options;
};

std::string import_text(const TaskImport& import) {
  std::string text = fmt::format("{} task{} from {} article{}\n", import.tasks.size(),
                                 import.tasks.size() == 1 ? "" : "s", import.articles,
                                 import.articles == 1 ? "" : "s");
  for (const Task& task : import.tasks) {
    const std::string_view all = task.source_text;
    text += fmt::format("  {:<18} {}\n", task.id, printable(all.substr(0, 160), 58));
  }
  return text;
}

Result<void> import(const ImportArguments& arguments, CommandContext& context) {
  const std::array inputs = {arguments.file};
  PLUMB_CHECK_RESULT(check_outputs(context, kFormats, inputs));
  TaskImportOptions options = arguments.options;
  options.seed = context.seed;
  PLUMB_TRY(const TaskImport tasks,
            import_tasks(*task_dataset_of(arguments.dataset), arguments.file, options));
  if (tasks.tasks.size() < options.count) {
    context.warn(fmt::format(
        "{} has articles for {} of {} tasks{}", arguments.file, tasks.tasks.size(), options.count,
        tasks.out_of_size == 0
            ? ""
            : fmt::format("; {} of {} are of another size", tasks.out_of_size, tasks.articles)));
  }
  Document document;
  document.render = [&](ReportFormat) -> Result<std::string> {
    return tasks_document(tasks.tasks);
  };
  document.table = [&] { return import_text(tasks); };
  return write_document(context, document);
}

void add_import(CLI::App& parent, CommandContext& context) {
  auto* command = parent.add_subcommand(
      "import", "Make tasks from your copy of XSum, PubMedQA, CUAD or Amazon Reviews.");
  auto arguments = std::make_shared<ImportArguments>();
  command->add_option("DATASET", arguments->dataset, "which data set the file is of")
      ->required()
      ->check(CLI::IsMember({"xsum", "pubmedqa", "cuad", "amazon"}));
  command->add_option("FILE", arguments->file, "JSON Lines (or -), or the data set's JSON document")
      ->required();
  TaskImportOptions& options = arguments->options;
  command->add_option("--count", options.count, "tasks to make")
      ->type_name("N")
      ->transform(whole_number_from(1, 10'000))
      ->capture_default_str();
  command->add_option("--first", options.first_number, "the number in the first task's id")
      ->type_name("N")
      ->transform(whole_number_from(0, 1'000'000))
      ->capture_default_str();
  command->add_option("--min-words", options.min_words, "leave out shorter articles")
      ->type_name("N")
      ->transform(whole_number_from(0, 100'000))
      ->capture_default_str();
  command->add_option("--max-words", options.max_words, "leave out longer articles")
      ->type_name("N")
      ->transform(whole_number_from(1, 100'000))
      ->capture_default_str();
  command->footer(
      "plumb tasks import xsum xsum_test.jsonl -o tasks.json\n"
      "plumb tasks import pubmedqa ori_pqal.json --count 8 -o tasks.json\n"
      "zcat Electronics.json.gz | plumb tasks import amazon - -o tasks.json\n");
  command->callback([arguments, &context] {
    if (const auto done = import(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace

void add_tasks_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("tasks", "Make tasks for an experiment.");
  command->require_subcommand(1);
  add_import(*command, context);
}

}  // namespace plumb
