// Data that shows what every page does: two weeks of an agent's nightly runs of which the last ones
// drift, a baseline and a monitor, sessions, an experiment and a stereotype analysis. Made of the
// examples that travel with Plumb, and the same every time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/execution.h"
#include "record/ids.h"
#include "serve/services.h"

namespace plumb {

inline constexpr std::string_view kDemoName = "demo-nightly";  // of its executions

// One nightly run: how it is headed, and its results.
struct DemoRun {
  ExecutionHeader header;
  std::vector<Response> results;
};

// The oldest first; it is the baseline. Fails with corrupt where the examples do not read back.
Result<std::vector<DemoRun>> demo_runs();

struct LoadedDemo {
  std::vector<ExecutionId> executions;  // the baseline's first
  BaselineId baseline{};
  MonitorId monitor{};
  std::vector<SessionId> sessions;
  ExperimentId experiment{};
  std::optional<StereotypeAnalysisId> stereotype_analysis;  // none: there is no classifier
};

// Everything into the project, in two steps. First executions, baseline and monitor, in one
// transaction; jobs embed and compare them. Fails with conflict where the project has runs of the
// demo already.
Result<LoadedDemo> load_demo_runs(Services& services, ProjectId project);
// Then the rest, which is measured here, some seconds of work, and added to `loaded`. Where there
// is no model, the sessions have no curves.
Result<LoadedDemo> load_demo_documents(Services& services, ProjectId project, LoadedDemo loaded);

}  // namespace plumb
