// The chat models that the arguments of an experiment mean.
#pragma once

#include <string>
#include <vector>

#include "command.h"

namespace plumb {

// Every model that is to be run, by name: at least one. Fails with invalid_input where the
// backend has no default and none is named, or one is named twice.
Result<std::vector<std::string>> chat_models(const ExperimentArguments& arguments);

// The part of --out where a model's logs are: "" where it is the only one.
// Fails with invalid_input where two models would have one folder.
Result<std::vector<std::string>> model_folders(const std::vector<std::string>& models);

}  // namespace plumb
