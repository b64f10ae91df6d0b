// plumb completion and plumb help: what is made from the commands' description.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/suggest.h"
#include "command.h"
#include "manual.h"
#include "reference.h"

namespace plumb {
void add_completion_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("completion", "Print a completion script for a shell.");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "the shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer("source <(plumb completion bash)\nplumb completion fish | source\n");
  command->callback([shell, &app, &context] {
    if (!context.accept_no_outputs("completion")) return;
    context.print(*shell == "bash"  ? bash_completion(app)
                  : *shell == "zsh" ? zsh_completion(app)
                                    : fish_completion(app));
  });
}

namespace {

struct HelpArguments {
  bool markdown = false;
  std::string page;   // "plumb-embed"
  std::string pages;  // a folder
};

Result<void> write_manual(const CLI::App& app, const std::filesystem::path& folder) {
  for (const ManualPage& page : manual_pages(app, manual_date())) {
    PLUMB_CHECK_RESULT(write_file(folder / (page.name + ".1"), page.text));
  }
  return {};
}

Result<std::string> manual_page(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names;
  for (ManualPage& page : manual_pages(app, manual_date())) {
    if (page.name == name) return std::move(page.text);
    names.push_back(std::move(page.name));
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("there is no manual page {}{}", name, did_you_mean(name, names)));
}

Result<void> help(const HelpArguments& arguments, const CLI::App& app, CommandContext& context) {
  if (!arguments.pages.empty()) return write_manual(app, arguments.pages);
  if (!arguments.page.empty()) {
    PLUMB_TRY(const std::string page, manual_page(app, arguments.page));
    context.print(page);
    return {};
  }
  // Not app.help(): of the command that was chosen, CLI11 would print that one's.
  context.print(arguments.markdown
                    ? markdown_reference(app)
                    : app.get_formatter()->make_help(&app, "", CLI::AppFormatMode::Normal));
  return {};
}

}  // namespace

void add_help_command(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("help", "Print this help, a manual page or the tables of docs/cli.md.");
  command->group("");  // for packagers and tests; users have --help
  auto arguments = std::make_shared<HelpArguments>();
  command->add_flag("--markdown", arguments->markdown, "the tables of docs/cli.md");
  command->add_option("--man", arguments->page, "a manual page: plumb, or plumb-COMMAND")
      ->type_name("PAGE");
  command->add_option("--man-pages", arguments->pages, "write every manual page into this folder")
      ->type_name("DIR");
  command->callback([arguments, &app, &context] {
    if (const auto done = help(*arguments, app, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
