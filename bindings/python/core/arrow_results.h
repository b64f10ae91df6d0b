// Results in record batches of Arrow, by the Arrow C data interface: columns named as the fields of
// a result, read where they lie, one result at a time.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arrow_column.h"
#include "base/result.h"
#include "ingest/id_lines.h"
#include "record/execution.h"

namespace plumb::python {

// Columns: `id` and `response` (strings), and of `prompt`, `severity` (strings), `tools` (lists of
// names), `labels` (maps of strings to strings), `embedding` (lists of floats) those that are
// there; others are ignored. A null is a value that is not there.
class ArrowResults {
 public:
  // `batches` is iterated: objects that have __arrow_c_array__ and are structs.
  explicit ArrowResults(nanobind::handle batches);
  ~ArrowResults();

  // The next result, or null at the end; valid until the next call. Called without the
  // interpreter's lock. Fails with invalid_input for a row that is no result and for an id that
  // came before, with a sentence that names the id; throws where the iterator does.
  Result<const Response*> next();

 private:
  struct Batch;
  bool next_batch();
  Result<void> read(std::int64_t row);
  Result<void> read_tools(std::int64_t row);
  Result<void> read_labels(std::int64_t row);
  Result<void> read_embedding(std::int64_t row);

  nanobind::object batches_;  // an iterator
  std::unique_ptr<Batch> batch_;
  std::int64_t row_ = 0;
  std::uint64_t results_ = 0;
  IdLines ids_;
  Response response_;
};

}  // namespace plumb::python
