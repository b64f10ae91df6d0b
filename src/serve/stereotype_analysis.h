// Evaluations scored by the server's classifier: the document of `plumb stereotype --json`.
#pragma once

#include <vector>

#include "base/result.h"
#include "record/evaluation.h"
#include "record/stereotype_report.h"
#include "serve/classifier_service.h"
#include "serve/embedding_service.h"

namespace plumb {

// One model an evaluation. Fails as the classifier and the encoder do, and with interrupted where
// the server stops.
Result<StereotypeReport> analyse_evaluations(std::vector<Evaluation> evaluations,
                                             ClassifierService& classifier,
                                             EmbeddingService& embeddings);

}  // namespace plumb
