// plumb completion and plumb help: what is made from the commands' description.
#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "command.h"
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

void add_help_command(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("help", "Print this help, the manual page or the tables of docs/cli.md.");
  command->group("");  // for packagers and tests; users have --help
  auto markdown = std::make_shared<bool>(false);
  auto manual = std::make_shared<bool>(false);
  command->add_flag("--markdown", *markdown, "the tables of docs/cli.md");
  command->add_flag("--man", *manual, "the manual page");
  command->callback([markdown, manual, &app, &context] {
    // Not app.help(): of the command that was chosen, CLI11 would print that one's.
    const auto overview = [&] {
      return app.get_formatter()->make_help(&app, "", CLI::AppFormatMode::Normal);
    };
    context.print(*markdown ? markdown_reference(app) : *manual ? manual_page(app) : overview());
  });
}

}  // namespace plumb
