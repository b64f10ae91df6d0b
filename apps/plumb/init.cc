// plumb init: a working example, to try and to start from.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "command.h"
#include "init_data.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct InitArguments {
  std::string folder = ".";
  bool force = false;
};

// All that is there is named at once, and nothing is written where one is.
Result<void> refuse_to_overwrite(const fs::path& folder) {
  std::vector<std::string> there;
  for (const ExampleFile& file : example_files()) {
    std::error_code ignored;
    const auto status = fs::symlink_status(folder / file.name, ignored);
    if (fs::exists(status)) there.emplace_back(file.name);
  }
  if (there.empty()) return {};
  return fail(
      ErrorCode::invalid_input,
      fmt::format("{} already has {}; plumb init overwrites nothing unless --force is given",
                  folder.string(), fmt::join(there, ", ")));
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder, error)) return {};
  return fail(ErrorCode::io, fmt::format("cannot make the folder {}: {}", folder.string(),
                                         error ? error.message() : "it is a file"));
}

// What to type next, from where the user stands.
std::string next_steps(const fs::path& folder) {
  std::string out =
      fmt::format("{} files are in {}\n\nTry:\n", example_files().size(), folder.string());
  if (folder != ".") out += fmt::format("  cd {}\n", folder.string());
  out += "  plumb compare good.jsonl --baseline baseline.jsonl\n";
  out += "  plumb compare drifted.jsonl --baseline baseline.jsonl\n";
  out +=
      "  plumb compare drifted.jsonl --baseline baseline.jsonl --fail-on verdict -o report.html\n";
  return out + "\nREADME.md says more.\n";
}

Result<void> init(const InitArguments& arguments, CommandContext& context) {
  const fs::path folder = arguments.folder;
  if (!arguments.force) PLUMB_CHECK_RESULT(refuse_to_overwrite(folder));
  PLUMB_CHECK_RESULT(make_folder(folder));
  Json written = Json::array();
  for (const ExampleFile& file : example_files()) {
    PLUMB_CHECK_RESULT(write_file(folder / file.name, file.content));
    written.push_back(file.name);
  }
  if (!context.json) {
    context.print(next_steps(folder));
    return {};
  }
  const Json document = {
      {"plumb", "init/1"}, {"folder", folder.string()}, {"files", std::move(written)}};
  context.print(document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  return {};
}

}  // namespace

void add_init_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("init", "Write a working example: three runs to compare.");
  auto arguments = std::make_shared<InitArguments>();
  command->add_option("DIR", arguments->folder, "the folder, made where it is missing")
      ->capture_default_str();
  command->add_flag("--force", arguments->force, "overwrite files that are there");
  command->footer("plumb init\nplumb init example\n");
  command->callback([arguments, &context] {
    if (!context.accept_no_outputs("init")) return;
    if (const auto done = init(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
