#include "ingest/session_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "ingest/csv.h"
#include "ingest/csv_columns.h"
#include "ingest/execution_fields.h"
#include "ingest/file_format.h"
#include "ingest/gzip_lines.h"
#include "ingest/import_reader.h"
#include "ingest/session_line.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kVersion = "session/1";

using SessionKey = std::pair<std::string, std::optional<std::string>>;  // name, agent

struct LastStep {
  std::int64_t step = 0;
  std::uint64_t line = 0;
};

JsonWanted wanted_by(const SessionColumns& columns) {
  JsonWanted wanted{{"ids", "intent", "intent_goal", "policy", "policy_thresholds",
                     "conflict_would_trigger", "plumb"},
                    2};
  for (const SessionFieldName& each : session_field_names()) {
    for (const std::string& path : names_of(columns, each.column)) {
      wanted.paths.push_back(path);
      wanted.depth = std::max(wanted.depth, 2 + static_cast<int>(std::ranges::count(path, '.')));
    }
  }
  return wanted;
}

// Of a required field, each line says itself that it has none by that name.
GivenNames given_by(const SessionColumns& columns) {
  GivenNames given;
  for (const SessionFieldName& each : session_field_names()) {
    const std::string& chosen = columns.*each.column;
    if (!chosen.empty() && !each.is_required) given.expect(chosen, "the " + each.field);
  }
  return given;
}

}  // namespace

struct SessionReader::State {
  explicit State(const SessionReaderOptions& given)
      : options(given), json(wanted_by(given.columns)), names(given_by(given.columns)) {}

  SessionReaderOptions options;
  std::optional<LineReader> lines;  // of JSON Lines
  JsonLineParser json;
  GivenNames names;
  std::optional<CsvReader> csv;
  CsvColumns csv_columns;
  std::vector<std::string> response_names;  // of CSV
  std::optional<ImportReader> import;
  bool at_start = true;
  bool at_end = false;
  bool has_steps = false;
  SessionStep step;
  std::map<SessionKey, LastStep> last_steps;
  std::uint64_t skipped = 0;
  std::string first_skipped;

  Result<void> open_csv(LineReader reader);
  Result<void> check_names();
  Result<const SessionStep*> next_json();
  Result<const SessionStep*> next_csv();
  Result<const SessionStep*> next_import();
  Result<const SessionStep*> next();
  Result<bool> is_header(const Line& line);
  std::optional<SessionField> json_field(std::string_view name) const;
  Result<void> admit(std::string_view place);

  std::string place(const Line& line, std::size_t column = 1) const {
    return fmt::format("{}:{}:{}", lines->name(), line.number, column);
  }
};

Result<void> SessionReader::State::open_csv(LineReader reader) {
  csv.emplace(std::move(reader), options.max_line_bytes);
  PLUMB_TRY(csv_columns, CsvColumns::read(*csv));
  response_names = names_of(options.columns, &SessionColumns::response);
  for (const SessionFieldName& each : session_field_names()) {
    if (!each.is_required && (options.columns.*each.column).empty()) continue;
    const auto wanted = names_of(options.columns, each.column);
    const auto is_there = [&](const std::string& name) {
      return csv_columns.find(name).has_value();
    };
    if (std::ranges::none_of(wanted, is_there)) {
      return csv_columns.missing(wanted, "the " + each.field);
    }
  }
  return {};
}

// As of results: a name that stands in no line is a slip, once there were lines to look into.
Result<void> SessionReader::State::check_names() {
  if (std::exchange(at_end, true) || !has_steps) return {};
  return names.check(lines->name());
}

std::optional<SessionField> SessionReader::State::json_field(std::string_view name) const {
  const JsonNode* node = json.find(name);
  if (node == nullptr || node->is(JsonKind::null)) return std::nullopt;
  return SessionField{node->kind, node->text, node->raw, node, 0};
}

Result<const SessionStep*> SessionReader::State::next_json() {
  while (true) {
    PLUMB_TRY(const auto line, lines->next());
    if (!line) {
      PLUMB_CHECK_RESULT(check_names());
      return nullptr;
    }
    if (is_blank(line->bytes)) continue;
    const bool first = std::exchange(at_start, false);
    if (const auto parsed = json.parse(line->bytes); !parsed) {
      return fail(
          ErrorCode::invalid_input,
          fmt::format("{}: {}", place(*line, parsed.error().column), parsed.error().reason));
    }
    if (first) {
      PLUMB_TRY(const bool header, is_header(*line));
      if (header) continue;
    }
    auto read = read_session_step([&](std::string_view name) { return json_field(name); },
                                  options.columns, step);
    if (read) read = read_session_objects(json, step);
    if (!read) {
      const auto& [reason, field] = read.error();
      const std::size_t column = field ? json.problem(*field->node, {}).column : 1;
      return fail(ErrorCode::invalid_input, fmt::format("{}: {}{}", place(*line, column), reason,
                                                        options.format ? "" : format_hint(*line)));
    }
    names.see(json);
    step.line = line->number;
    PLUMB_CHECK_RESULT(admit(place(*line)));
    has_steps = true;
    return &step;
  }
}

Result<bool> SessionReader::State::is_header(const Line& line) {
  const JsonNode* version = json.find("plumb");
  if (version == nullptr || !version->is(JsonKind::string)) return false;
  PLUMB_CHECK_RESULT(check_version(lines->name(), line.number, version->text, kVersion));
  return true;
}

Result<const SessionStep*> SessionReader::State::next_csv() {
  PLUMB_TRY(const auto record, csv->next());
  if (record.empty()) return nullptr;
  PLUMB_CHECK_RESULT(csv_columns.check_width(*csv, record));
  const auto find = [&](std::string_view name) -> std::optional<SessionField> {
    const auto column = csv_columns.find(name);
    if (!column) return std::nullopt;
    const CsvField& cell = record[*column];
    const bool is_response = std::ranges::find(response_names, name) != response_names.end();
    if (cell.text.empty() && !is_response) return std::nullopt;
    return SessionField{JsonKind::string, cell.text, cell.text, nullptr, cell.offset};
  };
  if (const auto read = read_session_step(find, options.columns, step); !read) {
    const auto& [reason, field] = read.error();
    return fail(ErrorCode::invalid_input,
                fmt::format("{}: {}", csv->place(field ? field->place : 0), reason));
  }
  step.line = csv->line();
  PLUMB_CHECK_RESULT(admit(csv->place(0)));
  return &step;
}

Result<const SessionStep*> SessionReader::State::next_import() {
  PLUMB_TRY(const SessionStep* found, import->next_step());
  if (found == nullptr) return nullptr;
  step = *found;
  PLUMB_CHECK_RESULT(admit(import->place()));
  return &step;
}

Result<const SessionStep*> SessionReader::State::next() {
  if (import) return next_import();
  return csv ? next_csv() : next_json();
}

// What can be wrong with a step only beside the others.
Result<void> SessionReader::State::admit(std::string_view place) {
  const SessionKey key(step.session, step.agent);
  const auto last = last_steps.find(key);
  if (last != last_steps.end() && step.step <= last->second.step) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("{}: step {} of session \"{}\" comes behind step {} in line {}; steps "
                    "of a session ascend, each once",
                    place, step.step, shown(step.session), last->second.step, last->second.line));
  }
  if (options.admit) {
    if (const auto admitted = options.admit(step); !admitted) {
      return fail(admitted.error().code, fmt::format("{}: {}", place, admitted.error().message));
    }
  }
  last_steps.insert_or_assign(key, LastStep{step.step, step.line});
  return {};
}

Result<SessionReader> SessionReader::open(const std::string& path,
                                          const SessionReaderOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return from(std::move(lines), options);
}

Result<SessionReader> SessionReader::from(LineReader given, const SessionReaderOptions& options) {
  auto state = std::make_unique<State>(options);
  PLUMB_TRY(LineReader lines, unpacked(std::move(given), options.max_line_bytes));
  PLUMB_TRY(const auto import_format,
            choose_import(lines, {.import_format = options.import_format,
                                  .is_own = options.format.has_value(),
                                  .has_columns = options.columns != SessionColumns()}));
  if (import_format) {
    const std::string source = std::filesystem::path(lines.name()).filename().string();
    PLUMB_TRY(state->import,
              ImportReader::open(std::move(lines), *import_format, source, options.max_line_bytes));
    return SessionReader(std::move(state));
  }
  auto format = options.format;
  if (!format) {
    PLUMB_TRY(format, detect_format(lines));
  }
  if (format == ExecutionFormat::csv) {
    PLUMB_CHECK_RESULT(state->open_csv(std::move(lines)));
  } else {
    state->lines = std::move(lines);
  }
  return SessionReader(std::move(state));
}

SessionReader::SessionReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
SessionReader::SessionReader(SessionReader&&) noexcept = default;
SessionReader& SessionReader::operator=(SessionReader&&) noexcept = default;
SessionReader::~SessionReader() = default;

Result<const SessionStep*> SessionReader::next() {
  while (true) {
    auto found = state_->next();
    const bool is_bad_line =
        !found && found.error().code == ErrorCode::invalid_input && !state_->at_end;
    if (!is_bad_line || !state_->options.skip_bad) return found;
    if (state_->skipped++ == 0) state_->first_skipped = std::move(found.error().message);
  }
}

std::uint64_t SessionReader::skipped() const {
  return state_->skipped;
}

const std::string& SessionReader::first_skipped() const {
  return state_->first_skipped;
}

std::uint64_t SessionReader::repeated() const {
  return state_->import ? state_->import->repeated() : 0;
}

const std::string& SessionReader::first_repeated() const {
  static const std::string kNone;
  return state_->import ? state_->import->first_repeated() : kNone;
}

Result<SessionLog> read_sessions(const std::string& path, const SessionReaderOptions& options) {
  PLUMB_TRY(auto lines, LineReader::open(path, options.max_line_bytes));
  return read_sessions(std::move(lines), options);
}

Result<SessionLog> read_sessions(LineReader lines, const SessionReaderOptions& options) {
  PLUMB_TRY(auto reader, SessionReader::from(std::move(lines), options));
  SessionLog log;
  std::map<SessionKey, std::size_t> order;  // by the first step
  std::vector<std::size_t> of_step;
  while (true) {
    PLUMB_TRY(const SessionStep* step, reader.next());
    if (step == nullptr) break;
    of_step.push_back(order.try_emplace({step->session, step->agent}, order.size()).first->second);
    log.steps.push_back(*step);
  }
  // Within a session the reader gave them ascending, so lines keep that order.
  std::vector<std::size_t> places(log.steps.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  std::ranges::sort(places, {}, [&](std::size_t i) { return std::pair(of_step[i], i); });
  std::vector<SessionStep> grouped;
  grouped.reserve(places.size());
  for (const std::size_t i : places) grouped.push_back(std::move(log.steps[i]));
  log.steps = std::move(grouped);
  log.skipped = reader.skipped();
  log.first_skipped = reader.first_skipped();
  log.repeated = reader.repeated();
  log.first_repeated = reader.first_repeated();
  return log;
}

}  // namespace plumb
