// A write that is done once: its idempotency key (where the caller gave one), its work and its
// audit line.
//
// Whatever is written for a caller is one transaction with its audit line: after a crash both are
// there or neither. What takes time comes before that transaction (Operation::prepare) or after it
// (Answer::afterwards); a key is then claimed before, and its answer kept when all is done. A
// stream commits in batches, and has its line before the first of them (shared_stream_json.h). Jobs
// that the server queues for itself, such as embeddings that a comparison lacks, have no line.
#pragma once

#include <string>
#include <string_view>

#include "serve/operation_json.h"

namespace plumb {

// What the key was first used for: method, target, content type and body.
std::string fingerprint_of(const ServedRequest& request);

// The header's value, empty where there is none. Fails with 422.
ServedResult<std::string> idempotency_key_of(const ServedRequest& request);

ServedResponse response_of(const Answer& answer);

// Of an operation that writes; an earlier answer to the same key comes with the header
// "idempotency-replayed". Fails with 422 where the key was used for another request, and with 409
// while the first request with it is at work.
ServedResult<ServedResponse> write_once(const Operation& operation, Call& call);

// Keeps the answer to a stream, which was taken before its key could be looked at: results are
// known again by their ids, so nothing was doubled. Gives the earlier answer where there is one.
ServedResult<ServedResponse> keep_once(Call& call, std::string_view key,
                                       const std::string& fingerprint,
                                       const ServedResponse& response);

Result<void> add_audit_line(Call& call, std::string_view operation, std::string subject);

}  // namespace plumb
