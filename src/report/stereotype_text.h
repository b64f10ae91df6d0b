// Words that the documents on stereotype drift share.
#pragma once

#include <optional>
#include <string>

#include "record/stereotype_report.h"

namespace plumb {

// "Stereotype drift: gemma2_9b, 96 entries"; of several, "Stereotype drift: 3 models".
std::string stereotype_title(const StereotypeReport& report);

// Whose the scores are, for a line below a title: "scores of bias_classifier_albertv2", and
// of one that stands in for HEARTS, that it does.
std::string classifier_words(const StereotypeClassifier& classifier);

// "12 of 96 entries drift by more than 0.2 (12.5%, 95% interval 6.1% to 22.0%)".
std::string drift_words(const StereotypeSummary& overall);
// "mean raw drift +0.0312 (95% interval 0.0101 to 0.0523), Wilcoxon p = 0.0031"; what is
// missing is left out.
std::string direction_words(const StereotypeSummary& overall);

// How the intervals and p-values of the tables were made.
std::string method_words(const Provenance& provenance);

std::string percent_range(const std::optional<Interval>& interval);  // "6.1% to 22.0%", "-"

}  // namespace plumb
