// The classifier that a user means: HEARTS, the embedded one, a model's name or its folder.
// Commands and bindings ask here, so that "no name" means the same wherever it is said.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "encode/classifier.h"

namespace plumb {

struct ChosenClassifier {
  Classifier classifier;
  // A sentence for every place that shows a score; empty unless the embedded
  // classifier stands in for HEARTS.
  std::string note;
};

// `name`: hearts, embedded, a name, a folder; empty: HEARTS where it is on this machine,
// else embedded. Fails with a sentence that says what is missing, or wrong with it.
Result<ChosenClassifier> choose_classifier(std::string_view name, const ClassifierOptions& options);

}  // namespace plumb
