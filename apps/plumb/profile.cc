// plumb profile: what is kept of an execution, to compare it later.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "command.h"
#include "execution_input.h"
#include "outputs.h"
#include "profile_summary.h"

namespace plumb {
namespace {

struct ProfileArguments {
  std::string path;
  std::string embeddings;
  ExecutionInput input;
  std::vector<std::string> parts;
  std::string name;
};

Result<void> check_outputs(const CommandContext& context) {
  for (const std::string& output : context.outputs) {
    if (output.ends_with(".plumb")) continue;
    return fail(
        ErrorCode::invalid_input,
        fmt::format("-o {}: a profile is written as .plumb; give it that extension, or print "
                    "it with --json",
                    output));
  }
  return {};
}

Result<void> deliver(const ProfileDocument& document, const std::string& source,
                     CommandContext& context) {
  for (const std::string& output : context.outputs) {
    PLUMB_CHECK_RESULT(write_profile(output, document));
  }
  context.print(context.json ? profile_json(document, source, "profile/1")
                             : profile_text(document, source));
  return {};
}

Result<void> profile(const ProfileArguments& arguments, CommandContext& context) {
  if (arguments.path.empty()) {
    return fail(ErrorCode::invalid_input, "FILE is required; see plumb profile --help");
  }
  PLUMB_CHECK_RESULT(check_outputs(context));
  ExecutionLoader loader(arguments.input, context);
  PLUMB_TRY(auto loaded, loader.load(arguments.path, arguments.embeddings));
  return deliver({std::move(loaded.profile), std::move(loaded.baseline)}, loaded.source, context);
}

Result<void> merge(const ProfileArguments& arguments, CommandContext& context) {
  PLUMB_CHECK_RESULT(check_outputs(context));
  std::optional<ExecutionProfile> whole;
  for (const std::string& part : arguments.parts) {
    for (const std::string& output : context.outputs) {
      if (!same_file(part, output)) continue;
      return fail(ErrorCode::invalid_input,
                  fmt::format("-o {} would replace a part; give another name", output));
    }
    PLUMB_TRY(auto document, read_profile(part));
    if (!whole) {
      whole = std::move(document.profile);
    } else if (auto merged = whole->merge(document.profile); !merged) {
      merged.error().message =
          fmt::format("cannot merge {} with the parts before it: {}", part, merged.error().message);
      return merged;
    }
  }
  if (!arguments.name.empty()) whole->name = arguments.name;
  return deliver({*std::move(whole), std::nullopt}, fmt::format("{} parts", arguments.parts.size()),
                 context);
}

}  // namespace

void add_profile_command(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("profile", "Keep of an execution what a comparison needs, in one file.");
  auto arguments = std::make_shared<ProfileArguments>();
  command->add_option("FILE", arguments->path,
                      "the execution: JSON Lines, CSV, another tool's file or a .plumb file; or -");
  command
      ->add_option("--embeddings", arguments->embeddings,
                   "a .npy file with the vectors, a row a result")
      ->type_name("FILE.npy");
  arguments->input.add_options(*command, context);
  command->footer(
      "plumb profile run.jsonl -o run.plumb              the profile, and a summary of it\n"
      "plumb profile run.csv --columns response=answer   another column\n"
      "plumb profile run.jsonl --embeddings run.npy      vectors from elsewhere\n"
      "plumb profile merge part*.plumb -o whole.plumb    the bits of the unsplit run\n");
  auto* join = command->add_subcommand(
      "merge", "Merge profiles of parts, in any order, into that of the whole.");
  join->add_option("PART", arguments->parts, "profiles that share no result")->required();
  join->add_option("--name", arguments->name, "of the whole; else the parts' own")
      ->type_name("TEXT");
  join->callback([arguments, &context] {
    if (const auto done = merge(*arguments, context); !done) context.fail(done.error());
  });
  command->callback([command, arguments, &context] {
    if (command->got_subcommand("merge")) return;
    if (const auto done = profile(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
