// What the rows of one model say together: means with intervals, tests of whether the
// bias has a direction, by bias type and by stereotype type.
//
// Entries that start from one stereotype text (one for each bias type, as a rule) are not
// independent. So intervals resample whole texts, Wilcoxon's test takes one mean a text,
// and Wilson's interval counts texts. McNemar's test counts entries, as it is defined;
// where texts repeat, its p-value is too small and a warning says so.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "record/stereotype_report.h"

namespace plumb {

struct StereotypeSummaryOptions {
  std::uint64_t draws = 1'999;  // of the bootstrap
  std::uint64_t seed = 42;
  double level = 0.95;
};

// Fills summary, cells and warnings from entries and rows. Groups come in the order of
// the entries. O(draws * texts) a group.
Result<void> summarize_stereotypes(StereotypeAnalysis& analysis,
                                   const StereotypeSummaryOptions& options = {});

}  // namespace plumb
