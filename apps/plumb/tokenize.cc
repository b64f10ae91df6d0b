// plumb tokenize: texts to token ids.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <memory>

#include "base/interrupt.h"
#include "command.h"
#include "model/locate.h"
#include "outputs.h"
#include "provenance.h"
#include "report/vectors.h"
#include "text/wordpiece.h"
#include "text_input.h"

namespace plumb {
namespace {

constexpr std::array kFileFormats = {RowFormat::jsonl, RowFormat::json, RowFormat::csv,
                                     RowFormat::text};
constexpr std::uint64_t kCheckpointRows = 1024;

struct TokenizeArguments {
  TextInput input;
  std::size_t max_tokens = 256;
  bool raw_csv = false;
};

Result<void> write_rows(const TokenizeArguments& arguments, const WordPiece& tokenizer,
                        TextSource& source, Outputs& outputs, std::uint64_t& truncated) {
  std::vector<TokenId> ids;
  while (true) {
    if (interrupted()) return fail(ErrorCode::interrupted, "interrupted");
    PLUMB_TRY(const auto record, source.next());
    if (!record) break;
    ids.clear();
    const Encoded encoded = tokenizer.encode(record->text, arguments.max_tokens, ids);
    truncated += encoded.truncated ? 1 : 0;
    PLUMB_CHECK_RESULT(outputs.add(
        TokenRow{outputs.rows(), record->id, encoded.truncated, ids, arguments.raw_csv}));
    if (outputs.rows() % kCheckpointRows == 0) PLUMB_CHECK_RESULT(outputs.checkpoint());
  }
  if (outputs.rows() == 0) return std::unexpected(no_text_in(source));
  return outputs.finish(
      fmt::format(",\"truncated\":{},\"skipped\":{}", truncated, source.skipped()));
}

Result<void> tokenize(const TokenizeArguments& arguments, CommandContext& context) {
  PLUMB_TRY(auto source, arguments.input.open(context));
  PLUMB_TRY(const auto folder, locate_embedding_model(context.model));
  PLUMB_TRY(const auto tokenizer, WordPiece::open(folder.path / "tokenizer.json"));
  RowEnvelope envelope;
  envelope.kind = "tokenize/1";
  envelope.provenance = provenance_json(folder, arguments.max_tokens, context.seed);
  envelope.csv_header = token_csv_header();
  PLUMB_TRY(auto outputs, Outputs::open(context, {kFileFormats, RowFormat::text, true}, envelope));
  std::uint64_t truncated = 0;
  auto done = write_rows(arguments, tokenizer, source, outputs, truncated);
  if (!done) {
    if (done.error().code == ErrorCode::interrupted) {
      done.error().message = fmt::format("interrupted after {} texts", outputs.rows());
    }
    return std::unexpected(outputs.abandon(std::move(done.error())));
  }
  context.warn_of_skipped(source.skipped(), source.first_skipped());
  report_truncated(context, truncated, outputs.rows(), arguments.max_tokens);
  return {};
}

}  // namespace

void add_tokenize_command(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("tokenize", "Turn texts into token ids.");
  auto arguments = std::make_shared<TokenizeArguments>();
  arguments->input.add_options(*command, context);
  command->add_option("--model", context.model, "the model's name, or its folder")
      ->type_name("NAME|DIR")
      ->capture_default_str();
  command
      ->add_option("--max-tokens", arguments->max_tokens,
                   "ids a text at most, the special ones included")
      ->type_name("N")
      ->transform(whole_number_from(2, std::size_t{1} << 30))
      ->capture_default_str();
  add_raw_csv_option(*command, arguments->raw_csv);
  command->footer(
      "plumb tokenize notes.txt                          a line of ids a text\n"
      "plumb tokenize corpus.jsonl --json                one JSON document\n"
      "echo 'drift' | plumb tokenize -                   from standard input\n");
  command->callback([arguments, &context] {
    if (const auto done = tokenize(*arguments, context); !done) context.fail(done.error());
  });
}

}  // namespace plumb
