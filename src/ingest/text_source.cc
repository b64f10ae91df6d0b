#include "ingest/text_source.h"

#include <fmt/format.h>

#include <utility>

#include "ingest/file_format.h"

namespace plumb {
namespace {

Result<TextFormat> detect_text_format(LineReader& lines) {
  const std::string extension = extension_of(lines.name());
  if (extension == ".jsonl" || extension == ".ndjson" || extension == ".json") {
    return TextFormat::jsonl;
  }
  if (lines.total_bytes() && lines.name() != "<stdin>") return TextFormat::lines;
  PLUMB_TRY(const auto first, lines.first_visible_byte());
  return first == '{' ? TextFormat::jsonl : TextFormat::lines;
}

bool is_blank_line(std::string_view bytes) {
  return bytes.find_first_not_of(" \t\r\v\f") == std::string_view::npos;
}

// Of a file called .json people expect one document, over many lines or a list.
std::string_view hint_for(std::string_view name, const Line& line) {
  if (line.number != 1 || extension_of(name) != ".json") return {};
  return "; a .json file is read as JSON Lines, an object a line";
}

}  // namespace

Result<TextSource> TextSource::open(const std::string& path, const TextSourceOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return from(std::move(lines), options);
}

Result<TextSource> TextSource::from(LineReader lines, const TextSourceOptions& options) {
  if (options.format) return TextSource(std::move(lines), *options.format, options);
  PLUMB_TRY(const TextFormat format, detect_text_format(lines));
  return TextSource(std::move(lines), format, options);
}

TextSource::TextSource(LineReader lines, TextFormat format, const TextSourceOptions& options)
    : lines_(std::move(lines)),
      format_(format),
      json_(options.field, options.pair_field),
      skip_bad_(options.skip_bad) {}

Result<std::optional<TextRecord>> TextSource::next() {
  while (true) {
    Result<std::optional<TextRecord>> record;
    if (auto line = lines_.next(); !line) {
      record = std::unexpected(std::move(line.error()));
    } else if (!*line) {
      return std::optional<TextRecord>();
    } else {
      record = read(**line);
      if (record && !*record) continue;
    }
    if (record || !skip_bad_ || record.error().code != ErrorCode::invalid_input) return record;
    if (skipped_++ == 0) first_skipped_ = std::move(record.error().message);
  }
}

// Nothing where the line holds no record.
Result<std::optional<TextRecord>> TextSource::read(const Line& line) {
  if (format_ == TextFormat::lines) return TextRecord{line.bytes, {}, line.number};
  if (is_blank_line(line.bytes)) return std::optional<TextRecord>();
  const auto json = json_.parse(line.bytes);
  if (json) return TextRecord{json->text, json->id, line.number, json->pair};
  if (json.error().is_header && line.number == 1) return std::optional<TextRecord>();
  return fail(ErrorCode::invalid_input,
              fmt::format("{}:{}:{}: {}{}", lines_.name(), line.number, json.error().column,
                          json.error().reason, hint_for(lines_.name(), line)));
}

}  // namespace plumb
