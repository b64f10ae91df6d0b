// How sessions held to their plans and kept what matters in mind: what a report shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/case.h"
#include "record/inference.h"
#include "record/intent_report.h"
#include "record/provenance.h"
#include "record/trend.h"

namespace plumb {

// Which text of a session is held against the plan: its actions, or all of it.
enum class AlignmentMode { actions, full };
std::string_view name_of(AlignmentMode mode);
std::optional<AlignmentMode> alignment_mode_of(std::string_view name);

// One vector for all sentences joined, or the mean of a vector each.
enum class AlignmentPooling { joined, mean_sentences };
std::string_view name_of(AlignmentPooling pooling);  // "joined", "mean-sentences"
std::optional<AlignmentPooling> alignment_pooling_of(std::string_view name);

enum class AlignmentBand { strong, moderate, poor };
std::string_view name_of(AlignmentBand band);
inline constexpr double kStrongAbove = 0.8;
inline constexpr double kPoorBelow = 0.6;  // between the two, both included, moderate
AlignmentBand band_of(double alignment);

struct SessionAlignment {
  std::optional<double> score;               // none without an action, and of a blank plan
  std::vector<std::optional<double>> curve;  // of actions up to each turn, one a turn
  // Of each point of the curve, when one action is left out; none below 3 actions or above 512, nor
  // where their joined text is longer than the model reads.
  std::vector<std::optional<SentenceRange>> ranges;
  // The joined text or the plan is longer than the model reads.
  bool truncated = false;
  // The first turn whose actions the joined text has no room left for.
  std::optional<std::int64_t> full_at_turn;
  bool blank_plan = false;

  friend bool operator==(const SessionAlignment&, const SessionAlignment&) = default;
};

struct EntityRecall {
  std::vector<std::optional<double>> curve;  // one a turn; none without a scored response
  std::vector<std::optional<double>> f1;     // likewise; empty without a vocabulary
  std::optional<double> at_turn_10;
  std::optional<Trend> slope;  // over the curve; none below 3 values
  std::vector<std::string> never_mentioned;

  friend bool operator==(const EntityRecall&, const EntityRecall&) = default;
};

// The advice of two consecutive turns, and what was said of it.
struct JudgedPair {
  std::int64_t earlier = 0;  // turns
  std::int64_t later = 0;
  Inference inference;

  friend bool operator==(const JudgedPair&, const JudgedPair&) = default;
};

struct ConflictRate {
  std::optional<double> rate;  // none where no pair was evaluated
  std::uint64_t contradicted = 0;
  std::uint64_t evaluated = 0;
  std::uint64_t skipped_turns = 0;     // without advice
  std::uint64_t unjudged = 0;          // pairs of which nothing could be said
  std::vector<JudgedPair> pairs = {};  // unjudged ones too

  friend bool operator==(const ConflictRate&, const ConflictRate&) = default;
};

struct SessionTurn {
  std::int64_t turn = 0;
  bool scored = false;               // an ok response is there
  std::vector<std::string> actions;  // sentences
  std::vector<std::string> missing_entities;

  friend bool operator==(const SessionTurn&, const SessionTurn&) = default;
};

struct SessionResult {
  std::string case_id;
  GenerationVariant variant = GenerationVariant::dialogue;
  std::vector<SessionTurn> turns;             // ascending
  std::uint64_t not_ok = 0;                   // rows that were counted, not scored
  std::optional<SessionAlignment> alignment;  // none: the case has no plan
  std::optional<EntityRecall> recall;         // none: the case names no entity
  std::optional<ConflictRate> conflicts;      // none: nothing judges pairs

  friend bool operator==(const SessionResult&, const SessionResult&) = default;
};

struct SessionReport {
  AlignmentMode mode = AlignmentMode::actions;
  AlignmentPooling pooling = AlignmentPooling::joined;
  std::string list;         // of terms
  std::string list_sha256;  // of its file
  std::string vocabulary;   // of entities; empty where none was given
  std::vector<SessionResult> sessions;
  std::uint64_t skipped = 0;          // bad lines of the generations left out on request
  std::string no_conflicts;           // why there is no conflict rate; empty where there is
  std::optional<NliOrigin> nli = {};  // who judged the pairs; none: nobody
  std::vector<std::string> warnings;  // sentences
  Provenance provenance;
};

// The conflict rate over all sessions, without its pairs; none where no session has one.
std::optional<ConflictRate> total_conflicts(const SessionReport& report);

}  // namespace plumb
