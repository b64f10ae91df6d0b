// plumb experiment run.
#pragma once

#include "command.h"

namespace plumb {

void add_experiment_run(CLI::App& experiment, CommandContext& context);

}  // namespace plumb
