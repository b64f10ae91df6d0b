// plumb experiment: two agents at the same tasks, one of them with its intent in mind.
#include <CLI/App.hpp>

#include "command.h"
#include "experiment_interpret.h"
#include "experiment_run.h"

namespace plumb {

void add_experiment_command(CLI::App& app, CommandContext& context) {
  auto* experiment = app.add_subcommand(
      "experiment", "Measure whether an explicit intent keeps an agent from drifting.");
  experiment->require_subcommand(1);
  experiment->footer(
      "plumb experiment run                              both agents at the shipped tasks\n"
      "plumb experiment interpret examples/experiment    what the logs of two agents say\n");
  add_experiment_run(*experiment, context);
  add_experiment_interpret(*experiment, context);
}

}  // namespace plumb
