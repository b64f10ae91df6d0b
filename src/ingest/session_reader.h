// Steps of sessions, one at a time, from JSON Lines or CSV, or from a file of another tool
// (ingest/import_reader.h), each of them as it is or packed with gzip.
//
// A session is told from others by its name and its agent, so that the logs of
// two agents may stand in one file. Steps of different sessions may alternate;
// within a session they ascend, and a step that comes twice or too late is a bad
// line. Numbers may be missing between them: a log may have been cut or filtered.
// Memory: the longest line allowed, and the name of each session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/column_mapping.h"
#include "ingest/execution_reader.h"
#include "ingest/line_reader.h"
#include "record/session.h"

namespace plumb {

// Which CSV column, or JSON field by dots, holds what. Empty: the first of the
// usual names that is there.
struct SessionColumns {
  std::string session;   // "session", "task_id"
  std::string step;      // "step"
  std::string prompt;    // "prompt"
  std::string response;  // "response", "output"
  std::string error;     // "error"
  std::string goal;      // "goal"
  std::string agent;     // "agent"

  friend bool operator==(const SessionColumns&, const SessionColumns&) = default;
};
// Fails like map_columns. Steps have no labels.
Result<SessionColumns> session_columns_of(std::span<const ColumnMapping> mappings);

struct SessionReaderOptions {
  std::optional<ExecutionFormat> format;        // none: by extension, else by the first byte
  std::optional<ImportFormat> import_format{};  // none: by content, where `format` is none too
  SessionColumns columns;
  bool skip_bad = false;  // count a bad line and go on instead of failing
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
  // What else a step has to pass; one that it refuses is a bad line.
  std::function<Result<void>(const SessionStep&)> admit = {};
};

class SessionReader {
 public:
  // Fails like ExecutionReader::open; of CSV, where a column of a session, a step or a response is
  // missing, or another that `columns` names.
  static Result<SessionReader> open(const std::string& path,
                                    const SessionReaderOptions& options = {});
  static Result<SessionReader> from(LineReader lines, const SessionReaderOptions& options);
  SessionReader(SessionReader&&) noexcept;
  SessionReader& operator=(SessionReader&&) noexcept;
  ~SessionReader();

  // The next step, or nothing at the end; valid until the next call. Fails like
  // ExecutionReader::next.
  Result<const SessionStep*> next();

  std::uint64_t skipped() const;
  // What was wrong with the first line that was skipped, empty where none was.
  const std::string& first_skipped() const;
  // Of another tool's traces: spans that came again with another content.
  std::uint64_t repeated() const;
  const std::string& first_repeated() const;

 private:
  struct State;
  explicit SessionReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct SessionLog {
  // Session by session in the order of their first steps, each ascending by step.
  std::vector<SessionStep> steps;
  std::uint64_t skipped = 0;
  std::string first_skipped;
  std::uint64_t repeated = 0;  // spans of another tool that came again with another content
  std::string first_repeated;
};

Result<SessionLog> read_sessions(const std::string& path, const SessionReaderOptions& options = {});
Result<SessionLog> read_sessions(LineReader lines, const SessionReaderOptions& options);

}  // namespace plumb
