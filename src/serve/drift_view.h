// Two executions as a page looks at them: both profiles, cut to the labels that it asks for.
#pragma once

#include <memory>
#include <string>

#include "measure/execution_profile.h"
#include "record/execution.h"
#include "record/stored_execution.h"
#include "serve/operation_json.h"

namespace plumb {

struct ViewedSide {
  StoredExecution execution;
  std::shared_ptr<const ExecutionProfile> whole;
  std::shared_ptr<const ExecutionProfile> part;  // the whole where no label is asked for
  std::string encoder;                           // of its vectors; empty: it has none yet

  // False where the part is that of a sample.
  bool is_exact() const { return whole == part || whole->is_whole(); }
};

struct DriftView {
  ViewedSide current;
  ViewedSide baseline;
  Labels labels;

  // Of everything that depends on the labels: "3/ENCODER/...".
  std::string name;
};

// The execution of the path with the parameter "baseline_execution_id", or with the baseline of
// its newest comparison. Fails with 404 where it was never compared, 409 while one is not
// completed and, where vectors are needed, not embedded. Without that need a side that is not
// embedded has no vectors.
ServedResult<DriftView> drift_view(Call& call, bool needs_vectors);

}  // namespace plumb
