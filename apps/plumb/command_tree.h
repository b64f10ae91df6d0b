// A CLI11 description as plain data, in the words that users see.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumb {

struct OptionEntry {
  std::vector<std::string> flags;  // "-o", "--output"; empty for a positional
  std::string value;               // "FILE", empty for a flag without one
  std::string description;
  std::string default_text;          // empty where there is none to show
  std::vector<std::string> choices;  // where only these are taken
  bool is_shared = false;            // of every command
};

struct CommandEntry {
  std::string path;  // "plumb embed", "plumb model fetch"
  std::string name;
  std::string description;
  std::string examples;  // lines
  std::vector<OptionEntry> positionals;
  std::vector<OptionEntry> options;
  std::vector<CommandEntry> commands;

  std::string usage() const;  // "plumb embed [options] FILE"
};

// Hidden commands and options are left out.
CommandEntry describe(const CLI::App& app);
// `plumb` and all below it, parents before children.
std::vector<CommandEntry> flatten(const CommandEntry& root);

// "-o, --output FILE"
std::string spelled(const OptionEntry& option);
// What it does, with its choices and its default behind.
std::string described(const OptionEntry& option);

}  // namespace plumb
