#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "command_tree.h"
#include "reference.h"

namespace plumb {
namespace {

constexpr std::string_view kFileValues[] = {"FILE", "FILE|-", "DIR", "NAME|DIR"};

bool takes_file(const OptionEntry& option) {
  return std::ranges::find(kFileValues, option.value) != std::end(kFileValues);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(separator)) + word;
  return out;
}

// Everything that may follow `command` as a word of its own.
std::vector<std::string> words_after(const CommandEntry& command, const CommandEntry& root) {
  std::vector<std::string> words;
  for (const CommandEntry& child : command.commands) words.push_back(child.name);
  for (const OptionEntry& positional : command.positionals) {
    words.insert(words.end(), positional.choices.begin(), positional.choices.end());
  }
  for (const OptionEntry& option : command.options) {
    words.insert(words.end(), option.flags.begin(), option.flags.end());
  }
  if (command.path != root.path) {
    for (const OptionEntry& option : root.options) {
      words.insert(words.end(), option.flags.begin(), option.flags.end());
    }
  }
  return words;
}

// Inside single quotes of sh and fish.
std::string in_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + out + "'";
}

// In a zsh _arguments specification, brackets and colons end a part.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_value(const OptionEntry& option) {
  if (!option.choices.empty())
    return fmt::format(":{}:({})", zsh_text(option.value), joined(option.choices, " "));
  if (takes_file(option)) return fmt::format(":{}:_files", zsh_text(option.value));
  return option.value.empty() ? "" : fmt::format(":{}:", zsh_text(option.value));
}

std::string zsh_arguments(const CommandEntry& command, const CommandEntry& root) {
  std::string out;
  const auto add_options = [&](const std::vector<OptionEntry>& options) {
    for (const OptionEntry& option : options) {
      for (const std::string& flag : option.flags) {
        out +=
            " \\\n        " + in_quotes(fmt::format("*{}[{}]{}", flag, zsh_text(option.description),
                                                    zsh_value(option)));
      }
    }
  };
  add_options(command.options);
  if (command.path != root.path) add_options(root.options);
  for (const OptionEntry& positional : command.positionals) {
    out += " \\\n        " + in_quotes(positional.choices.empty() && !takes_file(positional)
                                           ? fmt::format(":{}:", zsh_text(positional.value))
                                           : zsh_value(positional));
  }
  return out;
}

}  // namespace

std::string bash_completion(const CLI::App& app) {
  const CommandEntry root = describe(app);
  std::string steps;   // from word to word, which command is meant
  std::string words;   // what may follow a command
  std::string values;  // what may follow an option
  for (const CommandEntry& command : flatten(root)) {
    if (command.path != root.path) {
      steps += fmt::format("      {}) path=\"$path $word\" ;;\n", in_quotes(command.path));
    }
    words += fmt::format("    {}) words={} ;;\n", in_quotes(command.path),
                         in_quotes(joined(words_after(command, root), " ")));
    for (const OptionEntry& option : command.options) {
      if (option.choices.empty()) continue;
      values += fmt::format("    {}) COMPREPLY=($(compgen -W {} -- \"$current\")); return ;;\n",
                            joined(option.flags, "|"), in_quotes(joined(option.choices, " ")));
    }
  }
  return fmt::format(
      R"(# bash completion for plumb; load it with: source <(plumb completion bash)
_plumb() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local path=plumb words= word
  case $previous in
{}  esac
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$path $word" in
{}    esac
  done
  case $path in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _plumb plumb
)",
      values, steps, words);
}

std::string zsh_completion(const CLI::App& app) {
  const CommandEntry root = describe(app);
  std::string commands;
  std::string cases;
  for (const CommandEntry& command : root.commands) {
    commands += "    " +
                in_quotes(fmt::format("{}:{}", command.name, zsh_text(command.description))) + "\n";
    cases += fmt::format("    {})\n", command.name);
    if (command.commands.empty()) {
      cases += fmt::format("      _arguments{}\n      ;;\n", zsh_arguments(command, root));
      continue;
    }
    std::vector<std::string> names;
    for (const CommandEntry& child : command.commands) names.push_back(child.name);
    cases += fmt::format("      _arguments '1:command:({})' '*:file:_files'\n      ;;\n",
                         joined(names, " "));
  }
  return fmt::format(R"(#compdef plumb
# zsh completion for plumb; put it in a folder of $fpath as _plumb, or load it
# with: source <(plumb completion zsh)
_plumb() {{
  local -a commands
  commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _plumb ]]; then _plumb "$@"; else compdef _plumb plumb; fi
)",
                     commands, cases);
}

std::string fish_completion(const CLI::App& app) {
  const CommandEntry root = describe(app);
  std::string out = "# fish completion for plumb; load it with: plumb completion fish | source\n";
  const auto add_option = [&](const OptionEntry& option, const std::string& condition) {
    out += "complete -c plumb" + condition;
    for (const std::string& flag : option.flags) {
      out += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    }
    if (!option.choices.empty()) {
      out += " -x -a " + in_quotes(joined(option.choices, " "));
    } else if (!option.value.empty()) {
      out += takes_file(option) ? " -r -F" : " -x";
    }
    out += " -d " + in_quotes(option.description) + "\n";
  };
  for (const OptionEntry& option : root.options) add_option(option, "");
  for (const CommandEntry& command : root.commands) {
    out += fmt::format("complete -c plumb -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       in_quotes(command.description));
    const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionEntry& option : command.options) add_option(option, condition);
    for (const OptionEntry& positional : command.positionals) {
      if (positional.choices.empty()) continue;
      out += fmt::format("complete -c plumb{} -f -a {}\n", condition,
                         in_quotes(joined(positional.choices, " ")));
    }
    for (const CommandEntry& child : command.commands) {
      out += fmt::format("complete -c plumb{} -f -a {} -d {}\n", condition, child.name,
                         in_quotes(child.description));
    }
  }
  return out;
}

}  // namespace plumb
