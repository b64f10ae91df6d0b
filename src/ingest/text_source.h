// Texts of a file or standard input, one at a time: plain lines, or JSON Lines
// with the text in a field.
//
// Plain lines: every line is a text, an empty line an empty text. JSON Lines:
// lines of white space are skipped, and so is a first line that is a Plumb
// header ({"plumb": "execution/1", ...}) without the field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/json_text.h"
#include "ingest/line_reader.h"

namespace plumb {

enum class TextFormat { lines, jsonl };

struct TextSourceOptions {
  // None: JSON Lines by the extension .jsonl, .ndjson or .json; of standard
  // input and pipes by a '{' before anything but white space; else plain lines.
  std::optional<TextFormat> format;
  std::string field = "text";
  std::string pair_field;  // of a second text; empty: there is none
  bool skip_bad = false;   // count a bad line and go on instead of failing
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
};

struct TextRecord {
  std::string_view text;                      // valid until the next call
  std::string_view id;                        // JSON of the line's "id", empty where there is none
  std::uint64_t line = 0;                     // from 1
  std::optional<std::string_view> pair = {};  // of JSON Lines with the pair's field
};

class TextSource {
 public:
  static Result<TextSource> open(const std::string& path, const TextSourceOptions& options = {});
  static Result<TextSource> from(LineReader reader, const TextSourceOptions& options);

  // The next text, or nothing at the end. A bad line fails with invalid_input
  // and `file:line:column: reason`.
  Result<std::optional<TextRecord>> next();

  TextFormat format() const { return format_; }
  std::uint64_t skipped() const { return skipped_; }
  // What was wrong with the first line that was skipped, empty where none was.
  const std::string& first_skipped() const { return first_skipped_; }
  const LineReader& lines() const { return lines_; }

 private:
  TextSource(LineReader lines, TextFormat format, const TextSourceOptions& options);
  Result<std::optional<TextRecord>> read(const Line& line);

  LineReader lines_;
  TextFormat format_;
  JsonTextParser json_;
  bool skip_bad_;
  std::uint64_t skipped_ = 0;
  std::string first_skipped_;
};

}  // namespace plumb
