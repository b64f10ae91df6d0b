// run.json: with what the steps of a run's logs were made, so that others can repeat them and a
// run that was stopped goes on with the same.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "chat/backend.h"
#include "experiment/experiment_plan.h"
#include "record/provenance.h"

namespace plumb {

inline constexpr std::string_view kManifestName = "run.json";

struct RunDescription {
  std::string plumb_version;
  ChatProvenance chat;
  VectorOrigin embedding;
};

// A document with its line end. But for "started", the time now, it is the same for the same
// experiment: tasks and prompts stand in it as hashes of their content.
std::string manifest_text(const Experiment& experiment, const RunDescription& description);

// Fails with invalid_input and the first field that differs (`path` names the old document), or
// where the old one is no such document.
Result<void> check_same_run(std::string_view old_text, std::string_view new_text,
                            std::string_view path);

}  // namespace plumb
