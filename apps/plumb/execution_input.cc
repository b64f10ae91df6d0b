#include "execution_input.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <utility>

#include "ingest/embedded_results.h"
#include "ingest/execution_reader.h"
#include "ingest/npy.h"
#include "measure/profile_builder.h"
#include "measure/profile_stream.h"
#include "outputs.h"
#include "progress.h"

namespace plumb {
namespace {

// The one profile that `lines` hold, of which a look was taken.
Result<ProfileDocument> profile_in(LineReader& lines, const std::string& path) {
  // A pipe cannot be opened anew.
  if (path != "-" && lines.total_bytes()) return read_profile(path);
  ProfileStream stream(lines.name(), [&] { return lines.next_chunk(); });
  PLUMB_TRY(auto first, stream.next());
  PLUMB_TRY(const auto second, stream.next());
  if (!first || second) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} holds several profiles; plumb profile merge makes one of them",
                            lines.name()));
  }
  return *std::move(first);
}

std::optional<double> share_read(const LineReader& lines) {
  const auto total = lines.total_bytes();
  if (!total || *total == 0) return std::nullopt;
  return static_cast<double>(lines.bytes_read()) / static_cast<double>(*total);
}

Error no_result_in(const ExecutionReader& reader) {
  const std::string& name = reader.lines().name();
  if (reader.skipped() > 0) {
    return {ErrorCode::invalid_input,
            fmt::format("{} holds no result that can be read; the first bad line: {}", name,
                        reader.first_skipped())};
  }
  if (reader.failed() > 0) {
    return {ErrorCode::invalid_input,
            fmt::format("{} holds no result with an answer; the first that failed: {}", name,
                        reader.first_failed())};
  }
  return {ErrorCode::invalid_input, fmt::format("{} is empty; there is no result in it", name)};
}

}  // namespace

void ExecutionInput::add_options(CLI::App& command, CommandContext& context) {
  reading.add_format(command, "results are");
  reading.add_options(command, context, "response=answer,label=region");
  command.add_flag("--no-embeddings", no_embeddings, "leave the vectors out; no model is needed");
  command.add_flag("--no-text", no_text, "keep no excerpts of responses in the sample");
  command
      .add_option("--sample", sample_rows,
                  "how many results p-values and explanations rest on, at most")
      ->type_name("N")
      ->transform(whole_number_from(0, 10'000'000))
      ->capture_default_str();
  add_model_options(command, context);
}

Result<LoadedExecution> ExecutionLoader::load(const std::string& path,
                                              const std::string& embeddings) {
  for (const std::string& output : context_.outputs) {
    if (!would_replace(output, path)) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("-o {} would replace what is read; give another name", output));
  }
  PLUMB_TRY(auto lines, LineReader::open(path, context_.max_line_bytes));
  PLUMB_TRY(const std::string_view start, lines.peek(kProfileMagicBytes));
  if (!looks_like_profile(start)) return read_results(std::move(lines), path, embeddings);
  if (!embeddings.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is a profile, which has its vectors; leave out --embeddings {}",
                            path, embeddings));
  }
  PLUMB_TRY(auto document, profile_in(lines, path));
  if (document.profile.results() == 0 && !input_.allow_empty) {
    return fail(ErrorCode::invalid_input, fmt::format("{} is a profile of no result", path));
  }
  if (input_.no_embeddings) document.profile.drop_vectors();
  return LoadedExecution{std::move(document.profile), path, std::move(document.baseline)};
}

Result<LoadedExecution> ExecutionLoader::read_results(LineReader lines, const std::string& path,
                                                      const std::string& embeddings) {
  PLUMB_TRY(const ExecutionReaderOptions reading, input_.reading.of_results(context_));
  PLUMB_TRY(auto reader, ExecutionReader::from(std::move(lines), reading));

  ResponseSource next = [&] { return reader.next(); };
  std::optional<NpyRows> rows;
  std::optional<EmbeddedResults> embedded;
  if (!embeddings.empty()) {
    PLUMB_TRY(rows, NpyRows::open(embeddings));
    embedded.emplace(reader, rows_of(*rows));
    next = [&] { return embedded->next(); };
  }
  const ProfileVectors vectors{.wanted = !input_.no_embeddings,
                               .embedder = [&] { return embedder(); }};
  const ProfileOptions options{
      .seed = context_.seed, .sample_rows = input_.sample_rows, .keep_text = !input_.no_text};
  Progress progress("read", !context_.quiet);
  auto built = build_profile(
      next, vectors, options, [&] { return reader.header().embedding_model; },
      [&](std::uint64_t results) { progress.update(results, share_read(reader.lines())); });
  progress.clear();
  if (!built) return std::unexpected(std::move(built.error()));
  ExecutionProfile& profile = built->profile;
  if (profile.results() == 0 && !input_.allow_empty) return std::unexpected(no_result_in(reader));
  profile.name = reader.header().name;
  profile.skipped = reader.skipped();
  context_.warn_of_skipped(profile.skipped, reader.first_skipped());
  context_.warn_of_failed(reader.failed(), reader.first_failed());
  context_.warn_of_left_out(reader.labels_left_out());
  context_.warn_of_repeated(reader.repeated(), reader.first_repeated());
  if (profile.truncated() > 0) {
    const std::string_view were = profile.truncated() == 1 ? "was" : "were";
    context_.warn(fmt::format("{} of {} responses in {} {} longer than {} tokens and {} truncated",
                              profile.truncated(), profile.results(), reader.lines().name(), were,
                              built->max_tokens, were));
  }
  return LoadedExecution{std::move(profile), path, std::nullopt};
}

Result<Embedder*> ExecutionLoader::embedder() {
  if (!embedder_) {
    auto loaded = load_embedder(context_);
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    embedder_.emplace(*std::move(loaded));
  }
  return &*embedder_;
}

}  // namespace plumb
