// plumb import: results or sessions of another tool as files of Plumb's own.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "ingest/conversion.h"
#include "ingest/session_reader.h"
#include "outputs.h"
#include "progress.h"
#include "record_reading.h"
#include "report/output_file.h"

namespace plumb {
namespace {

struct ImportArguments {
  std::string file;
  std::string as = "execution";
  RecordReading reading;
};

Result<OutputFile> open_output(const ImportArguments& arguments, const CommandContext& context) {
  if (context.outputs.size() > 1) {
    return fail(ErrorCode::invalid_input, "one file is written; give -o once");
  }
  if (context.outputs.empty()) {
    if (!context.json) return OutputFile::standard_output();
    return fail(ErrorCode::invalid_input,
                "--json tells what was done; give the file to write as -o FILE.jsonl");
  }
  const std::string& path = context.outputs.front();
  if (!path.ends_with(".jsonl")) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("-o {}: what is imported is written as .jsonl; give it that extension", path));
  }
  if (would_replace(path, arguments.file)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("-o {} would replace what is read; give another name", path));
  }
  return OutputFile::create(path);
}

Result<Conversion> import_results(const ImportArguments& arguments, CommandContext& context,
                                  OutputFile& out) {
  PLUMB_TRY(const ExecutionReaderOptions options, arguments.reading.of_results(context));
  PLUMB_TRY(auto reader, ExecutionReader::open(arguments.file, options));
  const std::string name =
      arguments.file == "-" ? "" : std::filesystem::path(arguments.file).stem().string();
  Progress progress("import", !context.quiet);
  std::uint64_t lines = 0;
  auto count = convert_results(reader, name, [&](std::string_view line) -> Result<void> {
    PLUMB_CHECK_RESULT(out.write(line));
    out.end_record();
    progress.update(lines++, std::nullopt);
    return {};
  });
  progress.clear();
  if (!count) return count;
  context.warn_of_skipped(count->skipped, count->first_skipped);
  context.warn_of_failed(count->failed, count->first_failed);
  context.warn_of_left_out(count->labels_left_out);
  context.warn_of_repeated(count->repeated, count->first_repeated);
  return count;
}

Result<Conversion> import_steps(const ImportArguments& arguments, CommandContext& context,
                                OutputFile& out) {
  PLUMB_TRY(const SessionReaderOptions options, arguments.reading.of_steps(context));
  PLUMB_TRY(auto reader, SessionReader::open(arguments.file, options));
  PLUMB_TRY(auto count, convert_steps(reader, [&](std::string_view line) -> Result<void> {
              PLUMB_CHECK_RESULT(out.write(line));
              out.end_record();
              return {};
            }));
  context.warn_of_skipped(count.skipped, count.first_skipped);
  context.warn_of_repeated(count.repeated, count.first_repeated);
  return count;
}

void tell(const ImportArguments& arguments, const Conversion& count, CommandContext& context) {
  const bool is_execution = arguments.as == "execution";
  if (context.json) {
    const nlohmann::ordered_json document = {
        {"plumb", "import/1"},       {"source", arguments.file}, {"as", arguments.as},
        {"written", count.written},  {"failed", count.failed},   {"skipped", count.skipped},
        {"repeated", count.repeated}};
    context.print(document.dump() + "\n");
  } else if (!context.outputs.empty() && !context.quiet) {
    context.print(fmt::format("{} {} from {} in {}\n", count.written,
                              is_execution ? "results" : "steps", arguments.file,
                              context.outputs.front()));
  }
}

Result<void> import(const ImportArguments& arguments, CommandContext& context) {
  if (arguments.reading.format == "parquet") {
    return fail(
        ErrorCode::unsupported,
        fmt::format("plumb reads no Parquet itself; its Python package does: python3 -c \"import "
                    "plumb_drift, sys; plumb_drift.import_(sys.argv[1], sys.argv[2])\" {} {}",
                    arguments.file,
                    std::filesystem::path(arguments.file).replace_extension(".jsonl").string()));
  }
  PLUMB_TRY(OutputFile out, open_output(arguments, context));
  auto count = arguments.as == "session" ? import_steps(arguments, context, out)
                                         : import_results(arguments, context, out);
  if (count && count->written == 0) {
    count = fail(ErrorCode::invalid_input,
                 fmt::format("{} holds nothing that can be imported as {}{}", arguments.file,
                             arguments.as == "session" ? "a session" : "an execution",
                             count->failed > 0 ? "; every record failed" : ""));
  }
  if (!count) {
    if (!out.is_standard_output()) out.discard();
    return std::unexpected(std::move(count.error()));
  }
  PLUMB_CHECK_RESULT(out.commit());
  tell(arguments, *count, context);
  return {};
}

}  // namespace

void add_import_command(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("import", "Write another tool's results as an execution or sessions.");
  auto arguments = std::make_shared<ImportArguments>();
  std::vector<std::string> names = format_names();
  names.emplace_back("parquet");
  command->add_option("FORMAT", arguments->reading.format, "whose file it is; auto looks into it")
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("FILE", arguments->file, "the file; - for standard input")->required();
  command->add_option("--as", arguments->as, "what is made of it: results, or steps of sessions")
      ->type_name("KIND")
      ->check(CLI::IsMember({"execution", "session"}))
      ->capture_default_str();
  arguments->reading.add_options(*command, context, "response=answer,label=region");
  command->footer(
      "plumb import promptfoo results.json -o run.jsonl\n"
      "plumb import inspect logs/task.eval -o run.jsonl\n"
      "plumb import otlp traces.jsonl --as session -o log.jsonl\n"
      "plumb import csv answers.csv --columns response=answer,label=region -o run.jsonl\n"
      "plumb import csv chats.csv --as session --columns session=chat,step=turn -o log.jsonl\n"
      "plumb compare results.json --baseline base.json             without a file in between\n");
  command->callback([arguments, &context] {
    if (const auto done = import(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
