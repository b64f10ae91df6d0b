// What several tables ask of an execution: is it there, and of this project?
#pragma once

#include "base/result.h"
#include "record/stored_execution.h"
#include "store/sql_connection.h"

namespace plumb {

std::unexpected<Error> no_execution(ExecutionId id);

// Fails with not_found: an unknown id, one that is being removed, and another project's alike.
Result<StoredExecution> find_execution(SqlConnection& connection, ProjectId project,
                                       ExecutionId id);
// The same, and nobody else changes the execution before this transaction ends.
Result<StoredExecution> lock_execution(SqlConnection& connection, ProjectId project,
                                       ExecutionId id);

}  // namespace plumb
