#include "manual.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "base/clock.h"
#include "base/environment.h"
#include "command_tree.h"
#include "settings.h"

namespace plumb {
namespace {

// A dot or quote at the start of a line is a request to roff, a backslash always. A plain hyphen
// may become a typographic one, which nobody can paste into a shell.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) out += "\\&";
    if (c == '-') out += '\\';
    out += c == '\\' ? std::string("\\e") : std::string(1, c);
  }
  return out;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", roff(text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", roff(text));
}

std::string term(const OptionEntry& option) {
  if (option.flags.empty()) return italic(option.value);
  std::string out;
  for (const std::string& flag : option.flags) out += (out.empty() ? "" : ", ") + bold(flag);
  return option.value.empty() ? out : out + " " + italic(option.value);
}

std::string terms(const std::vector<OptionEntry>& options) {
  std::string out;
  for (const OptionEntry& option : options) {
    out += fmt::format(".TP\n{}\n{}\n", term(option), roff(described(option)));
  }
  return out;
}

std::string section(std::string_view title, std::string_view body) {
  return body.empty() ? std::string() : fmt::format(".SH {}\n{}", title, body);
}

// Lines as they are.
std::string verbatim(std::string_view lines) {
  if (lines.empty()) return {};
  std::string body = roff(lines);
  if (!body.ends_with('\n')) body += '\n';
  return fmt::format(".nf\n{}.fi\n", body);
}

// "plumb embed [options] FILE", its words as they are meant.
std::string synopsis(const CommandEntry& command) {
  std::string out = bold(command.path);
  if (!command.commands.empty()) out += " " + italic("COMMAND");
  if (!command.options.empty()) out += " [" + italic("options") + "]";
  for (const OptionEntry& positional : command.positionals) out += " " + italic(positional.value);
  return out + "\n";
}

// A sentence as the line of whatis: "Print a script." is "print a script".
std::string in_a_line(std::string text) {
  if (text.ends_with('.')) text.pop_back();
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  const bool is_article = text.size() > 1 && text[1] == ' ';
  if (is_word || is_article) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

std::string page_name(const CommandEntry& command) {
  std::string name = command.path;
  for (char& c : name) c = c == ' ' ? '-' : c;
  return name;
}

std::string title(const CommandEntry& command, const std::string& date) {
  std::string upper = page_name(command);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 {} \"plumb {}\" \"Plumb\"\n", roff(upper), date, PLUMB_VERSION) +
         section("NAME", fmt::format("{} \\- {}\n", roff(page_name(command)),
                                     roff(in_a_line(command.description))));
}

constexpr std::string_view kExitStatus =
    ".TP\n0\nfine\n"
    ".TP\n1\na gate failed\n"
    ".TP\n2\nusage or bad input\n"
    ".TP\n3\nsomething failed while running\n"
    ".TP\n4\nundecided where a decision was required\n";

std::string settings_list() {
  std::string out = "A flag beats the environment, which beats\n.IR plumb.toml .\n";
  for (const auto& [key, environment, description] : setting_descriptions()) {
    out += fmt::format(".TP\n{}, {}\n{}\n", bold(key), bold(environment), roff(description));
  }
  return out;
}

std::string files_list() {
  return ".TP\n.I plumb.toml\nsettings, in the working folder or the nearest one above it\n"
         ".TP\n.I ~/.config/plumb/plumb.toml\nsettings of the user, under $XDG_CONFIG_HOME where "
         "that is set\n"
         ".TP\n.I ~/.cache/plumb/models\nmodels, under $XDG_CACHE_HOME, or in $PLUMB_MODELS\n"
         ".TP\n.I ~/.local/share/plumb/plumb.db\nwhat\n.BR plumb\\-serve (1)\nkeeps, under "
         "$XDG_DATA_HOME where that is set\n";
}

std::string main_page(const CommandEntry& root, const std::string& date) {
  std::string commands;
  std::string others;
  for (const CommandEntry& command : root.commands) {
    const std::string name = roff(page_name(command));
    commands += fmt::format(".TP\n.BR {} (1)\n{}\n", name, roff(command.description));
    others += fmt::format("{}.BR {} (1)", others.empty() ? "" : " ,\n", name);
  }
  return title(root, date) + section("SYNOPSIS", synopsis(root)) +
         section("DESCRIPTION", roff(root.description) +
                                    "\nEverything is computed from text, on this machine.\n") +
         section("COMMANDS", commands) +
         section("\"OPTIONS OF EVERY COMMAND\"", terms(root.options)) +
         section("SETTINGS", settings_list()) + section("FILES", files_list()) +
         section("\"EXIT STATUS\"", kExitStatus) + section("EXAMPLES", verbatim(root.examples)) +
         section("\"SEE ALSO\"", others + "\n");
}

// A command of a command, as a part of that one's page; and what is below it.
std::string subsections(const CommandEntry& parent) {
  std::string out;
  for (const CommandEntry& command : parent.commands) {
    out += fmt::format(".SS \"{}\"\n{}.PP\n{}\n", roff(command.path), synopsis(command),
                       roff(command.description));
    out += terms(command.positionals) + terms(command.options);
    // CLI11 hands the parent's examples down where a command has none of its own.
    if (!command.examples.empty() && command.examples != parent.examples) {
      out += ".PP\nExamples:\n.PP\n" + verbatim(command.examples);
    }
    out += subsections(command);
  }
  return out;
}

std::string command_page(const CommandEntry& command, const CommandEntry& root,
                         const std::string& date) {
  return title(command, date) + section("SYNOPSIS", synopsis(command)) +
         section("DESCRIPTION", roff(command.description) + "\n") +
         section("COMMANDS", subsections(command)) +
         section("ARGUMENTS", terms(command.positionals)) +
         section("OPTIONS", terms(command.options)) +
         section("\"OPTIONS OF EVERY COMMAND\"", terms(root.options)) +
         section("EXAMPLES", verbatim(command.examples)) + section("\"EXIT STATUS\"", kExitStatus) +
         section("\"SEE ALSO\"", ".BR plumb (1)\n");
}

}  // namespace

std::vector<ManualPage> manual_pages(const CLI::App& app, const std::string& date) {
  const CommandEntry root = describe(app);
  std::vector<ManualPage> pages{{page_name(root), main_page(root, date)}};
  for (const CommandEntry& command : root.commands) {
    pages.push_back({page_name(command), command_page(command, root, date)});
  }
  return pages;
}

std::string manual_date() {
  UtcTime time = utc_time_now();
  const std::string epoch = environment("SOURCE_DATE_EPOCH");
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(epoch.data(), epoch.data() + epoch.size(), seconds);
  // Up to the year 9999.
  constexpr std::int64_t kLast = 253'402'300'799;
  if (!epoch.empty() && error == std::errc() && end == epoch.data() + epoch.size() &&
      seconds >= 0 && seconds <= kLast) {
    time = UtcTime(std::chrono::seconds(seconds));
  }
  return utc_text(time).substr(0, 10);
}

}  // namespace plumb
