// plumb profile: what is kept of an execution, to compare it later.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "command.h"
#include "execution_input.h"
#include "ingest/line_reader.h"
#include "measure/profile_stream.h"
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

// Standard output in place of a file, for engines that take what a program prints.
constexpr std::string_view kPiped = "-";

Result<void> check_outputs(const CommandContext& context) {
  for (const std::string& output : context.outputs) {
    if (output.ends_with(".plumb") || output == kPiped) continue;
    return fail(
        ErrorCode::invalid_input,
        fmt::format("-o {}: a profile is written as .plumb; give it that extension, or print "
                    "it with --json",
                    output));
  }
  const auto piped = std::ranges::count(context.outputs, kPiped);
  if (piped > 1 || (piped == 1 && context.json)) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("-o - writes the profile to standard output, where {}; give one of them",
                    piped > 1 ? "it can stand once" : "--json writes its document"));
  }
  return {};
}

Result<void> deliver(const ProfileDocument& document, const std::string& source,
                     CommandContext& context) {
  bool piped = false;
  for (const std::string& output : context.outputs) {
    piped = piped || output == kPiped;
    if (output != kPiped) PLUMB_CHECK_RESULT(write_profile(output, document));
  }
  if (piped) {
    context.print(encode_profile(document));
  } else {
    context.print(context.json ? profile_json(document, source, "profile/1")
                               : profile_text(document, source));
  }
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

// Parts, put together one at a time.
class Whole {
 public:
  // `name` is what errors call the part.
  Result<void> add(ExecutionProfile part, const std::string& name) {
    ++parts_;
    if (!profile_) {
      profile_ = std::move(part);
      return {};
    }
    auto merged = profile_->merge(part);
    if (!merged) {
      merged.error().message =
          fmt::format("cannot merge {} with the parts before it: {}", name, merged.error().message);
    }
    return merged;
  }

  // Every profile that comes by standard input, one after the other.
  Result<void> add_piped() {
    PLUMB_TRY(auto lines, LineReader::open("-"));
    ProfileStream stream(lines.name(), [&] { return lines.next_chunk(); });
    for (std::size_t number = 1;; ++number) {
      PLUMB_TRY(auto document, stream.next());
      if (document) {
        PLUMB_CHECK_RESULT(
            add(std::move(document->profile), fmt::format("profile {} of <stdin>", number)));
        continue;
      }
      if (number > 1) return {};
      return fail(ErrorCode::invalid_input, "<stdin> is empty; there is no profile in it");
    }
  }

  std::size_t parts() const { return parts_; }
  ExecutionProfile take() { return *std::move(profile_); }

 private:
  std::optional<ExecutionProfile> profile_;
  std::size_t parts_ = 0;
};

// A folder's profiles by name, or the path as it is.
Result<std::vector<std::string>> files_of(const std::string& part) {
  std::error_code error;
  if (part == kPiped || !std::filesystem::is_directory(part, error)) return std::vector{part};
  std::vector<std::string> files;
  for (std::filesystem::directory_iterator at(part, error), end; !error && at != end;
       at.increment(error)) {
    // A file that is being written begins with a dot.
    const std::string name = at->path().filename().string();
    if (name.ends_with(".plumb") && !name.starts_with('.')) files.push_back(at->path().string());
  }
  if (error) {
    return fail(ErrorCode::io, fmt::format("cannot list {}: {}", part, error.message()));
  }
  if (files.empty()) {
    return fail(ErrorCode::invalid_input, fmt::format("the folder {} holds no .plumb file", part));
  }
  std::ranges::sort(files);
  return files;
}

Result<void> merge(const ProfileArguments& arguments, CommandContext& context) {
  PLUMB_CHECK_RESULT(check_outputs(context));
  Whole whole;
  for (const std::string& given : arguments.parts) {
    PLUMB_TRY(const auto files, files_of(given));
    for (const std::string& part : files) {
      for (const std::string& output : context.outputs) {
        if (!would_replace(output, part)) continue;
        return fail(ErrorCode::invalid_input,
                    fmt::format("-o {} would replace a part; give another name", output));
      }
      if (part == kPiped) {
        PLUMB_CHECK_RESULT(whole.add_piped());
        continue;
      }
      PLUMB_TRY(auto document, read_profile(part));
      PLUMB_CHECK_RESULT(whole.add(std::move(document.profile), part));
    }
  }
  ProfileDocument document{whole.take(), std::nullopt};
  if (!arguments.name.empty()) document.profile.name = arguments.name;
  return deliver(document, fmt::format("{} parts", whole.parts()), context);
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
  command->add_flag("--allow-empty", arguments->input.allow_empty,
                    "no result is a profile of none, as a part of others may be");
  command->footer(
      "plumb profile run.jsonl -o run.plumb              the profile, and a summary of it\n"
      "plumb profile run.csv --columns response=answer   another column\n"
      "plumb profile run.jsonl --embeddings run.npy      vectors from elsewhere\n"
      "plumb profile merge part*.plumb -o whole.plumb    the bits of the unsplit run\n"
      "cat part.jsonl | plumb profile - -o - | ...       the profile to standard output\n"
      "cat *.plumb | plumb profile merge - -o all.plumb  parts by standard input\n");
  auto* join = command->add_subcommand(
      "merge", "Merge profiles of parts, in any order, into that of the whole.");
  join->add_option("PART", arguments->parts,
                   "profiles that share no result: files, folders of them, or - for standard input")
      ->required();
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
