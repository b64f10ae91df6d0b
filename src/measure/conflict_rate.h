// Knowledge conflict: how often advice contradicts the advice of the turn before.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "measure/inference.h"
#include "record/session_report.h"

namespace plumb {

// The advice of one session: a text a turn, blank where there is none. Turns ascend, each once.
struct SessionAdvice {
  std::vector<std::int64_t> turns;
  std::vector<std::string> advice;
};

// For each session, contradicted pairs over evaluated pairs. A pair is two consecutive turns that
// both have advice: the earlier is the premise, the later the hypothesis. A turn without advice
// is skipped and counted, and so is one whose number lies between two that are there; a pair of
// which nothing could be said is told and does not count.
//
// One call of `infer` for the pairs of all sessions, none where there is no pair. Fails as it does.
Result<std::vector<ConflictRate>> conflict_rates(std::span<const SessionAdvice> sessions,
                                                 const InferPairs& infer);

}  // namespace plumb
