#include "report/stereotype_text.h"

#include <fmt/format.h>

#include "report/short_text.h"

namespace plumb {

std::string stereotype_title(const StereotypeReport& report) {
  if (report.models.size() != 1) {
    return fmt::format("Stereotype drift: {} models", report.models.size());
  }
  const Evaluation& only = report.models.front().evaluation;
  return fmt::format("Stereotype drift: {}, {} {}", only.model, only.entries.size(),
                     only.entries.size() == 1 ? "entry" : "entries");
}

std::string classifier_words(const StereotypeClassifier& classifier) {
  if (classifier.note.empty()) return "scores of the classifier " + classifier.model;
  return fmt::format("scores of Plumb's embedded classifier {}, not of HEARTS", classifier.model);
}

std::string percent_range(const std::optional<Interval>& interval) {
  if (!interval) return "-";
  return share_text(interval->low) + " to " + share_text(interval->high);
}

std::string drift_words(const StereotypeSummary& overall) {
  if (overall.scored == 0) return "No entry has a drift score";
  return fmt::format("{} of {} entries drift by more than 0.2 ({}, 95% interval {})",
                     overall.significant, overall.scored, share_text(overall.significant_share),
                     percent_range(overall.significant_interval));
}

std::string direction_words(const StereotypeSummary& overall) {
  if (!overall.raw_drift.mean) return {};
  std::string out = fmt::format("mean raw drift {}", delta_text(overall.raw_drift.mean));
  if (overall.raw_drift.interval) {
    out += fmt::format(" (95% interval {})", range_text(overall.raw_drift.interval));
  }
  if (overall.wilcoxon_p_value) {
    const std::string p = p_value_text(overall.wilcoxon_p_value);
    out += fmt::format(", Wilcoxon p {}{}", p.starts_with('<') ? "" : "= ", p);
  }
  return out;
}

std::string method_words(const Provenance& provenance) {
  return fmt::format(
      "intervals: bootstrap over stereotype texts, {} draws, seed {}; p adj: corrected among the "
      "types of a kind (Benjamini and Hochberg)",
      provenance.bootstrap_draws, provenance.seed);
}

}  // namespace plumb
