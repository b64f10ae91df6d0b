// Runs an experiment: every step of every task by every agent, each logged when it is answered.
//
// The logs of two runs of one experiment are the same but for times, and so are those of a run
// that was killed and resumed, wherever the backend gives the same answer to the same request.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "chat/backend.h"
#include "experiment/experiment_plan.h"
#include "experiment/run_folder.h"
#include "measure/text_vectors.h"

namespace plumb {

struct RunProgress {
  std::uint64_t steps_total = 0;
  std::uint64_t steps_logged = 0;   // those of earlier processes too
  std::uint64_t steps_resumed = 0;  // of earlier processes alone
  std::uint64_t steps_failed = 0;   // of all that are logged
  std::uint64_t steps_cached = 0;   // of this process, answered by a cache
  std::string first_failure;        // why; empty where none did
  // Of this process; answers that a cache had do not count.
  std::uint64_t prompt_tokens = 0;
  std::uint64_t reused_tokens = 0;  // of the prompts, not computed again
  std::uint64_t completion_tokens = 0;
  std::string task;  // that was logged last: "baseline planning_4 step 3"
};

// Told after each step.
using OnProgress = std::function<void(const RunProgress&)>;

// A step that fails is logged with its error, and its task goes on without it; so many failures
// in a row as there are tasks, and at least 8, end the run, since nothing is left to learn.
//
// Fails with invalid_input where the logs hold steps of another experiment or a context is too
// small (check_context), with io where a log cannot be written or everything failed, and with
// interrupted, after the steps at hand. What was logged stays, and a resumed run goes on there.
Result<RunProgress> run_experiment(const Experiment& experiment, ChatBackend& backend,
                                   TextVectors& vectors, RunFolder& folder,
                                   const OnProgress& on_progress = {});

}  // namespace plumb
