// plumb classify: texts, or pairs of texts, to the probabilities of labels.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/interrupt.h"
#include "classifier_options.h"
#include "command.h"
#include "encode/classifier.h"
#include "outputs.h"
#include "progress.h"
#include "provenance.h"
#include "report/classifications.h"
#include "report/json_value.h"
#include "text_input.h"

namespace plumb {
namespace {

// Ctrl-C and the progress bar wait for one window at most: a few seconds on one core.
constexpr std::size_t kWindowTokens = 2'048;
constexpr std::size_t kBytesPerToken = 4;
constexpr std::array kFileFormats = {RowFormat::jsonl, RowFormat::csv, RowFormat::json,
                                     RowFormat::text};

struct ClassifyArguments {
  TextInput input;
  ClassifierChoice classifier;
  bool raw_csv = false;
};

// One run of the command, from the first line to the last row.
class ClassifyRun {
 public:
  ClassifyRun(const ClassifyArguments& arguments, const CommandContext& context,
              Classifier& classifier, const ClassificationOrigin& origin, TextSource& source,
              Outputs& outputs)
      : arguments_(arguments),
        classifier_(classifier),
        origin_(origin),
        source_(source),
        outputs_(outputs),
        progress_("classify", !context.quiet) {}

  Result<void> run() {
    while (!stopped_ && !ended_) {
      read_window();
      // What was read before a bad line or Ctrl-C is computed and written all the same.
      PLUMB_CHECK_RESULT(write_window());
      PLUMB_CHECK_RESULT(outputs_.checkpoint());
      progress_.update(outputs_.rows(), share_read());
    }
    progress_.clear();
    if (stopped_) return std::unexpected(*std::move(stopped_));
    if (outputs_.rows() == 0) return std::unexpected(no_text_in(source_));
    std::string members =
        fmt::format(",\"truncated\":{},\"skipped\":{}", truncated_, source_.skipped());
    if (!origin_.note.empty()) members += ",\"note\":" + json_string(origin_.note);
    return outputs_.finish(members);
  }

  std::uint64_t truncated() const { return truncated_; }

 private:
  struct Waiting {
    std::string id;
    std::string text;
    std::optional<std::string> pair;
  };

  // Ends at the window's bound, at the input's end, at a line that cannot be read
  // and at Ctrl-C.
  void read_window() {
    const std::size_t limit = classifier_.provenance().max_tokens;
    std::size_t tokens = 0;
    while (tokens < kWindowTokens) {
      if (interrupted()) stopped_ = Error{ErrorCode::interrupted, "interrupted"};
      if (stopped_) return;
      auto record = source_.next();
      if (!record) {
        stopped_ = std::move(record.error());
        return;
      }
      ended_ = !*record;
      if (ended_) return;
      const TextRecord& text = **record;
      Waiting& waiting = window_.emplace_back(std::string(text.id), std::string(text.text));
      if (text.pair) waiting.pair = std::string(*text.pair);
      const std::size_t bytes = waiting.text.size() + (text.pair ? text.pair->size() : 0);
      tokens += std::min(limit, 2 + bytes / kBytesPerToken);
    }
  }

  Result<void> write_window() {
    std::vector<ClassifierInput> inputs;
    for (const Waiting& waiting : window_) {
      inputs.push_back({.text = waiting.text, .pair = waiting.pair});
    }
    PLUMB_TRY(const Classifications found, classifier_.classify(inputs));
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found.truncated[i]) ++truncated_;
      const ClassificationRow row{
          .head = {outputs_.rows(), window_[i].id, found.tokens[i], found.truncated[i],
                   arguments_.raw_csv},
          .text = window_[i].text,
          .labels = classifier_.labels(),
          .probabilities = found.of(i),
          .logits = std::span(found.logits).subspan(i * found.labels, found.labels),
          .best = found.best(i),
          .origin = origin_};
      PLUMB_CHECK_RESULT(outputs_.add(row));
    }
    window_.clear();
    return {};
  }

  std::optional<double> share_read() const {
    const auto total = source_.lines().total_bytes();
    if (!total || *total == 0) return std::nullopt;
    return static_cast<double>(source_.lines().bytes_read()) / static_cast<double>(*total);
  }

  const ClassifyArguments& arguments_;
  Classifier& classifier_;
  const ClassificationOrigin& origin_;
  TextSource& source_;
  Outputs& outputs_;
  Progress progress_;
  std::optional<Error> stopped_;  // why the input was not read to its end
  bool ended_ = false;
  std::vector<Waiting> window_;
  std::uint64_t truncated_ = 0;
};

Result<void> classify(const ClassifyArguments& arguments, CommandContext& context) {
  PLUMB_TRY(auto source, arguments.input.open(context));
  PLUMB_TRY(auto chosen, load_classifier(arguments.classifier, context));
  const ClassifierProvenance& from = chosen.classifier.provenance();
  const ClassificationOrigin origin{from.model, from.weights_sha256, chosen.note};
  RowEnvelope envelope;
  envelope.kind = "classify/1";
  envelope.provenance = provenance_json(from, context.seed);
  envelope.csv_header = classification_csv_header(chosen.classifier.labels());
  envelope.text_head = classification_text_head(origin);
  PLUMB_TRY(auto outputs, Outputs::open(context, {kFileFormats, RowFormat::text, true}, envelope));
  if (!chosen.note.empty()) context.note(chosen.note);
  ClassifyRun run(arguments, context, chosen.classifier, origin, source, outputs);
  if (auto done = run.run(); !done) {
    if (done.error().code == ErrorCode::interrupted) {
      done.error().message = fmt::format("interrupted after {} texts", outputs.rows());
    }
    return std::unexpected(outputs.abandon(std::move(done.error())));
  }
  context.warn_of_skipped(source.skipped(), source.first_skipped());
  report_truncated(context, run.truncated(), outputs.rows(), from.max_tokens);
  return {};
}

}  // namespace

void add_classify_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("classify", "Give texts the probabilities of labels.");
  auto arguments = std::make_shared<ClassifyArguments>();
  arguments->input.pair_field = "pair";
  arguments->input.add_options(*command, context);
  command
      ->add_option("--pair-field", arguments->input.pair_field,
                   "the JSON field of a second text, for classifiers of pairs")
      ->type_name("NAME")
      ->each([arguments](const std::string&) { arguments->input.is_field_given = true; })
      ->capture_default_str();
  arguments->classifier.add_options(*command, context);
  add_raw_csv_option(*command, arguments->raw_csv);
  command->footer(
      "plumb classify answers.jsonl                      JSON Lines with a field \"text\"\n"
      "plumb classify notes.txt -o labels.csv            a text a line\n"
      "plumb classify pairs.jsonl --classifier ./nli     with fields \"text\" and \"pair\"\n"
      "plumb classify - --classifier embedded --json     one JSON document\n");
  command->callback([arguments, &context] {
    if (const auto done = classify(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
