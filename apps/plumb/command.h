// What every command of `plumb` shares: the options that all of them take, and
// one way to speak and to end.
//
// A command is one file with one function, add_<name>_command, that describes
// itself to CLI11 and sets a callback; the description is all that help,
// completion, the manual and docs/cli.md are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment_arguments.h"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace plumb {

// 0 fine, 1 a gate failed, 2 usage or bad input, 3 something failed while
// running, 4 undecided where a decision was required.
int exit_code_of(ErrorCode code);

struct CommandContext {
  // Set by plumb.toml, then the environment, then flags: the later wins.
  bool json = false;
  bool quiet = false;
  bool color = false;  // standard output may carry colour
  int threads = 0;     // 0: every CPU this process may use
  std::uint64_t seed = 42;
  std::vector<std::string> outputs;  // -o, any number
  std::string model = "all-MiniLM-L6-v2";
  std::string precision = "f32";
  std::string instruction_set;  // empty: as choose_instruction_set()
  std::size_t max_line_bytes = 64 * 1024 * 1024;
  ExperimentArguments experiment;

  bool no_color = false;     // --no-color, NO_COLOR, TERM=dumb
  bool error_color = false;  // standard error may carry colour
  int exit_code = 0;

  // "plumb: error: <sentence>" on standard error, and the exit code that goes
  // with it. A command calls it at most once.
  void fail(const Error& error);
  // "plumb: warning: <sentence>", not with --quiet.
  void warn(std::string_view sentence) const;
  // "plumb: <sentence>", not with --quiet.
  void note(std::string_view sentence) const;

  // Where bad lines were left out: skipped_sentence.
  void warn_of_skipped(std::uint64_t lines, std::string_view first) const;

  // How many records of another tool's file say why they have no answer, likewise.
  void warn_of_failed(std::uint64_t records, std::string_view first) const;

  // How many labels of another tool's records were too many, likewise.
  void warn_of_left_out(std::uint64_t labels) const;

  // How many spans of another tool's traces came again with another content, likewise.
  void warn_of_repeated(std::uint64_t spans, std::string_view first) const;

  // A command's whole answer on standard output; fails like any write.
  void print(std::string_view text);

  // Refuses -o where a command has no file to write; false after fail().
  bool accept_no_outputs(std::string_view command);

  // After the flags are read: what the terminals at hand can show.
  void resolve_color();
};

// How many bad lines were left out, and what was wrong with the first.
std::string skipped_sentence(std::uint64_t lines, std::string_view first);

// A number from `low` to `high`, for ->check(). CLI::Range lets NaN through, which every comparison
// behind it would answer with no.
CLI::Validator number_from(double low, double high);

// A whole number from `low` to `high`, for ->transform(). CLI11 alone would take 0x10 for 16, 010
// for eight, -1 for the largest number and what is past that for it too.
CLI::Validator whole_number_from(std::uint64_t low, std::uint64_t high);

// --max-line-bytes, for every command that reads lines.
void add_line_limit(CLI::App& command, CommandContext& context);

// Every command, in the order of the help.
void add_compare_command(CLI::App& app, CommandContext& context);
void add_explain_command(CLI::App& app, CommandContext& context);
void add_init_command(CLI::App& app, CommandContext& context);
void add_embed_command(CLI::App& app, CommandContext& context);
void add_classify_command(CLI::App& app, CommandContext& context);
void add_profile_command(CLI::App& app, CommandContext& context);
void add_baseline_command(CLI::App& app, CommandContext& context);
void add_import_command(CLI::App& app, CommandContext& context);
void add_export_command(CLI::App& app, CommandContext& context);
void add_tokenize_command(CLI::App& app, CommandContext& context);
void add_intent_command(CLI::App& app, CommandContext& context);
void add_experiment_command(CLI::App& app, CommandContext& context);
void add_session_command(CLI::App& app, CommandContext& context);
void add_plans_command(CLI::App& app, CommandContext& context);
void add_stereotype_command(CLI::App& app, CommandContext& context);
void add_tasks_command(CLI::App& app, CommandContext& context);
void add_model_command(CLI::App& app, CommandContext& context);
void add_key_command(CLI::App& app, CommandContext& context);
void add_serve_command(CLI::App& app, CommandContext& context);
void add_db_command(CLI::App& app, CommandContext& context);
void add_doctor_command(CLI::App& app, CommandContext& context);
void add_completion_command(CLI::App& app, CommandContext& context);
void add_help_command(CLI::App& app, CommandContext& context);

}  // namespace plumb
