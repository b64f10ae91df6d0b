#include "ingest/embedded_results.h"

#include <fmt/format.h>

namespace plumb {

VectorRows rows_of(NpyRows& file) {
  return {file.name(), file.header().rows,
          [&file](std::vector<float>& row) { return file.next(row); }};
}

Result<const Response*> EmbeddedResults::next() {
  PLUMB_TRY(const Response* response, reader_.next());
  if (reader_.skipped() > 0) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has a bad line, so that nobody knows which row of {} is whose: {}",
                            reader_.lines().name(), rows_.name, reader_.first_skipped()));
  }
  PLUMB_TRY(const bool has_row, rows_.next(vector_));
  if (has_row != (response != nullptr)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has {} rows, and {} has {} results; a row a result is expected",
                            rows_.name, rows_.rows, reader_.lines().name(),
                            has_row ? fmt::format("{}", results_) : "more"));
  }
  if (response == nullptr) return nullptr;
  ++results_;
  current_ = *response;
  current_.embedding = vector_;
  return &current_;
}

}  // namespace plumb
