// What a page shows of two executions side by side, from their profiles: never a row a result.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/execution_profile.h"
#include "record/comparison.h"

namespace plumb {

// Of the lengths of a side.
struct LengthQuantiles {
  double p5 = 0;
  double p25 = 0;
  double p50 = 0;
  double p75 = 0;
  double p95 = 0;

  friend bool operator==(const LengthQuantiles&, const LengthQuantiles&) = default;
};

struct ToolCount {
  std::string name;  // as people read it
  std::uint64_t baseline = 0;
  std::uint64_t current = 0;

  friend bool operator==(const ToolCount&, const ToolCount&) = default;
};

struct ExecutionView {
  // Same bins on both sides. Where few responses are far longer than the others, they share the
  // last bin, which is wider. Empty where every response is blank.
  Distribution lengths;
  std::optional<LengthQuantiles> baseline_lengths;  // none without a response that is not blank
  std::optional<LengthQuantiles> current_lengths;
  std::vector<ToolCount> tools;         // the most called of both sides first
  std::vector<Transition> transitions;  // likewise
};

ExecutionView view_of(const ExecutionProfile& baseline, const ExecutionProfile& current);

struct LabelValue {
  std::string value;
  std::uint64_t baseline = 0;
  std::uint64_t current = 0;
};

struct LabelValues {
  std::string name;
  std::vector<LabelValue> values;  // the most frequent first
  std::uint64_t more_values = 0;   // that are not listed
};

// The labels of the sampled results: at most `most` names, by the alphabet, and values a name.
std::vector<LabelValues> label_values(const ExecutionProfile& baseline,
                                      const ExecutionProfile& current, std::size_t most = 50);

}  // namespace plumb
