#include "ingest/execution_reader.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "ingest/csv.h"
#include "ingest/execution_csv.h"
#include "ingest/execution_line.h"
#include "ingest/file_format.h"
#include "ingest/gzip_lines.h"
#include "ingest/id_lines.h"
#include "ingest/import_reader.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kVersion = "execution/1";

// Without its folders, so that ids are the same on every machine.
std::string source_of(const std::string& name) {
  return name == "<stdin>" ? "stdin" : std::filesystem::path(name).filename().string();
}

}  // namespace

struct ExecutionReader::State {
  explicit State(const ExecutionReaderOptions& given) : options(given), json(given.columns) {}

  ExecutionReaderOptions options;
  std::string source;
  std::optional<LineReader> lines;  // of JSON Lines
  ExecutionLineParser json;
  std::optional<ExecutionCsvParser> csv;
  std::optional<ImportReader> import;
  bool at_start = true;
  bool at_end = false;
  bool has_results = false;
  Response response;
  ExecutionHeader header;
  IdLines ids;
  std::size_t dimension = 0;
  std::uint64_t dimension_line = 0;
  std::uint64_t skipped = 0;
  std::string first_skipped;

  Result<const Response*> next_json();
  Result<const Response*> next_csv();
  Result<const Response*> next_import();
  Result<const Response*> next();
  Result<void> read_header(const Line& line);
  Result<void> check_fields();
  Result<void> admit();
  std::string place() const;
  std::unexpected<Error> bad(const Line& line, const JsonProblem& problem) const {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}:{}:{}: {}{}", lines->name(), line.number, problem.column,
                            problem.reason, options.format ? "" : format_hint(line)));
  }
};

Result<const Response*> ExecutionReader::State::next_json() {
  while (true) {
    PLUMB_TRY(const auto line, lines->next());
    if (!line) {
      PLUMB_CHECK_RESULT(check_fields());
      return nullptr;
    }
    if (is_blank(line->bytes)) continue;
    const bool first = std::exchange(at_start, false);
    const auto read = json.read(line->bytes, response);
    if (!json.header_version().empty() && (first || !read)) {
      if (!first) {
        return bad(*line, {1, "a second header; only the first line may be one"});
      }
      PLUMB_CHECK_RESULT(read_header(*line));
      continue;
    }
    if (!read) return bad(*line, read.error());
    response.line = line->number;
    PLUMB_CHECK_RESULT(admit());
    has_results = true;
    return &response;
  }
}

// A name that stands in no line is a slip of whoever gave it, once there were lines to look into.
Result<void> ExecutionReader::State::check_fields() {
  if (std::exchange(at_end, true) || !has_results) return {};
  return json.check_names(lines->name());
}

Result<void> ExecutionReader::State::read_header(const Line& line) {
  PLUMB_CHECK_RESULT(check_version(lines->name(), line.number, json.header_version(), kVersion));
  auto found = json.read_header(line.bytes);
  if (!found) return bad(line, found.error());
  header = *std::move(found);
  return {};
}

Result<const Response*> ExecutionReader::State::next_csv() {
  PLUMB_TRY(const bool found, csv->next(response));
  if (!found) return nullptr;
  response.line = csv->reader().line();
  PLUMB_CHECK_RESULT(admit());
  return &response;
}

Result<const Response*> ExecutionReader::State::next_import() {
  PLUMB_TRY(const Response* found, import->next_result());
  if (found == nullptr) return nullptr;
  response = *found;
  PLUMB_CHECK_RESULT(admit());
  return &response;
}

Result<const Response*> ExecutionReader::State::next() {
  if (import) return next_import();
  return csv ? next_csv() : next_json();
}

// What can be wrong with a result only beside the others.
Result<void> ExecutionReader::State::admit() {
  const std::size_t length = response.embedding.size();
  if (length != 0 && dimension != 0 && length != dimension) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the embedding has {} numbers, but that of line {} has {}", place(),
                            length, dimension_line, dimension));
  }
  if (response.id.empty()) response.id = fmt::format("{}:{}", source, response.line);
  if (const auto before = ids.insert(response.id, response.line)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: the id \"{}\" came before, in line {}; give each result its own",
                            place(), shown(response.id), *before));
  }
  if (length != 0 && dimension == 0) {
    dimension = length;
    dimension_line = response.line;
  }
  return {};
}

std::string ExecutionReader::State::place() const {
  if (import) return import->place();
  if (csv) return csv->id_place();
  return fmt::format("{}:{}:{}", lines->name(), response.line, json.id_column());
}

Result<ExecutionReader> ExecutionReader::open(const std::string& path,
                                              const ExecutionReaderOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return from(std::move(lines), options);
}

Result<ExecutionReader> ExecutionReader::from(LineReader given,
                                              const ExecutionReaderOptions& options) {
  auto state = std::make_unique<State>(options);
  PLUMB_TRY(LineReader lines, unpacked(std::move(given), options.max_line_bytes));
  state->source = source_of(lines.name());
  PLUMB_TRY(const auto import_format,
            choose_import(lines, {.import_format = options.import_format,
                                  .is_own = options.format.has_value(),
                                  .has_columns = options.columns != ExecutionColumns()}));
  auto format = options.format;
  if (!format && !import_format) {
    PLUMB_TRY(format, detect_format(lines));
  }
  if (import_format) {
    PLUMB_TRY(state->import, ImportReader::open(std::move(lines), *import_format, state->source,
                                                options.max_line_bytes));
  } else if (format == ExecutionFormat::csv) {
    PLUMB_TRY(state->csv,
              ExecutionCsvParser::open(CsvReader(std::move(lines), options.max_line_bytes),
                                       options.columns));
  } else {
    state->lines = std::move(lines);
  }
  return ExecutionReader(std::move(state));
}

ExecutionReader::ExecutionReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ExecutionReader::ExecutionReader(ExecutionReader&&) noexcept = default;
ExecutionReader& ExecutionReader::operator=(ExecutionReader&&) noexcept = default;
ExecutionReader::~ExecutionReader() = default;

Result<const Response*> ExecutionReader::next() {
  while (true) {
    auto found = state_->next();
    const bool is_bad_line =
        !found && found.error().code == ErrorCode::invalid_input && !state_->at_end;
    if (!is_bad_line || !state_->options.skip_bad) return found;
    if (state_->skipped++ == 0) state_->first_skipped = std::move(found.error().message);
  }
}

const ExecutionHeader& ExecutionReader::header() const {
  return state_->header;
}

std::uint64_t ExecutionReader::skipped() const {
  return state_->skipped;
}

const std::string& ExecutionReader::first_skipped() const {
  return state_->first_skipped;
}

std::uint64_t ExecutionReader::failed() const {
  return state_->import ? state_->import->failed() : 0;
}

const std::string& ExecutionReader::first_failed() const {
  static const std::string kNone;
  return state_->import ? state_->import->first_failed() : kNone;
}

std::uint64_t ExecutionReader::labels_left_out() const {
  return state_->import ? state_->import->labels_left_out() : 0;
}

std::uint64_t ExecutionReader::repeated() const {
  return state_->import ? state_->import->repeated() : 0;
}

const std::string& ExecutionReader::first_repeated() const {
  static const std::string kNone;
  return state_->import ? state_->import->first_repeated() : kNone;
}

const LineReader& ExecutionReader::lines() const {
  if (state_->import) return state_->import->lines();
  return state_->csv ? state_->csv->reader().lines() : *state_->lines;
}

}  // namespace plumb
