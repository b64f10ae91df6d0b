// A request that is sent twice under one key is done once, and answered twice the same.
//
// Whole in one transaction, which is the safest:
//
//   store.atomically([&]() -> Result<StoredReply> {
//     PLUMB_TRY(auto earlier, keys.claim(project, key, sha256, lease));
//     if (earlier) return *earlier;
//     ... the work ...
//     PLUMB_CHECK_RESULT(keys.keep(project, key, reply));
//     return reply;
//   });
//
// Work that does not fit into one claims first; a second request is told to wait while the lease
// lasts, and may try again when the first was killed.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/ids.h"
#include "store/database.h"

namespace plumb {

struct StoredReply {
  int status = 0;  // of HTTP
  std::string content_type;
  std::string body;
  // Names and values, without line ends.
  std::vector<std::pair<std::string, std::string>> headers{};

  friend bool operator==(const StoredReply&, const StoredReply&) = default;
};

class IdempotencyKeys {
 public:
  explicit IdempotencyKeys(Database& database) : database_(database) {}

  // None: the key is the caller's now. Else the reply that was kept. Fails with invalid_input where
  // the key was used for another request, is empty or past 200 bytes; with conflict while the first
  // request is still at work.
  Result<std::optional<StoredReply>> claim(ProjectId project, std::string_view key,
                                           std::string_view request_sha256,
                                           std::chrono::milliseconds lease);
  Result<void> keep(ProjectId project, std::string_view key, const StoredReply& reply);
  // The request failed without an effect: the key may be used again.
  Result<void> release(ProjectId project, std::string_view key);

 private:
  Database& database_;
};

}  // namespace plumb
