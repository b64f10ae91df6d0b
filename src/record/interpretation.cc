#include "record/interpretation.h"

#include <utility>

namespace plumb {

std::string_view name_of(TaskWinner winner) {
  switch (winner) {
    case TaskWinner::baseline:
      return "baseline";
    case TaskWinner::intent:
      return "intent";
    case TaskWinner::tie:
      return "tie";
  }
  std::unreachable();
}

std::string_view name_of(ExperimentVerdict verdict) {
  switch (verdict) {
    case ExperimentVerdict::intent_drifts_less:
      return "intent-drifts-less";
    case ExperimentVerdict::baseline_drifts_less:
      return "baseline-drifts-less";
    case ExperimentVerdict::undecided:
      return "undecided";
  }
  std::unreachable();
}

const Significance* significance_of(const Interpretation& interpretation, std::string_view scope,
                                    IntentReference against) {
  for (const Significance& each : interpretation.significance) {
    if (each.scope == scope && each.against == against) return &each;
  }
  return nullptr;
}

}  // namespace plumb
