#include "measure/stereotype_scorer.h"

#include <string>

#include "measure/stereotype_drift.h"

namespace plumb {

StereotypeClassifier stereotype_classifier(const ChosenClassifier& chosen) {
  const ClassifierProvenance& from = chosen.classifier.provenance();
  return {.model = from.model,
          .weights_sha256 = from.weights_sha256,
          .architecture = from.architecture,
          .base = from.base,
          .base_sha256 = from.base_sha256,
          .precision = std::string(name_of(from.precision)),
          .instruction_set = std::string(name_of(from.instruction_set)),
          .max_tokens = from.max_tokens,
          .label = chosen.classifier.labels()[stereotype_label(chosen.classifier.labels())],
          .note = chosen.note};
}

}  // namespace plumb
