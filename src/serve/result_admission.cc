#include "serve/result_admission.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace plumb {
namespace {

constexpr std::uint64_t kSeed = 0;  // of every version: ids must not change

}  // namespace

Result<void> ResultAdmission::check(const Response& response) {
  if (response.id.size() > kMostIdBytes) {
    return fail(ErrorCode::invalid_input, fmt::format("\"id\" has {} bytes; at most {} are taken",
                                                      response.id.size(), kMostIdBytes));
  }
  if (response.id.contains('\0')) {
    return fail(ErrorCode::invalid_input,
                "\"id\" holds the character U+0000, which is not kept; leave it out");
  }
  const std::size_t length = response.embedding.size();
  if (length == 0) return {};
  if (length != dimension_.value_or(length)) {
    return fail(ErrorCode::conflict,
                fmt::format("\"embedding\" has {} numbers, and those before it have {}; vectors of "
                            "another model belong to another execution",
                            length, *dimension_));
  }
  dimension_ = length;
  return {};
}

Result<StoredResult> ResultAdmission::admit(const Response& response) {
  PLUMB_CHECK_RESULT(check(response));
  StoredResult stored = to_stored_result(response);
  if (!response.id.empty()) return stored;
  const std::uint64_t content = hash64(stored.line, kSeed);
  if (without_id_.size() >= kMostWithoutId && !without_id_.contains(content)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("more than {} results of one request have no \"id\"; give each its own",
                            kMostWithoutId));
  }
  Response named = response;
  named.id = fmt::format("content-{:016x}-{}", content, without_id_[content]++);
  return to_stored_result(named);
}

}  // namespace plumb
