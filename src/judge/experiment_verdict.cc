#include "judge/experiment_verdict.h"

namespace plumb {

ExperimentVerdict judge_experiment(const Significance& overall, double alpha) {
  const bool ranks_differ = overall.wilcoxon_p_value && *overall.wilcoxon_p_value <= alpha;
  const bool means_may_agree = overall.t_p_value && *overall.t_p_value > alpha;
  if (!overall.mean_delta || !ranks_differ || means_may_agree) {
    return ExperimentVerdict::undecided;
  }
  return *overall.mean_delta < 0 ? ExperimentVerdict::intent_drifts_less
                                 : ExperimentVerdict::baseline_drifts_less;
}

}  // namespace plumb
