// Which format a file of records is in, and which version it claims.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/execution_reader.h"
#include "ingest/line_reader.h"

namespace plumb {

// Of the name of a file, with its dot and in lower case.
std::string extension_of(std::string_view name);

// By the extension, else by the first byte that is no white space. Fails with invalid_input where
// the file is one JSON array, and says how to make lines of it.
Result<ExecutionFormat> detect_format(LineReader& lines);

// The format of another tool that the first bytes show; none where it is one of Plumb's own. Fails
// where the file is none of both: Parquet, no text at all.
Result<std::optional<ImportFormat>> detect_import(LineReader& lines);

// For the end of a sentence on a bad line: the way out where another tool's keys may have stood
// behind what was looked at; else empty.
std::string_view format_hint(const Line& line);

// What was said of a file's format before anybody looked into it.
struct GivenFormat {
  std::optional<ImportFormat> import_format;
  bool is_own = false;       // it is one of Plumb's
  bool has_columns = false;  // somebody named its fields, as only Plumb's own formats allow
};
// The format of another tool, where that was said, or nothing was and the content shows it. Fails
// with invalid_input where columns are named beside it, and like detect_import.
Result<std::optional<ImportFormat>> choose_import(LineReader& lines, const GivenFormat& given);

// Fails with unsupported unless a header's version ("session/1") is the one that
// the reader knows; the sentence says what to do.
Result<void> check_version(std::string_view file, std::uint64_t line, std::string_view version,
                           std::string_view known);

}  // namespace plumb
