// What `plumb experiment run --dry-run` says: the plan of each model, and what it costs.
#pragma once

#include <string>
#include <vector>

#include "chat/backend.h"
#include "experiment/experiment_plan.h"

namespace plumb {

struct ModelPlan {
  std::string folder;
  ChatProvenance chat;
  std::vector<PlannedCost> costs;  // one an agent
};

std::string plan_text(const Experiment& experiment, const std::vector<ModelPlan>& plans);
// One line.
std::string plan_json(const Experiment& experiment, const std::vector<ModelPlan>& plans);

}  // namespace plumb
