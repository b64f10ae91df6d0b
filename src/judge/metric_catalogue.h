// What each metric means, in words that a person can act on: the text of
// `plumb explain`, and the names that a gate may take.
#pragma once

#include <span>
#include <string_view>

namespace plumb {

enum class MetricFamily {
  execution,   // the seven that score and verdict rest on
  additional,  // told beside them, never scored
  intent,      // plumb intent
  session,     // plumb session
};
std::string_view name_of(MetricFamily family);

struct MetricEntry {
  std::string_view name;
  MetricFamily family = MetricFamily::execution;
  std::string_view type;        // "output", "safety"...; empty outside executions
  std::string_view command;     // that computes it
  std::string_view summary;     // one line
  std::string_view meaning;     // what it says, and which way is worse
  std::string_view formula;     // lines
  std::string_view bands;       // what its values are called
  std::string_view weaknesses;  // what it does not see
  std::string_view example;     // worked, with numbers that a test recomputes
  std::string_view source;      // the literature; empty where there is none
};

// In the order of the reports.
std::span<const MetricEntry> metric_catalogue();

// nullptr for a name that is not there.
const MetricEntry* find_metric(std::string_view name);

}  // namespace plumb
