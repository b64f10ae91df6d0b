// plumb embed: texts to vectors.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <optional>

#include "base/interrupt.h"
#include "command.h"
#include "encode/embedder.h"
#include "model_options.h"
#include "outputs.h"
#include "progress.h"
#include "provenance.h"
#include "report/json_value.h"
#include "report/vectors.h"
#include "text_input.h"

namespace plumb {
namespace {

constexpr std::size_t kMostSimilarityTexts = 50;
constexpr std::array kFileFormats = {RowFormat::npy, RowFormat::jsonl, RowFormat::csv,
                                     RowFormat::json};

struct EmbedArguments {
  TextInput input;
  bool similarity = false;
  bool raw_csv = false;
};

// One run of the command, from the first line to the last row.
class EmbedRun {
 public:
  EmbedRun(const EmbedArguments& arguments, const CommandContext& context, Embedder& embedder,
           TextSource& source, Outputs& outputs)
      : arguments_(arguments),
        embedder_(embedder),
        source_(source),
        outputs_(outputs),
        progress_("embed", !context.quiet) {}

  Result<void> run() {
    StreamOptions options;
    options.window_tokens = 16'384;  // Ctrl-C and the progress bar wait for one window at most
    EmbeddingStream stream(
        embedder_, [this](const EmbeddingStream::Item& item) { return take(item); }, options);
    PLUMB_CHECK_RESULT(push_all(stream));
    // What was read before a bad line or Ctrl-C is computed and written all the
    // same: one window at most.
    PLUMB_CHECK_RESULT(stream.finish());
    progress_.clear();
    if (stopped_) return std::unexpected(*std::move(stopped_));
    if (outputs_.rows() == 0) return std::unexpected(no_text_in(source_));
    return outputs_.finish(document_members());
  }

  std::uint64_t truncated() const { return truncated_; }

  std::string table() const {
    return similarity_table(texts_,
                            [this](std::size_t i, std::size_t j) { return similarity(i, j); });
  }

 private:
  // Ends at the input's end, at a line that cannot be read and at Ctrl-C; fails
  // where rows cannot be written: then nothing more is computed.
  Result<void> push_all(EmbeddingStream& stream) {
    std::uint64_t checked = 0;
    while (true) {
      if (interrupted()) {
        stopped_ = Error{ErrorCode::interrupted, "interrupted"};
        return {};
      }
      auto record = source_.next();
      if (!record) stopped_ = std::move(record.error());
      if (stopped_ || !*record) return {};
      const TextRecord& text = **record;
      if (arguments_.similarity) PLUMB_CHECK_RESULT(remember(text.text));
      ids_.emplace_back(text.id);
      PLUMB_CHECK_RESULT(stream.push(text.text));
      if (outputs_.rows() == checked) continue;
      checked = outputs_.rows();
      PLUMB_CHECK_RESULT(outputs_.checkpoint());
      progress_.update(checked, share_read());
    }
  }

  Result<void> take(const EmbeddingStream::Item& item) {
    if (arguments_.similarity) vectors_.emplace_back(item.vector.begin(), item.vector.end());
    truncated_ += item.truncated ? 1 : 0;
    PLUMB_CHECK_RESULT(outputs_.add(VectorRow{item.index, ids_.front(), item.tokens, item.truncated,
                                              item.vector, arguments_.raw_csv}));
    ids_.pop_front();
    return {};
  }

  Result<void> remember(std::string_view text) {
    constexpr std::size_t kKeptBytes = 200;  // for a label of one line
    texts_.emplace_back(text.substr(0, kKeptBytes));
    if (texts_.size() <= kMostSimilarityTexts) return {};
    return fail(ErrorCode::invalid_input,
                fmt::format("--similarity shows at most {} texts and {} has more; embed them with "
                            "-o FILE.npy and compare there",
                            kMostSimilarityTexts, source_.lines().name()));
  }

  std::optional<double> share_read() const {
    const auto total = source_.lines().total_bytes();
    if (!total || *total == 0) return std::nullopt;
    return static_cast<double>(source_.lines().bytes_read()) / static_cast<double>(*total);
  }

  double similarity(std::size_t i, std::size_t j) const { return cosine(vectors_[i], vectors_[j]); }

  std::string document_members() const {
    std::string members =
        fmt::format(",\"truncated\":{},\"skipped\":{}", truncated_, source_.skipped());
    if (!arguments_.similarity) return members;
    members += ",\"similarity\":[";
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      members += i == 0 ? "\n[" : ",\n[";
      for (std::size_t j = 0; j < vectors_.size(); ++j) {
        if (j > 0) members += ',';
        append_json_number(members, similarity(i, j));
      }
      members += ']';
    }
    return members + "]";
  }

  const EmbedArguments& arguments_;
  Embedder& embedder_;
  TextSource& source_;
  Outputs& outputs_;
  Progress progress_;
  std::optional<Error> stopped_;  // why the input was not read to its end
  std::deque<std::string> ids_;   // of the texts whose vectors are still to come
  std::vector<std::string> texts_;
  std::vector<std::vector<float>> vectors_;
  std::uint64_t truncated_ = 0;
};

Result<void> embed(const EmbedArguments& arguments, CommandContext& context) {
  PLUMB_TRY(auto source, arguments.input.open(context));
  PLUMB_TRY(auto embedder, load_embedder(context));
  RowEnvelope envelope;
  envelope.kind = "embed/1";
  envelope.provenance = provenance_json(embedder.provenance(), context.seed);
  envelope.csv_header = vector_csv_header(embedder.dimension());
  envelope.npy_columns = embedder.dimension();
  PLUMB_TRY(
      auto outputs,
      Outputs::open(context, {kFileFormats, RowFormat::jsonl, !arguments.similarity}, envelope));
  EmbedRun run(arguments, context, embedder, source, outputs);
  if (auto done = run.run(); !done) {
    if (done.error().code == ErrorCode::interrupted) {
      done.error().message = fmt::format("interrupted after {} texts", outputs.rows());
    }
    return std::unexpected(outputs.abandon(std::move(done.error())));
  }
  if (arguments.similarity && !context.json) context.print(run.table());
  context.warn_of_skipped(source.skipped(), source.first_skipped());
  report_truncated(context, run.truncated(), outputs.rows(), embedder.provenance().max_tokens);
  return {};
}

}  // namespace

void add_embed_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("embed", "Turn texts into vectors.");
  auto arguments = std::make_shared<EmbedArguments>();
  arguments->input.add_options(*command, context);
  add_model_options(*command, context);
  command->add_flag("--similarity", arguments->similarity,
                    "print the cosine of every two texts, 50 at most");
  add_raw_csv_option(*command, arguments->raw_csv);
  command->footer(
      "plumb embed corpus.jsonl -o vectors.npy           JSON Lines with a field \"text\"\n"
      "plumb embed notes.txt -o vectors.csv              a text a line\n"
      "plumb embed log.jsonl --field response.body       another field\n"
      "head notes.txt | plumb embed - --similarity       a table of cosines\n");
  command->callback([arguments, &context] {
    if (const auto done = embed(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
