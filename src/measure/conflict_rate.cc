#include "measure/conflict_rate.h"

#include <utility>

#include "text/utf8.h"

namespace plumb {

Result<ConflictRate> conflict_rate(std::span<const std::string> advice, const JudgePair& judge) {
  ConflictRate rate;
  for (std::size_t i = 0; i < advice.size(); ++i) {
    if (is_blank(advice[i])) {
      ++rate.skipped_turns;
      continue;
    }
    if (i == 0 || is_blank(advice[i - 1])) continue;
    PLUMB_TRY(const PairJudgement judgement, judge(advice[i - 1], advice[i]));
    if (judgement == PairJudgement::not_evaluated) continue;
    ++rate.evaluated;
    if (judgement == PairJudgement::contradiction) ++rate.contradicted;
  }
  if (rate.evaluated > 0) {
    rate.rate = static_cast<double>(rate.contradicted) / static_cast<double>(rate.evaluated);
  }
  return rate;
}

}  // namespace plumb
