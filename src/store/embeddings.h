// Vectors of results, kept by who made them: model, hash, precision, as one text.
//
// An empty vector says that its result was looked at and has none: a blank response. So an
// execution is embedded where it has as many vectors as results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/stored_execution.h"
#include "store/database.h"

namespace plumb {

struct NumberedVector {
  std::int64_t number = 0;  // of the result
  std::vector<float> vector;
  bool truncated = false;  // the response is longer than its encoder reads

  friend bool operator==(const NumberedVector&, const NumberedVector&) = default;
};

class ResultEmbeddings {
 public:
  explicit ResultEmbeddings(Database& database) : database_(database) {}

  // One transaction. A vector that is there already is replaced, so a retry doubles nothing.
  // Fails with not_found (the execution) or invalid_input (a number that it does not have).
  Result<void> put(ProjectId project, ExecutionId execution, std::string_view encoder,
                   std::span<const NumberedVector> vectors);

  // Results without a vector by this encoder, from number `from` on, in order.
  Result<std::vector<StoredResult>> missing(ProjectId project, ExecutionId execution,
                                            std::string_view encoder, std::int64_t from,
                                            std::size_t most);
  // Vectors from number `from` on, in order: read on from the last number + 1.
  Result<std::vector<NumberedVector>> read(ProjectId project, ExecutionId execution,
                                           std::string_view encoder, std::int64_t from,
                                           std::size_t most);
  Result<std::int64_t> count(ProjectId project, ExecutionId execution, std::string_view encoder);

 private:
  Database& database_;
};

}  // namespace plumb
