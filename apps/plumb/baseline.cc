// plumb baseline: a run that others are compared with, in one file.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "command.h"
#include "execution_input.h"
#include "judge/judge.h"
#include "profile_summary.h"
#include "record/measurement.h"

namespace plumb {
namespace {

struct BaselineArguments {
  std::string path;
  std::string embeddings;
  std::string name;
  ExecutionInput input;
};

// What is in force where nobody says otherwise, so that the file tells it later.
std::vector<std::pair<std::string, std::string>> settings_in_force() {
  const JudgeOptions judge;
  std::vector<std::pair<std::string, std::string>> settings = {
      {"alpha", fmt::format("{}", judge.alpha)},
      {"least_excess", fmt::format("{}", judge.least_excess)},
      {"least_results", fmt::format("{}", judge.least_results)},
  };
  for (const DriftType type : {DriftType::output, DriftType::safety, DriftType::distribution,
                               DriftType::embedding, DriftType::agent_tool}) {
    settings.emplace_back(fmt::format("threshold.{}", name_of(type)),
                          fmt::format("{}", judge.thresholds[static_cast<std::size_t>(type)]));
  }
  std::ranges::sort(settings);
  return settings;
}

Result<void> create(const BaselineArguments& arguments, CommandContext& context) {
  if (context.outputs.size() != 1 || !context.outputs.front().ends_with(".plumb")) {
    return fail(ErrorCode::invalid_input,
                "a baseline is written to one file; give it as -o FILE.plumb");
  }
  ExecutionLoader loader(arguments.input, context);
  PLUMB_TRY(auto loaded, loader.load(arguments.path, arguments.embeddings));
  BaselineNote note;
  note.name = arguments.name.empty() ? loaded.profile.name : arguments.name;
  if (note.name.empty()) note.name = std::filesystem::path(loaded.source).stem().string();
  note.source = loaded.source;
  note.plumb_version = PLUMB_VERSION;
  note.settings = settings_in_force();
  const ProfileDocument document{std::move(loaded.profile), std::move(note)};
  PLUMB_CHECK_RESULT(write_profile(context.outputs.front(), document));
  const std::string& path = context.outputs.front();
  context.print(context.json ? profile_json(document, path, "baseline/1")
                             : profile_text(document, path));
  return {};
}

Result<void> show(const std::string& path, CommandContext& context) {
  PLUMB_TRY(const auto document, read_profile(path));
  context.print(context.json ? profile_json(document, path, "baseline/1")
                             : profile_text(document, path));
  return {};
}

}  // namespace

void add_baseline_command(CLI::App& app, CommandContext& context) {
  auto* baseline = app.add_subcommand("baseline", "Keep a run that others are compared with.");
  baseline->require_subcommand(1);
  baseline->footer(
      "plumb baseline create good.jsonl -o base.plumb    profile, vectors and provenance\n"
      "plumb baseline show base.plumb                    what is in it\n");

  auto arguments = std::make_shared<BaselineArguments>();
  auto* make = baseline->add_subcommand(
      "create", "Write a run's profile and where it came from; no text or model is needed later.");
  make->add_option("RUN", arguments->path,
                   "JSON Lines, CSV, another tool's file or a .plumb file; or -")
      ->required();
  make->add_option("--name", arguments->name, "of the baseline; else the run's, else the file's")
      ->type_name("TEXT");
  make->add_option("--embeddings", arguments->embeddings,
                   "a .npy file with the vectors, a row a result")
      ->type_name("FILE.npy");
  arguments->input.add_options(*make, context);
  make->callback([arguments, &context] {
    if (const auto done = create(*arguments, context); !done) context.fail(done.error());
  });

  auto shown = std::make_shared<std::string>();
  auto* look = baseline->add_subcommand("show", "Print what a baseline or a profile holds.");
  look->add_option("FILE", *shown, "a .plumb file")->required();
  look->callback([shown, &context] {
    if (!context.accept_no_outputs("baseline show")) return;
    if (const auto done = show(*shown, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
