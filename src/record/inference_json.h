// Inferences and who made them, as members of the documents of `plumb session` and `plumb plans`.
#pragma once

#include <nlohmann/json.hpp>

#include "record/inference.h"

namespace plumb {

// {"label": ...} with what there is beside it: "probabilities" of a classifier, "reply" of a
// judge, "problem" where there is no label.
nlohmann::ordered_json to_json(const Inference& inference);

nlohmann::ordered_json to_json(const NliOrigin& origin);

}  // namespace plumb
