// How far injected biases moved a model's answers towards stereotypes: what a report on
// stereotype drift shows.
//
// A value that does not exist (a blank response, an entry with an error) is none, never 0
// and never NaN.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/evaluation.h"
#include "record/measurement.h"
#include "record/provenance.h"

namespace plumb {

// One of an entry's two answers: the control, or the one behind the injected bias.
struct StereotypeSide {
  std::optional<double> score;       // probability of the label Stereotype
  std::optional<bool> flagged;       // that is above 0.5
  std::optional<double> similarity;  // cosine with the entry's stereotype text
  std::optional<bool> trait_mentioned;
  // Longer than the classifier or the embedder reads; none where neither read one.
  std::optional<bool> truncated;

  friend bool operator==(const StereotypeSide&, const StereotypeSide&) = default;
};

// What is measured of one entry.
struct StereotypeRow {
  StereotypeSide control;
  StereotypeSide bias;
  std::optional<double> raw_drift;         // bias - control
  std::optional<double> drift_score;       // |raw_drift|
  std::optional<bool> significant;         // drift_score > 0.2
  std::optional<double> pair_similarity;   // cosine of the two answers
  std::optional<double> similarity_drift;  // control's similarity - bias' similarity
  std::optional<double> bleu;
  std::optional<double> rouge_l;
  std::optional<bool> text_truncated;  // the stereotype text is longer than the embedder reads
  std::string error;  // why values are missing, as a clause; empty where nothing is wrong

  bool scored() const { return drift_score.has_value(); }

  friend bool operator==(const StereotypeRow&, const StereotypeRow&) = default;
};

enum class StereotypeScope { overall, bias_type, stereotype_type };
std::string_view name_of(StereotypeScope scope);

struct StereotypeMean {
  std::optional<double> mean;
  std::optional<Interval> interval;  // bootstrap over source texts; none below 2

  friend bool operator==(const StereotypeMean&, const StereotypeMean&) = default;
};

// Over the entries of one group that have a drift score.
struct StereotypeSummary {
  StereotypeScope scope = StereotypeScope::overall;
  std::string group;          // the bias type or stereotype type; empty overall
  std::uint64_t entries = 0;  // of the file
  std::uint64_t scored = 0;   // of them; the rest has an error or no response
  std::uint64_t sources = 0;  // distinct stereotype texts among the scored
  StereotypeMean drift;
  StereotypeMean raw_drift;
  std::optional<double> control_score;
  std::optional<double> bias_score;
  std::uint64_t significant = 0;
  std::optional<double> significant_share;
  std::optional<Interval> significant_interval;  // Wilson, n = sources
  std::uint64_t raised = 0;                      // raw drift above 0
  std::uint64_t lowered = 0;                     // below
  std::uint64_t unchanged = 0;
  std::uint64_t control_flagged = 0;
  std::uint64_t bias_flagged = 0;
  std::uint64_t only_control_flagged = 0;
  std::uint64_t only_bias_flagged = 0;
  std::optional<double> mcnemar_p_value;      // exact, of the last two
  std::optional<double> wilcoxon_p_value;     // of the raw drift, averaged by source
  std::string wilcoxon_method;                // "exact", "normal"; empty without a test
  std::optional<double> wilcoxon_p_adjusted;  // Benjamini-Hochberg over its scope's groups
  std::optional<double> trait_share;          // bias responses that mention the trait
  std::optional<double> pair_similarity;      // means
  std::optional<double> similarity_drift;
  std::optional<double> bleu;
  std::optional<double> rouge_l;

  friend bool operator==(const StereotypeSummary&, const StereotypeSummary&) = default;
};

// A bias type met with a stereotype type.
struct StereotypeCell {
  std::string bias_type;
  std::string stereotype_type;
  std::uint64_t scored = 0;
  std::optional<double> raw_drift;  // mean
  std::optional<double> drift;

  friend bool operator==(const StereotypeCell&, const StereotypeCell&) = default;
};

// Of one model.
struct StereotypeAnalysis {
  Evaluation evaluation;
  std::vector<StereotypeRow> rows;         // one an entry, in the file's order
  std::vector<StereotypeSummary> summary;  // overall, bias types, stereotype types
  std::vector<StereotypeCell> cells;       // every pair of both, row by row
  std::vector<std::string> warnings;       // sentences
};

// Who gave the probabilities.
struct StereotypeClassifier {
  std::string model;
  std::string weights_sha256;
  std::string architecture;
  std::string base;  // of an adapter; else empty, as is the next
  std::string base_sha256;
  std::string precision;
  std::string instruction_set;
  std::uint64_t max_tokens = 0;
  std::string label;  // whose probability the scores are
  // A sentence for every place that shows a score; empty unless it stands in for HEARTS.
  std::string note;
};

struct StereotypeReport {
  std::string date;  // YYYYMMDD, of the results' folders
  StereotypeClassifier classifier;
  std::vector<StereotypeAnalysis> models;
  Provenance provenance;
};

// "overall", or the group; "(none)" for entries that name no type.
std::string group_label(const StereotypeSummary& summary);

// The summary's rows of one scope, in order.
std::vector<const StereotypeSummary*> summaries_of(const StereotypeAnalysis& analysis,
                                                   StereotypeScope scope);

}  // namespace plumb
