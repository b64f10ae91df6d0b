// The options of every command that reads executions, and the way from a path to
// a profile: JSON Lines, CSV, a file of another tool, standard input, or a profile made before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "command.h"
#include "encode/embedder.h"
#include "ingest/line_reader.h"
#include "measure/execution_profile.h"
#include "measure/profile_file.h"
#include "model_options.h"
#include "record_reading.h"

namespace plumb {

struct ExecutionInput {
  RecordReading reading;
  bool no_embeddings = false;
  bool no_text = false;
  bool allow_empty = false;  // no result is a profile of none; the command's own flag
  std::uint64_t sample_rows = ProfileOptions().sample_rows;

  // --format, --columns, --skip-bad, --max-line-bytes, --no-embeddings, --no-text,
  // --sample, and the model's options. The file itself is the command's to take.
  void add_options(CLI::App& command, CommandContext& context);
};

// A profile, and where it came from.
struct LoadedExecution {
  ExecutionProfile profile;
  std::string source;                    // the path as the user gave it
  std::optional<BaselineNote> baseline;  // of a file that `plumb baseline create` wrote
};

// Reads executions for one command. The model is loaded when the first response
// asks for it, once for all files.
class ExecutionLoader {
 public:
  ExecutionLoader(const ExecutionInput& input, CommandContext& context)
      : input_(input), context_(context) {}

  // `path` may be "-". `embeddings` is a .npy file with a row a result, empty
  // where there is none. Draws a progress bar, warns of bad lines left out and
  // of truncated responses. Fails with invalid_input where there is no result
  // and an empty one was not allowed.
  Result<LoadedExecution> load(const std::string& path, const std::string& embeddings = {});

 private:
  Result<LoadedExecution> read_results(LineReader lines, const std::string& path,
                                       const std::string& embeddings);
  Result<Embedder*> embedder();

  const ExecutionInput& input_;
  CommandContext& context_;
  std::optional<Embedder> embedder_;
};

}  // namespace plumb
