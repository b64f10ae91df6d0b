#include "record_reading.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <utility>

namespace plumb {
namespace {

Result<std::vector<ColumnMapping>> pairs_in(const std::vector<std::string>& mappings) {
  std::vector<ColumnMapping> pairs;
  for (const std::string& mapping : mappings) {
    const std::size_t equals = mapping.find('=');
    std::string column = equals == std::string::npos ? "" : mapping.substr(equals + 1);
    if (column.empty()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("--columns {}: a field and its column are expected, as in "
                              "response=answer",
                              mapping));
    }
    pairs.push_back({mapping.substr(0, equals), std::move(column)});
  }
  return pairs;
}

// But for the columns.
template <class Options>
Options options_of(const RecordReading& reading, const CommandContext& context) {
  Options options;
  options.import_format = import_format_of(reading.format);
  if (reading.format == "csv") options.format = ExecutionFormat::csv;
  if (reading.format == "jsonl") options.format = ExecutionFormat::jsonl;
  options.skip_bad = reading.skip_bad;
  options.max_line_bytes = context.max_line_bytes;
  return options;
}

template <class Columns>
Result<Columns> of_option(Result<Columns> columns) {
  if (columns) return columns;
  return fail(columns.error().code, fmt::format("--columns: {}", columns.error().message));
}

}  // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> names = {"auto", "jsonl", "csv"};
  for (const ImportFormat each : kImportFormats) names.emplace_back(name_of(each));
  return names;
}

Result<ExecutionReaderOptions> RecordReading::of_results(const CommandContext& context) const {
  auto options = options_of<ExecutionReaderOptions>(*this, context);
  PLUMB_TRY(const auto pairs, pairs_in(columns));
  PLUMB_TRY(options.columns, of_option(execution_columns_of(pairs)));
  return options;
}

Result<SessionReaderOptions> RecordReading::of_steps(const CommandContext& context) const {
  auto options = options_of<SessionReaderOptions>(*this, context);
  PLUMB_TRY(const auto pairs, pairs_in(columns));
  PLUMB_TRY(options.columns, of_option(session_columns_of(pairs)));
  return options;
}

void RecordReading::add_format(CLI::App& command, std::string_view what) {
  command
      .add_option(
          "--format", format,
          fmt::format("how {} read; auto goes by what the file holds and by its name", what))
      ->type_name("FORMAT")
      ->check(CLI::IsMember(format_names()))
      ->capture_default_str();
}

void RecordReading::add_options(CLI::App& command, CommandContext& context,
                                std::string_view example) {
  command
      .add_option("--columns", columns,
                  fmt::format("which column or JSON field holds what, as in {}", example))
      ->type_name("FIELD=NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--skip-bad", skip_bad, "leave out lines that cannot be read, and say how many");
  add_line_limit(command, context);
}

}  // namespace plumb
