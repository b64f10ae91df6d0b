// plumb experiment interpret, and the same for whoever has just run an experiment.
#pragma once

#include <cstddef>
#include <string>

#include "command.h"

namespace plumb {

struct InterpretFolderOptions {
  bool rescore = false;   // embed the outputs again
  bool skip_bad = false;  // leave out lines that cannot be read
  bool raw_csv = false;
  bool files = true;  // write tables, pictures and reports into the folder
  // Behind a run: how many models' logs are its own. Others in the folder are told.
  std::size_t models_of_this_run = 0;
};

// Reads the logs in `folder`, writes its files, each -o, and standard output: the JSON document
// with --json, else the verdict and the tasks. Warnings go to standard error.
Result<void> interpret_folder(const std::string& folder, const InterpretFolderOptions& options,
                              CommandContext& context);

// Before any work: fails where an -o is none that interpret_folder can write.
Result<void> check_interpretation_outputs(const CommandContext& context);

void add_experiment_interpret(CLI::App& experiment, CommandContext& context);

}  // namespace plumb
