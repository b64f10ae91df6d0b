#include "reference.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <string_view>

#include "command_tree.h"
#include "settings.h"

namespace plumb {
namespace {

constexpr std::size_t kTextColumn = 30;
constexpr std::size_t kWidth = 96;

// "  --flag VALUE    what it does", folded under its own column.
std::string help_entry(std::string_view name, std::string_view text) {
  std::string out = fmt::format("  {}", name);
  out += out.size() + 2 > kTextColumn ? "\n" + std::string(kTextColumn, ' ')
                                      : std::string(kTextColumn - out.size(), ' ');
  std::size_t column = kTextColumn;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (column > kTextColumn && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(kTextColumn, ' ');
      column = kTextColumn;
    } else if (column > kTextColumn) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + "\n";
}

std::string help_section(std::string_view title, const std::vector<OptionEntry>& options) {
  if (options.empty()) return {};
  std::string out = fmt::format("\n{}:\n", title);
  for (const OptionEntry& option : options) out += help_entry(spelled(option), described(option));
  return out;
}

std::string indented(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    if (end > 0) out += fmt::format("  {}\n", lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return out;
}

const CommandEntry* find_command(const CommandEntry& root, std::string_view path) {
  if (root.path == path) return &root;
  for (const CommandEntry& command : root.commands) {
    if (const CommandEntry* found = find_command(command, path)) return found;
  }
  return nullptr;
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    const CLI::App* top = app;
    std::string path = app->get_name();
    while (top->get_parent() != nullptr) {
      top = top->get_parent();
      path = top->get_name() + " " + path;
    }
    const CommandEntry root = describe(*top);
    const CommandEntry* command = find_command(root, path);
    if (command == nullptr) return describe(*app).description + "\n";  // a hidden one
    std::string out = fmt::format("{}\n\nUsage: {}\n", command->description, command->usage());
    if (!command->commands.empty()) out += "\nCommands:\n";
    for (const CommandEntry& child : command->commands) {
      out += help_entry(child.name, child.description);
    }
    out += help_section("Arguments", command->positionals);
    out +=
        help_section(command == &root ? "Options of every command" : "Options", command->options);
    if (command != &root) out += help_section("Options of every command", root.options);
    if (!command->examples.empty()) out += "\nExamples:\n" + indented(command->examples);
    return out;
  }
};

std::string markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_table(const std::vector<OptionEntry>& options) {
  std::string out = "| option | what it does |\n|---|---|\n";
  for (const OptionEntry& option : options) {
    out += fmt::format("| `{}` | {} |\n", markdown_cell(spelled(option)),
                       markdown_cell(described(option)));
  }
  return out;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

std::string markdown_reference(const CLI::App& app) {
  const CommandEntry root = describe(app);
  std::string out = "### Options of every command\n\n" + markdown_table(root.options);
  for (const CommandEntry& command : flatten(root)) {
    if (command.path == root.path) continue;
    out += fmt::format("\n### `{}`\n\n{}\n\n```\n{}\n```\n", command.path, command.description,
                       command.usage());
    std::vector<OptionEntry> rows = command.positionals;
    for (const OptionEntry& option : command.options) rows.push_back(option);
    if (!rows.empty()) out += "\n" + markdown_table(rows);
  }
  out += "\n### Settings\n\n| key in plumb.toml | environment | value |\n|---|---|---|\n";
  for (const auto& [key, environment, description] : setting_descriptions()) {
    out += fmt::format("| `{}` | `{}` | {} |\n", key, environment, description);
  }
  return out;
}

}  // namespace plumb
