#include "measure/conflict_rate.h"

#include <utility>

#include "text/utf8.h"

namespace plumb {
namespace {

// How many turns lie between two; turns ascend. Unsigned, for no file can make it overflow.
std::uint64_t turns_between(std::int64_t earlier, std::int64_t later) {
  return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier) - 1;
}

// Which turns are compared, and how many have no advice.
ConflictRate pairs_of(const SessionAdvice& session, std::vector<TextPair>& pairs) {
  ConflictRate rate;
  const auto& advice = session.advice;
  for (std::size_t i = 0; i < advice.size(); ++i) {
    const std::uint64_t missing =
        i == 0 ? 0 : turns_between(session.turns[i - 1], session.turns[i]);
    rate.skipped_turns += missing;
    if (is_blank(advice[i])) {
      ++rate.skipped_turns;
      continue;
    }
    if (i == 0 || missing > 0 || is_blank(advice[i - 1])) continue;
    pairs.push_back({advice[i - 1], advice[i]});
    rate.pairs.push_back({session.turns[i - 1], session.turns[i], {}});
  }
  return rate;
}

void count(ConflictRate& rate) {
  for (const JudgedPair& pair : rate.pairs) {
    if (!pair.inference.label) {
      ++rate.unjudged;
      continue;
    }
    ++rate.evaluated;
    if (*pair.inference.label == InferenceLabel::contradiction) ++rate.contradicted;
  }
  if (rate.evaluated > 0) {
    rate.rate = static_cast<double>(rate.contradicted) / static_cast<double>(rate.evaluated);
  }
}

}  // namespace

Result<std::vector<ConflictRate>> conflict_rates(std::span<const SessionAdvice> sessions,
                                                 const InferPairs& infer) {
  std::vector<TextPair> pairs;
  std::vector<ConflictRate> rates;
  for (const SessionAdvice& session : sessions) rates.push_back(pairs_of(session, pairs));
  if (pairs.empty()) return rates;
  PLUMB_TRY(std::vector<Inference> inferences, infer(pairs));
  auto next = inferences.begin();
  for (ConflictRate& rate : rates) {
    for (JudgedPair& pair : rate.pairs) pair.inference = std::move(*next++);
    count(rate);
  }
  return rates;
}

}  // namespace plumb
