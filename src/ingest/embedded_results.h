// Results with vectors that come from elsewhere, a row a result in their order, in place of those
// that a model would make or that the results bring. For `plumb ... --embeddings` and for Python.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/execution_reader.h"
#include "ingest/npy.h"
#include "record/execution.h"

namespace plumb {

struct VectorRows {
  std::string name;  // for errors
  std::uint64_t rows = 0;
  // The next row, or false behind the last.
  std::function<Result<bool>(std::vector<float>&)> next;
};

// `file` must outlive it.
VectorRows rows_of(NpyRows& file);

class EmbeddedResults {
 public:
  // `reader` must outlive it.
  EmbeddedResults(ExecutionReader& reader, VectorRows rows)
      : reader_(reader), rows_(std::move(rows)) {}

  // The next result, or nothing at the end; valid until the next call. Fails with invalid_input
  // where there are more results than rows or fewer, and where a bad line was left out, since
  // nobody knows then which row is whose.
  Result<const Response*> next();

 private:
  ExecutionReader& reader_;
  VectorRows rows_;
  Response current_;
  std::vector<float> vector_;
  std::uint64_t results_ = 0;
};

}  // namespace plumb
