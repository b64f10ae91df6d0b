// plumb export: a comparison in the format of another tool.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "base/clock.h"
#include "command.h"
#include "documents.h"
#include "ingest/line_reader.h"
#include "record/comparison_json.h"
#include "report/comparison_export.h"

namespace plumb {
namespace {

constexpr std::size_t kMaxDocumentBytes = 256 * 1024 * 1024;

struct ExportArguments {
  std::string format;
  std::string file;
};

Result<std::string> read_document(const std::string& path) {
  PLUMB_TRY(auto input, LineReader::open(path));
  std::string document;
  while (true) {
    PLUMB_TRY(const std::string_view chunk, input.next_chunk());
    if (chunk.empty()) return document;
    document += chunk;
    if (document.size() > kMaxDocumentBytes) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{} is longer than {} bytes", input.name(), kMaxDocumentBytes));
    }
  }
}

Result<void> export_comparison(const ExportArguments& arguments, CommandContext& context) {
  constexpr std::array kAccepted = {ReportFormat::json};
  PLUMB_CHECK_RESULT(check_outputs(context, kAccepted, {&arguments.file, 1}));
  PLUMB_TRY(const std::string text, read_document(arguments.file));
  auto comparisons = parse_comparisons(text);
  if (!comparisons) {
    return fail(comparisons.error().code,
                fmt::format("{}: {}; a document of plumb compare --json is expected",
                            arguments.file, comparisons.error().message));
  }
  const std::string document = arguments.format == "promptfoo"
                                   ? promptfoo_document(*comparisons, utc_time_now())
                                   : evaluation_events(*comparisons, utc_time_now());
  for (const std::string& output : context.outputs) {
    PLUMB_CHECK_RESULT(write_output(output, document));
  }
  if (context.outputs.empty() || context.json) context.print(document);
  return {};
}

}  // namespace

void add_export_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("export", "Write a comparison in the format of another tool.");
  auto arguments = std::make_shared<ExportArguments>();
  command
      ->add_option("FORMAT", arguments->format,
                   "otlp: events gen_ai.evaluation.result; promptfoo: results, version 3")
      ->required()
      ->check(CLI::IsMember({"otlp", "promptfoo"}));
  command
      ->add_option("FILE", arguments->file, "what plumb compare --json wrote; - for standard input")
      ->required();
  command->footer(
      "plumb compare run.jsonl --baseline base.jsonl -o drift.json\n"
      "plumb export otlp drift.json -o events.json          one request of OTLP's JSON\n"
      "plumb compare run.jsonl --baseline base.jsonl --json | plumb export promptfoo - -o "
      "results.json\n");
  command->callback([arguments, &context] {
    if (const auto done = export_comparison(*arguments, context); !done) {
      context.fail(done.error());
    }
  });
}

}  // namespace plumb
