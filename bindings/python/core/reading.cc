#include "reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.h"
#include "errors.h"

namespace plumb::python {
namespace {

template <class Options>
void choose_format(const std::string& name, Options& options) {
  if (name == "auto") return;
  if (name == "jsonl") options.format = ExecutionFormat::jsonl;
  if (name == "csv") options.format = ExecutionFormat::csv;
  options.import_format = import_format_of(name);
  if (options.format || options.import_format) return;
  std::vector<std::string> names = {"auto", "jsonl", "csv"};
  for (const ImportFormat each : kImportFormats) names.emplace_back(name_of(each));
  refuse(fmt::format("format is \"{}\"; it can be {}{}", name, fmt::join(names, ", "),
                     did_you_mean(name, names)));
}

// `map` makes the columns of a kind of record.
template <class Options, class Map>
Options options_of(const Reading& reading, const Map& map) {
  Options options;
  choose_format(reading.format, options);
  std::vector<ColumnMapping> pairs;
  for (const auto& [field, column] : reading.columns) pairs.push_back({field, column});
  auto mapped = map(pairs);
  if (!mapped) refuse(fmt::format("columns: {}", mapped.error().message));
  options.columns = *std::move(mapped);
  options.skip_bad = reading.skip_bad;
  return options;
}

}  // namespace

ExecutionReaderOptions Reading::of_results() const {
  return options_of<ExecutionReaderOptions>(*this, execution_columns_of);
}

SessionReaderOptions Reading::of_steps() const {
  return options_of<SessionReaderOptions>(*this, session_columns_of);
}

std::string skipped_sentence(std::uint64_t lines, const std::string& name,
                             const std::string& first) {
  return fmt::format("{} line{} of {} {} left out; the first: {}", lines, lines == 1 ? "" : "s",
                     name, lines == 1 ? "was" : "were", first);
}

std::string failed_sentence(std::uint64_t records, const std::string& first) {
  return fmt::format("{} record{} an error in place of an answer and {} left out; the first: {}",
                     records, records == 1 ? " has" : "s have", records == 1 ? "is" : "are", first);
}

}  // namespace plumb::python
