#include "ingest/file_format.h"

#include <fmt/format.h>

#include <filesystem>

#include "ingest/execution_fields.h"

namespace plumb {
namespace {

// What would be taken for CSV and is no text is said to be none, before its "columns" are found
// wrong.
Result<void> check_is_text(std::string_view name, std::string_view start) {
  constexpr std::size_t kLooked = 512;  // farther on it may be one bad field
  const std::size_t zero = start.substr(0, kLooked).find('\0');
  if (zero == start.npos) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{} is no text: byte {} is 0; JSON Lines, CSV or a file of another tool "
                          "are expected, see plumb import --help",
                          name, zero + 1));
}

}  // namespace

std::string extension_of(std::string_view name) {
  std::string extension = std::filesystem::path(name).extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

Result<ExecutionFormat> detect_format(LineReader& lines) {
  std::string extension = extension_of(lines.name());
  if (extension == ".gz") {  // what it was before it was packed
    extension = extension_of(std::filesystem::path(lines.name()).stem().string());
  }
  if (extension == ".csv") return ExecutionFormat::csv;
  PLUMB_TRY(const auto first, lines.first_visible_byte());
  if (first == '[') {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:1:1: the file is a JSON array; write each element as a line of "
                            "its own, e.g. by: jq -c '.[]' FILE",
                            lines.name()));
  }
  const bool json = extension == ".jsonl" || extension == ".ndjson" || extension == ".json";
  return json || !first || first == '{' ? ExecutionFormat::jsonl : ExecutionFormat::csv;
}

Result<std::optional<ImportFormat>> detect_import(LineReader& lines) {
  PLUMB_TRY(const std::string_view start, lines.peek(kGlanceBytes));
  if (start.starts_with("PAR1")) {
    return fail(ErrorCode::unsupported,
                fmt::format("{} is Parquet, which the program does not read; its Python package "
                            "does: plumb_drift.compare, or plumb_drift.import_ into a .jsonl",
                            lines.name()));
  }
  const ImportGlance glance = glance_at(start);
  if (!glance.format && glance.is_csv) PLUMB_CHECK_RESULT(check_is_text(lines.name(), start));
  return glance.format;
}

std::string_view format_hint(const Line& line) {
  if (line.number > 1 || line.bytes.size() <= kGlanceBytes) return {};
  return "; where another tool wrote the file, name the tool by --format";
}

Result<std::optional<ImportFormat>> choose_import(LineReader& lines, const GivenFormat& given) {
  if (given.import_format && given.has_columns) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is read as {}, whose fields have their places; columns are for "
                            "Plumb's own JSON Lines and for CSV: leave them out, or the format",
                            lines.name(), name_of(*given.import_format)));
  }
  if (given.import_format || given.is_own || given.has_columns) return given.import_format;
  return detect_import(lines);
}

Result<void> check_version(std::string_view file, std::uint64_t line, std::string_view version,
                           std::string_view known) {
  if (version == known) return {};
  const auto kind_of = [](std::string_view text) { return text.substr(0, text.find('/')); };
  const std::string_view kind = kind_of(version);
  if (kind == "session" && kind != kind_of(known)) {
    return fail(ErrorCode::unsupported,
                fmt::format("{}:{}: the file holds sessions (\"{}\"), not an execution; measure "
                            "it with plumb intent",
                            file, line, shown(version)));
  }
  if (kind == "execution" && kind != kind_of(known)) {
    return fail(ErrorCode::unsupported,
                fmt::format("{}:{}: the file holds an execution (\"{}\"), not sessions; compare "
                            "it with plumb compare",
                            file, line, shown(version)));
  }
  return fail(ErrorCode::unsupported,
              fmt::format("{}:{}: the file says \"{}\", and this Plumb reads \"{}\"; take a Plumb "
                          "that knows it, or write the file anew",
                          file, line, shown(version), known));
}

}  // namespace plumb
