// plumb: measures how far an LLM or an agent has drifted. This file reads the
// command line; each command is a file of its own.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/interrupt.h"
#include "base/suggest.h"
#include "command.h"
#include "command_tree.h"
#include "encode/embedder.h"
#include "reference.h"
#include "settings.h"

namespace plumb {
namespace {

// A closed standard descriptor would be given to the next file that is opened,
// and output would land in it. One that cannot be written takes its place.
void occupy_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) != -1) continue;
    const int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", flags) != fd) return;
  }
}

std::string version_text() {
  std::string sets;
  for (const InstructionSet set : available_instruction_sets()) {
    sets += (sets.empty() ? "" : ", ") + std::string(name_of(set));
  }
  return fmt::format("plumb {} (instruction sets: {})", PLUMB_VERSION, sets);
}

void add_shared_options(CLI::App& app, CommandContext& context) {
  app.set_help_flag("-h,--help", "print the help of plumb or of a command");
  app.set_version_flag(
      "--version", [] { return version_text(); },
      "print the version and the instruction sets of this CPU");
  app.add_flag("--json", context.json, "one JSON document on standard output, nothing else");
  app.add_option("-o,--output", context.outputs,
                 "write a file too, in the format of its extension; any number of times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--threads", context.threads, "how many threads compute; 0 for every CPU")
      ->type_name("N")
      ->transform(whole_number_from(0, 1024))
      ->capture_default_str();
  app.add_option("--seed", context.seed, "of everything random")
      ->type_name("N")
      ->transform(whole_number_from(0, UINT64_MAX))
      ->capture_default_str();
  app.add_flag("-q,--quiet", context.quiet, "errors only: no notes, no progress bar");
  app.add_flag("--no-color", context.no_color, "plain text on terminals too; so does NO_COLOR");
}

void describe_commands(CLI::App& app, CommandContext& context) {
  app.name("plumb");
  app.formatter(help_formatter());
  app.fallthrough();  // shared options stand before or behind the command
  add_shared_options(app, context);
  add_compare_command(app, context);
  add_explain_command(app, context);
  add_init_command(app, context);
  add_embed_command(app, context);
  add_classify_command(app, context);
  add_profile_command(app, context);
  add_baseline_command(app, context);
  add_import_command(app, context);
  add_export_command(app, context);
  add_tokenize_command(app, context);
  add_intent_command(app, context);
  add_experiment_command(app, context);
  add_session_command(app, context);
  add_plans_command(app, context);
  add_stereotype_command(app, context);
  add_tasks_command(app, context);
  add_model_command(app, context);
  add_key_command(app, context);
  add_serve_command(app, context);
  add_db_command(app, context);
  add_doctor_command(app, context);
  add_completion_command(app, context);
  add_help_command(app, context);
  app.footer(
      "plumb doctor                                      is everything in place?\n"
      "plumb init example                                three runs to try\n"
      "plumb compare run.jsonl --baseline base.jsonl     has it drifted?\n"
      "plumb embed corpus.jsonl -o vectors.npy           texts to vectors\n"
      "plumb embed --help                                the options of a command\n");
}

// The command that the words on the command line lead to.
const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

std::string path_of(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name()
                                     : path_of(*app.get_parent()) + " " + app.get_name();
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
      for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
    }
  }
  return flags;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  return names;
}

// A sentence about the first word that nobody expected, empty where there is none.
std::string about_unexpected_word(const CLI::App& app) {
  const CLI::App& command = innermost(app);
  const auto words = app.remaining(true);
  const auto flag = std::ranges::find_if(
      words, [](const std::string& word) { return word.starts_with('-') && word.size() > 1; });
  if (flag != words.end()) {
    const std::string name = flag->substr(0, flag->find('='));
    return fmt::format("unknown option {} of {}{}", name, path_of(command),
                       did_you_mean(name, flags_of(command)));
  }
  if (words.empty()) return {};
  const auto commands = commands_of(command);
  if (commands.empty()) {
    return fmt::format("unexpected argument \"{}\" of {}", words.front(), path_of(command));
  }
  return fmt::format("unknown command \"{}\" of {}{}", words.front(), path_of(command),
                     did_you_mean(words.front(), commands));
}

// Help was asked of a command that there is not.
bool asks_of_unknown_command(const CLI::App& app) {
  const auto words = app.remaining(true);
  return !commands_of(innermost(app)).empty() &&
         std::ranges::any_of(words, [](const std::string& word) { return !word.starts_with('-'); });
}

Error usage_error(const CLI::App& app, const CLI::ParseError& error) {
  std::string sentence = about_unexpected_word(app);
  if (sentence.empty()) {
    sentence = error.what();
    std::ranges::replace(sentence, '\n', ' ');
    while (sentence.ends_with(' ')) sentence.pop_back();
  }
  if (!sentence.ends_with('?')) sentence += fmt::format("; see {} --help", path_of(innermost(app)));
  return {ErrorCode::invalid_input, std::move(sentence)};
}

// The words behind the program's name, last first, as CLI11 takes them.
// `plumb help embed` is a way to say `plumb embed --help`.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.size() > 1 && words[0] == "help" && !words[1].starts_with('-')) {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::ranges::reverse(words);
  return words;
}

// Commands run inside parse(), as CLI11 callbacks.
int run(int argc, char** argv) {
  CommandContext context;
  const auto settings = apply_settings(context);
  CLI::App app("Measures how far an LLM or an agent has drifted.");
  describe_commands(app, context);
  app.parse_complete_callback([&] {
    context.resolve_color();
    const bool needs_settings = !app.got_subcommand("completion") && !app.got_subcommand("help") &&
                                !app.got_subcommand("doctor");
    if (!settings && needs_settings) {
      context.fail(settings.error());
      throw CLI::Success();
    }
  });
  try {
    app.parse(words_of(argc, argv));
    if (!app.get_subcommands().empty()) return context.exit_code;
    if (!app.remaining().empty()) throw CLI::ExtrasError(app.get_name(), app.remaining());
    const std::string help = app.help();
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, help.data(), help.size());
    return exit_code_of(ErrorCode::invalid_input);
  } catch (const CLI::CallForHelp& help) {
    if (asks_of_unknown_command(app)) {
      context.resolve_color();
      context.fail(usage_error(app, help));
      return context.exit_code;
    }
    context.print(innermost(app).help());
    return context.exit_code;
  } catch (const CLI::CallForVersion& version) {
    context.print(std::string(version.what()) + "\n");
    return context.exit_code;
  } catch (const CLI::Success&) {
    return context.exit_code;
  } catch (const CLI::ParseError& error) {
    context.resolve_color();
    context.fail(usage_error(app, error));
    return context.exit_code;
  }
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  plumb::occupy_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);  // a write that fails says so; it does not end the process
  std::signal(SIGXFSZ, SIG_IGN);
  plumb::watch_for_interrupts();
  plumb::end_plainly_when_a_mapped_file_is_cut();
  try {
    return plumb::run(argc, argv);
  } catch (const std::bad_alloc&) {
    plumb::CommandContext().fail({plumb::ErrorCode::io, "out of memory"});
  } catch (const std::exception& error) {
    plumb::CommandContext().fail(
        {plumb::ErrorCode::io, fmt::format("a bug in plumb: {}; please report it", error.what())});
  }
  return 3;
}
