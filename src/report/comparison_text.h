// Words and numbers that the documents of a comparison share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/comparison.h"

namespace plumb {

// "Response length" for response_length_ks; a name that is not known stays as it is.
std::string title_of(std::string_view metric);

// "2026-11-nightly against release-4.2".
std::string name_of_pair(const Comparison& comparison);

// "Drifted: 2 of 6 metrics moved (Response length, Tool use)."
std::string verdict_sentence(const Comparison& comparison);

// Why a metric stands where it stands, in a sentence without its name: "0.3127
// [0.2502, 0.3909], threshold 0.2, severity high, increase, adjusted p = 0.0018".
std::string evidence(const Measurement& measurement);

std::string p_text(std::optional<double> p);                         // "0.0018", "< 0.0001", "n/a"
std::string value_text(std::optional<double> value);                 // "0.3127", "n/a"
std::string interval_text(const std::optional<Interval>& interval);  // "0.2502 to 0.3909"
std::string percent_text(double share);                              // "31.0%"
// "increase" as an arrow that a reader sees at a glance; empty for none.
std::string_view arrow_of(Direction direction);

inline bool is_drifted(const Measurement& measurement) {
  return measurement.verdict == Verdict::drifted;
}
inline bool is_finding(const Measurement& measurement) {
  return is_drifted(measurement) || measurement.exceeded.value_or(false);
}

}  // namespace plumb
