// Intent drift of a log: what a report shows of its tasks and their steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/provenance.h"
#include "record/trend.h"

namespace plumb {

// What an output is measured against.
enum class IntentReference { initial_output, inferred_goal };
std::string_view name_of(IntentReference reference);  // "initial-output", "inferred-goal"
std::optional<IntentReference> intent_reference_of(std::string_view name);

// The lowest and highest score when one sentence of the output is left out.
struct SentenceRange {
  double low = 0;
  double high = 0;

  friend bool operator==(const SentenceRange&, const SentenceRange&) = default;
};

// The sentence of an output that lies farthest from the reference.
struct FarthestSentence {
  std::string text;
  std::uint64_t begin = 0;  // bytes [begin, end) of the output
  std::uint64_t end = 0;
  double ids = 0;  // of the sentence alone

  friend bool operator==(const FarthestSentence&, const FarthestSentence&) = default;
};

struct IntentStep {
  std::string task_id;
  std::optional<std::string> agent;
  std::int64_t step = 0;
  // None: the step failed, or the task has no output of step 0 to measure against.
  std::optional<double> ids;
  std::optional<std::string> error;       // why there is no output
  std::optional<SentenceRange> interval;  // none below 3 sentences
  std::uint64_t sentences = 0;
  bool truncated = false;  // the output or its reference is longer than the model reads
  std::optional<FarthestSentence> farthest;

  // Of the replayed intent; none where no goal is known.
  std::optional<std::string> inferred_goal;
  std::optional<std::int64_t> intent_version;
  std::optional<std::string> update_type;
  std::optional<double> similarity;  // of the instruction and the goal before it
  bool conflict_would_trigger = false;
  bool goal_truncated = false;

  friend bool operator==(const IntentStep&, const IntentStep&) = default;
};

struct IntentTask {
  std::string task_id;
  std::optional<std::string> agent;
  std::uint64_t steps = 0;
  std::optional<double> mean_ids;  // over steps from 1 on; none where there is none
  std::optional<double> max_ids;
  std::optional<std::int64_t> max_step;  // where max_ids is
  std::optional<double> goal_shift;      // none where no goal is known
  std::optional<std::string> initial_goal;
  std::optional<std::string> final_goal;
  std::optional<std::string> policy;  // that the replay used
  std::vector<std::pair<std::string, double>> policy_thresholds;
  bool policy_from_log = false;
  // Over steps from 1 on; none below 8 steps, nor where fewer than 7 of those have a score.
  std::optional<Trend> trend;
  std::optional<TurningPoint> change_point;  // likewise

  friend bool operator==(const IntentTask&, const IntentTask&) = default;
};

struct IntentReport {
  IntentReference against = IntentReference::initial_output;
  std::vector<IntentStep> steps;  // task by task in the log's order, ascending steps
  std::vector<IntentTask> tasks;
  std::uint64_t skipped = 0;          // bad lines of the log left out on request
  std::vector<std::string> warnings;  // sentences
  Provenance provenance;
};

}  // namespace plumb
