#include "serve/result_admission.h"

#include <fmt/format.h>

#include "base/hash.h"

namespace plumb {
namespace {

using Done = std::expected<void, std::string>;

constexpr std::uint64_t kSeed = 0;  // of every version: ids must not change

}  // namespace

Done ResultAdmission::check(const Response& response) {
  if (response.id.size() > kMostIdBytes) {
    return std::unexpected(
        fmt::format("\"id\" has {} bytes; at most {} are taken", response.id.size(), kMostIdBytes));
  }
  if (response.id.contains('\0')) {
    return std::unexpected("\"id\" holds the character U+0000, which is not kept; leave it out");
  }
  const std::size_t length = response.embedding.size();
  if (length != 0 && dimension_ != 0 && length != dimension_) {
    return std::unexpected(fmt::format("\"embedding\" has {} numbers, and those before it have {}",
                                       length, dimension_));
  }
  if (length != 0) dimension_ = length;
  return {};
}

std::expected<StoredResult, std::string> ResultAdmission::admit(const Response& response) {
  if (auto fine = check(response); !fine) return std::unexpected(std::move(fine.error()));
  StoredResult stored = to_stored_result(response);
  if (!response.id.empty()) return stored;
  const std::uint64_t content = hash64(stored.line, kSeed);
  if (without_id_.size() >= kMostWithoutId && !without_id_.contains(content)) {
    return std::unexpected(
        fmt::format("more than {} results of one request have no \"id\"; give "
                    "each its own",
                    kMostWithoutId));
  }
  Response named = response;
  named.id = fmt::format("content-{:016x}-{}", content, without_id_[content]++);
  return to_stored_result(named);
}

}  // namespace plumb
