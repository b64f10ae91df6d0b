// One line of an execution file, JSON, as a record.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/column_mapping.h"
#include "ingest/execution_fields.h"
#include "ingest/json_line.h"
#include "record/execution.h"

namespace plumb {

// Members that are not named by `columns`, and not "labels", are checked as JSON
// and otherwise ignored; null is the same as absent. Labels that `columns` names stand beside those
// of "labels", which count where a name is in both. One thread at a time.
class ExecutionLineParser {
 public:
  explicit ExecutionLineParser(ExecutionColumns columns = {});

  // Fills `out` but for `line`; the id stays empty where the line has none.
  std::expected<void, JsonProblem> read(std::string_view line, Response& out);
  // The same of an object inside of what another parser has read, deep enough for its members.
  std::expected<void, JsonProblem> read(const JsonLineParser& parsed, const JsonNode& object,
                                        Response& out) const;

  // The version that a header line claims ("execution/1"), empty where the line
  // that read() last saw is none. It need not have been a good result.
  std::string_view header_version() const;
  // The header itself, of the same line.
  std::expected<ExecutionHeader, JsonProblem> read_header(std::string_view line);

  // Of the line at hand, where it or its labels have a name twice, of which read() took the last;
  // for those who refuse that. Members that are ignored are not looked at.
  std::optional<JsonProblem> repeated_name() const;

  // Fails with invalid_input where no good line so far had a field that `columns` gives a name of
  // its own; `file` is how the sentence calls the file.
  Result<void> check_names(std::string_view file) const { return given_.check(file); }

  // Where the id of the line at hand stands, in characters.
  std::size_t id_column() const;

 private:
  // Where the members of one result are.
  struct Source;
  std::expected<void, JsonProblem> fill(const Source& from, Response& out) const;
  std::expected<void, JsonProblem> fill_labels(const Source& from, Labels& out) const;
  std::expected<void, JsonProblem> fill_lists(const Source& from, Response& out) const;
  std::expected<void, JsonProblem> fill_id(const Source& from, std::string& out) const;

  ExecutionColumns columns_;
  GivenNames given_;
  JsonLineParser line_;
  JsonLineParser header_;
};

}  // namespace plumb
