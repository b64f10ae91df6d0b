// What POST /drift/compare asks for, and how its comparison comes about: at once, after a wait for
// embeddings, or by a job that outlives the request.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "record/stored_execution.h"
#include "serve/operation_json.h"

namespace plumb {

// Which execution the others are compared with: the one that is named, that of the newest baseline
// with the tag, else the newest completed one before `execution`, never itself. The document has
// refused members that contradict each other or baseline_mode; of several executions, for which
// there is no `execution`, it asks for a name or a tag. Fails with 404 or 409.
ServedResult<StoredExecution> baseline_of(const Call& call,
                                          const std::optional<ExecutionId>& execution);

// The completed execution. Fails with 404 or 409.
ServedResult<StoredExecution> completed_execution(const Call& call, ExecutionId id);

// Whether all are embedded at the end of the wait, at most `wait` long and at once where too many
// requests wait already. Queues what is missing. Fails with 503 where it cannot be embedded.
ServedResult<bool> wait_for_vectors(Services& services, std::span<const StoredExecution> executions,
                                    std::chrono::milliseconds wait);

// The job when it is done, or as it stands at the end of the wait. Fails with 503 where it failed.
ServedResult<Job> wait_for_job(Services& services, const Job& job, std::chrono::milliseconds wait);

// 202: the job, and where to ask for it.
Answer accepted(const Job& job);
std::string status_url(const Job& job);

}  // namespace plumb
