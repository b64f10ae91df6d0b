#include "text_input.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "outputs.h"

namespace plumb {

void TextInput::add_options(CLI::App& command, CommandContext& context) {
  command.add_option("FILE", path, "the texts: a file, or - for standard input")->required();
  command
      .add_option("--field", field, "the JSON field that holds the text; dots lead into objects")
      ->type_name("NAME")
      ->each([this](const std::string&) { is_field_given = true; })
      ->capture_default_str();
  command
      .add_option(
          "--format", format,
          "how the input is read; auto goes by its name, of standard input by how it begins")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"auto", "lines", "jsonl"}))
      ->capture_default_str();
  command.add_flag("--skip-bad", skip_bad, "leave out lines that cannot be read, and say how many");
  add_line_limit(command, context);
}

Result<TextSource> TextInput::open(const CommandContext& context) const {
  for (const std::string& output : context.outputs) {
    if (!would_replace(output, path)) continue;
    return fail(
        ErrorCode::invalid_input,
        fmt::format("-o {} would replace the texts that are read; give another name", output));
  }
  if (is_field_given && format == "lines") {
    return fail(ErrorCode::invalid_input,
                "lines have no fields; leave out the field, or give --format jsonl");
  }
  TextSourceOptions options;
  if (format != "auto") options.format = format == "jsonl" ? TextFormat::jsonl : TextFormat::lines;
  if (is_field_given) options.format = TextFormat::jsonl;  // whatever the file is called
  options.field = field;
  options.pair_field = pair_field;
  options.skip_bad = skip_bad;
  options.max_line_bytes = context.max_line_bytes;
  return TextSource::open(path, options);
}

void report_truncated(const CommandContext& context, std::uint64_t truncated, std::uint64_t texts,
                      std::size_t max_tokens) {
  if (truncated == 0) return;
  const std::string_view were = truncated == 1 ? "was" : "were";
  context.warn(fmt::format("{} of {} text{} {} longer than {} tokens and {} truncated", truncated,
                           texts, texts == 1 ? "" : "s", were, max_tokens, were));
}

Error no_text_in(const TextSource& source) {
  const std::string& name = source.lines().name();
  if (source.skipped() > 0) {
    return {ErrorCode::invalid_input,
            fmt::format("{} holds no line that can be read; the first: {}", name,
                        source.first_skipped())};
  }
  return {ErrorCode::invalid_input, fmt::format("{} is empty; there is no text in it", name)};
}

}  // namespace plumb
