#include "ingest/csv_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ingest/execution_fields.h"

namespace plumb {
namespace {

// A file of another separator is one column whose name holds all of them.
std::string_view separator_hint(std::span<const std::string> names) {
  const bool other = names.size() == 1 && names[0].find_first_of(";\t|") != std::string::npos;
  return other ? "; fields are separated by commas here" : "";
}

}  // namespace

std::string_view stripped_cell(std::string_view cell) {
  const std::size_t begin = std::min(cell.find_first_not_of(" \t"), cell.size());
  return cell.substr(begin, cell.find_last_not_of(" \t") + 1 - begin);
}

Result<CsvColumns> CsvColumns::read(CsvReader& reader) {
  PLUMB_TRY(const auto header, reader.next());
  if (header.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} is empty; the first line of a CSV file names its columns",
                            reader.lines().name()));
  }
  CsvColumns columns;
  columns.place_ = fmt::format("{}:{}:1", reader.lines().name(), reader.line());
  for (const CsvField& field : header) {
    const std::string_view name = stripped_cell(field.text);
    if (!name.empty() && columns.find(name)) {
      return fail(ErrorCode::invalid_input, fmt::format("{}: the column \"{}\" comes twice",
                                                        reader.place(field.offset), shown(name)));
    }
    columns.names_.emplace_back(name);
  }
  return columns;
}

std::optional<std::size_t> CsvColumns::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

std::unexpected<Error> CsvColumns::missing(std::span<const std::string> wanted,
                                           std::string_view what) const {
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: there is no column \"{}\" for {}; the columns are \"{}\"{}", place_,
                          fmt::join(wanted, "\" or \""), what, fmt::join(names_, "\", \""),
                          separator_hint(names_)));
}

Result<void> CsvColumns::check_width(const CsvReader& reader,
                                     std::span<const CsvField> record) const {
  if (record.size() == names_.size()) return {};
  return fail(ErrorCode::invalid_input,
              fmt::format("{}: the record has {} field{}, but the header names {}",
                          reader.place(record.front().offset), record.size(),
                          record.size() == 1 ? "" : "s", names_.size()));
}

}  // namespace plumb
