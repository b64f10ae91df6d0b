// How a command reads records of any format, results or steps of sessions: --format, --columns,
// --skip-bad and --max-line-bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "ingest/execution_reader.h"
#include "ingest/session_reader.h"

namespace plumb {

struct RecordReading {
  std::string format = "auto";
  std::vector<std::string> columns;  // "response=answer"
  bool skip_bad = false;

  // `what` is done: "results are", "the log is".
  void add_format(CLI::App& command, std::string_view what);
  // --columns, --skip-bad and --max-line-bytes; `example` is a mapping.
  void add_options(CLI::App& command, CommandContext& context, std::string_view example);

  // Fail with invalid_input where --columns names a field that the records do not have, or one
  // twice.
  Result<ExecutionReaderOptions> of_results(const CommandContext& context) const;
  Result<SessionReaderOptions> of_steps(const CommandContext& context) const;
};

// The names that --format takes: auto, jsonl, csv, and the formats of other tools.
std::vector<std::string> format_names();

}  // namespace plumb
