// What a user reads about the commands, made from their CLI11 description: the
// help on the terminal, the tables of docs/cli.md and the completion scripts;
// manual.h has the manual pages. Nothing here knows a single command.
#pragma once

#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace plumb {

std::shared_ptr<CLI::FormatterBase> help_formatter();

// A section for each command with its usage and options.
std::string markdown_reference(const CLI::App& app);

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace plumb
