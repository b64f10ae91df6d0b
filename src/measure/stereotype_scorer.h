// Who gives the scores of a stereotype analysis, as a record says it.
#pragma once

#include "encode/classifier_choice.h"
#include "record/stereotype_report.h"

namespace plumb {

// The classifier has two labels.
StereotypeClassifier stereotype_classifier(const ChosenClassifier& chosen);

}  // namespace plumb
