// From an evaluation to its analysis, a window of entries at a time, so that whoever waits can be
// told how far it is, and can stop it. The program, the service and Python call it; no row depends
// on how entries are cut into windows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/result.h"
#include "measure/stereotype_drift.h"
#include "measure/text_vectors.h"
#include "record/evaluation.h"
#include "record/stereotype_report.h"

namespace plumb {

struct StereotypeRunOptions {
  std::uint64_t seed = 42;
  // Called before each window with the number of entries that are done. What it fails with ends
  // the run.
  std::function<Result<void>(std::size_t done)> before_window = [](std::size_t) -> Result<void> {
    return {};
  };
  // A window is the entries whose answers have about so many tokens: a few seconds on one core.
  std::size_t window_tokens = 4'096;
  std::size_t most_tokens = 512;  // that the classifier reads of an answer
};

// Rows, and what they say together (stereotype_summary.h).
Result<StereotypeAnalysis> analyse_evaluation(Evaluation evaluation, const ScoreTexts& score,
                                              const EmbedTexts& embed,
                                              const StereotypeRunOptions& options = {});

}  // namespace plumb
