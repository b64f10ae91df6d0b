// Records of a CSV file as results of an execution.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ingest/csv.h"
#include "ingest/csv_columns.h"
#include "ingest/execution_fields.h"
#include "record/execution.h"

namespace plumb {

// An empty cell is the same as an absent field, but for the response's: that one
// is an empty response. One thread at a time.
class ExecutionCsvParser {
 public:
  // Reads the first record, which names the columns. Fails with invalid_input
  // where the response's column is missing, or another that `columns` asks for
  // by a name of its own; the sentence lists what is there.
  static Result<ExecutionCsvParser> open(CsvReader reader, const ExecutionColumns& columns);

  // The next record in `out`, false at the end. The id stays empty where its cell is.
  Result<bool> next(Response& out);

  // "file:line:column" of the id of the record at hand.
  std::string id_place() const;
  const CsvReader& reader() const { return reader_; }

 private:
  using Column = std::optional<std::size_t>;

  explicit ExecutionCsvParser(CsvReader reader)
      : reader_(std::move(reader)), json_({.paths = {}, .depth = 3}) {}

  Result<void> map(const ExecutionColumns& columns);
  Result<void> map_labels(const ExecutionColumns& columns);
  Result<void> read_tools_cell(const CsvField& cell, std::vector<ToolCall>& out);
  Result<void> read_embedding_cell(const CsvField& cell, std::vector<float>& out);
  const CsvField* given(Column column) const;  // nullptr where absent or empty
  std::unexpected<Error> bad(const CsvField& cell, std::string_view reason) const;

  CsvReader reader_;
  CsvColumns columns_;
  JsonLineParser json_;
  std::span<const CsvField> record_;
  Column id_, prompt_, response_, severity_, tools_, embedding_;
  std::vector<std::pair<std::string, std::size_t>> labels_;  // ascending by name
};

}  // namespace plumb
