#include "record/session_report.h"

#include <utility>

namespace plumb {

std::string_view name_of(AlignmentMode mode) {
  switch (mode) {
    case AlignmentMode::actions:
      return "actions";
    case AlignmentMode::full:
      return "full";
  }
  std::unreachable();
}

std::optional<AlignmentMode> alignment_mode_of(std::string_view name) {
  for (const auto each : {AlignmentMode::actions, AlignmentMode::full}) {
    if (name_of(each) == name) return each;
  }
  return std::nullopt;
}

std::string_view name_of(AlignmentPooling pooling) {
  switch (pooling) {
    case AlignmentPooling::joined:
      return "joined";
    case AlignmentPooling::mean_sentences:
      return "mean-sentences";
  }
  std::unreachable();
}

std::optional<AlignmentPooling> alignment_pooling_of(std::string_view name) {
  for (const auto each : {AlignmentPooling::joined, AlignmentPooling::mean_sentences}) {
    if (name_of(each) == name) return each;
  }
  return std::nullopt;
}

std::string_view name_of(AlignmentBand band) {
  switch (band) {
    case AlignmentBand::strong:
      return "strong";
    case AlignmentBand::moderate:
      return "moderate";
    case AlignmentBand::poor:
      return "poor";
  }
  std::unreachable();
}

AlignmentBand band_of(double alignment) {
  if (alignment > kStrongAbove) return AlignmentBand::strong;
  return alignment < kPoorBelow ? AlignmentBand::poor : AlignmentBand::moderate;
}

std::optional<ConflictRate> total_conflicts(const SessionReport& report) {
  std::optional<ConflictRate> total;
  for (const SessionResult& session : report.sessions) {
    if (!session.conflicts) continue;
    if (!total) total.emplace();
    total->contradicted += session.conflicts->contradicted;
    total->evaluated += session.conflicts->evaluated;
    total->skipped_turns += session.conflicts->skipped_turns;
    total->unjudged += session.conflicts->unjudged;
  }
  if (total && total->evaluated > 0) {
    total->rate = static_cast<double>(total->contradicted) / static_cast<double>(total->evaluated);
  }
  return total;
}

}  // namespace plumb
