// A stream of results into one execution: collected into batches, each durable when it is sent.
//
//   ResultStream stream(store.results(), project, execution);
//   while (...) PLUMB_CHECK_RESULT(stream.add(to_stored_result(response)));
//   PLUMB_CHECK_RESULT(stream.finish());
//   // stream.outcome() says what became of the lines, also behind an error.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "store/results.h"

namespace plumb {

struct ResultStreamOptions {
  std::size_t batch_results = 1'000;
  std::size_t batch_bytes = 4 * 1024 * 1024;  // bounds memory where results are large
};

class ResultStream {
 public:
  using Options = ResultStreamOptions;

  ResultStream(Results results, ProjectId project, ExecutionId execution, Options options = {})
      : results_(results), project_(project), execution_(execution), options_(options) {}

  // Sends a batch when it is full. After an error nothing more is taken.
  Result<void> add(StoredResult result);
  // Sends what is left.
  Result<void> finish();

  // Of all batches that are durable; places count from the stream's first line.
  const AppendOutcome& outcome() const { return outcome_; }
  // Of the batch that is not sent yet.
  std::size_t held_bytes() const { return batch_bytes_ + batch_.capacity() * sizeof(StoredResult); }

 private:
  Result<void> send();

  Results results_;
  ProjectId project_;
  ExecutionId execution_;
  Options options_;
  std::vector<StoredResult> batch_;
  std::size_t batch_bytes_ = 0;
  AppendOutcome outcome_;
  bool failed_ = false;
};

}  // namespace plumb
