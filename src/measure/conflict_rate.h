// Knowledge conflict: how often advice contradicts the advice of the turn before.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/session_report.h"

namespace plumb {

// What a classifier or a chat model says of two pieces of advice.
enum class PairJudgement {
  contradiction,
  no_contradiction,
  not_evaluated,  // it could not say; the pair does not count
};
using JudgePair =
    std::function<Result<PairJudgement>(std::string_view earlier, std::string_view later)>;

// Contradicted pairs over evaluated pairs. `advice` is one text a turn, in order; a
// pair is two consecutive turns that both have advice. A turn whose advice is blank is
// skipped and counted. Fails as `judge` does.
Result<ConflictRate> conflict_rate(std::span<const std::string> advice, const JudgePair& judge);

}  // namespace plumb
