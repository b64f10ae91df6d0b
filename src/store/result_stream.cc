#include "store/result_stream.h"

#include <utility>

namespace plumb {

Result<void> ResultStream::add(StoredResult result) {
  if (failed_) return fail(ErrorCode::invalid_input, "this stream has failed; start another");
  batch_bytes_ += result.id.size() + result.line.size() + result.embedding.size() * sizeof(float);
  batch_.push_back(std::move(result));
  if (batch_.size() < options_.batch_results && batch_bytes_ < options_.batch_bytes) return {};
  return send();
}

Result<void> ResultStream::finish() {
  if (failed_) return fail(ErrorCode::invalid_input, "this stream has failed; start another");
  // An empty stream still asks whether there is such an execution.
  if (batch_.empty() && outcome_.durable() > 0) return {};
  return send();
}

Result<void> ResultStream::send() {
  const std::size_t before = outcome_.durable();
  auto sent = results_.append(project_, execution_, batch_);
  failed_ = !sent;
  if (!sent) return std::unexpected<Error>(std::move(sent.error()));
  outcome_.added += sent->added;
  outcome_.repeated += sent->repeated;
  outcome_.differing += sent->differing;
  for (const std::size_t place : sent->differing_places) outcome_.note_place(before + place);
  batch_.clear();
  batch_bytes_ = 0;
  return {};
}

}  // namespace plumb
