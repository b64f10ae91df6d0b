#include "command_tree.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>

namespace plumb {
namespace {

std::vector<std::string> split_choices(std::string_view braces) {
  std::vector<std::string> choices;
  braces.remove_prefix(1);
  braces.remove_suffix(1);
  while (!braces.empty()) {
    const std::size_t comma = std::min(braces.find(','), braces.size());
    choices.emplace_back(braces.substr(0, comma));
    braces.remove_prefix(std::min(comma + 1, braces.size()));
  }
  return choices;
}

OptionEntry describe(const CLI::Option& option, bool is_shared) {
  OptionEntry entry;
  for (const std::string& name : option.get_snames()) entry.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.flags.push_back("--" + name);
  entry.description = option.get_description();
  entry.default_text = option.get_default_str();
  entry.is_shared = is_shared;
  // CLI11 joins the type's name and what the validators say: "FORMAT:{lines,jsonl}".
  const std::string type = option.get_items_expected_max() == 0 ? "" : option.get_type_name();
  const std::size_t brace = type.find('{');
  if (brace != std::string::npos && type.ends_with('}')) {
    entry.choices = split_choices(std::string_view(type).substr(brace));
  }
  entry.value = entry.flags.empty() ? option.get_name(true) : type.substr(0, type.find(':'));
  return entry;
}

CommandEntry describe(const CLI::App& app, const std::string& parent) {
  CommandEntry entry;
  entry.name = app.get_name();
  entry.path = parent.empty() ? entry.name : parent + " " + entry.name;
  entry.description = app.get_description();
  entry.examples = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    const bool repeated_help = option == app.get_help_ptr() && !parent.empty();
    if (option->get_group().empty() || repeated_help) continue;
    OptionEntry described = describe(*option, parent.empty());
    (option->nonpositional() ? entry.options : entry.positionals).push_back(std::move(described));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) entry.commands.push_back(describe(*command, entry.path));
  }
  return entry;
}

}  // namespace

CommandEntry describe(const CLI::App& app) {
  return describe(app, "");
}

std::vector<CommandEntry> flatten(const CommandEntry& root) {
  std::vector<CommandEntry> all = {root};
  for (const CommandEntry& command : root.commands)
    std::ranges::copy(flatten(command), std::back_inserter(all));
  return all;
}

std::string CommandEntry::usage() const {
  std::string usage = path;
  if (!commands.empty()) usage += " COMMAND";
  if (!options.empty()) usage += " [options]";
  for (const OptionEntry& positional : positionals) usage += " " + positional.value;
  return usage;
}

std::string spelled(const OptionEntry& option) {
  if (option.flags.empty()) return option.value;
  std::string text;
  for (const std::string& flag : option.flags) text += (text.empty() ? "" : ", ") + flag;
  return option.value.empty() ? text : text + " " + option.value;
}

std::string described(const OptionEntry& option) {
  std::string text = option.description;
  if (!option.choices.empty()) {
    std::string choices;
    for (const std::string& choice : option.choices)
      choices += (choices.empty() ? "" : ", ") + choice;
    text += fmt::format(" ({})", choices);
  }
  if (!option.default_text.empty()) text += fmt::format(" [{}]", option.default_text);
  return text;
}

}  // namespace plumb
