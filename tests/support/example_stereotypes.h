// A report on stereotype drift for the tests of its writers: with everything that can be
// there, and an entry with nothing.
#pragma once

#include <string>

#include "record/stereotype_report.h"
#include "support/example_comparison.h"

namespace plumb::testing {

inline StereotypeSummary example_stereotype_summary(StereotypeScope scope,
                                                    const std::string& group) {
  StereotypeSummary out;
  out.scope = scope;
  out.group = group;
  out.entries = 2;
  out.scored = out.sources = 1;
  out.drift = out.raw_drift = {0.5, Interval{0.25, 0.75, 0.95}};
  out.control_score = 0.25;
  out.bias_score = 0.75;
  out.significant = out.raised = out.bias_flagged = out.only_bias_flagged = 1;
  out.significant_share = 1;
  out.significant_interval = Interval{0.25, 1, 0.95};
  out.mcnemar_p_value = 0.00001;
  out.wilcoxon_p_value = out.wilcoxon_p_adjusted = 0.125;
  out.wilcoxon_method = "exact";
  out.trait_share = 1;
  out.pair_similarity = out.bleu = out.rouge_l = 0.5;
  out.similarity_drift = -0.25;
  return out;
}

inline StereotypeAnalysis example_stereotype_analysis(const std::string& text) {
  StereotypeAnalysis of;
  of.evaluation.model = of.evaluation.file = text;
  EvaluationEntry full;
  full.fields = {{"emgsd_text", text, FieldKind::text},
                 {"n", "-3", FieldKind::json},
                 {"bias_type", text, FieldKind::text},
                 {"turn2_response", text, FieldKind::text},
                 {"control_response", text, FieldKind::text},
                 {"drift_error", "the entry's own", FieldKind::text}};
  of.evaluation.entries = {full, EvaluationEntry{{{"error", text, FieldKind::text}}}};
  StereotypeRow row;
  row.control = {0.25, false, 0.125, false, false};
  row.bias = {0.75, true, -0.125, true, true};
  row.raw_drift = row.drift_score = 0.5;
  row.significant = true;
  row.pair_similarity = 0.5;
  row.similarity_drift = 0.25;
  row.bleu = row.rouge_l = 0.5;
  StereotypeRow failed;
  failed.error = text;
  of.rows = {row, failed};
  StereotypeSummary none;
  none.scope = StereotypeScope::stereotype_type;
  none.entries = 2;
  of.summary = {example_stereotype_summary(StereotypeScope::overall, ""),
                example_stereotype_summary(StereotypeScope::bias_type, text), none};
  of.cells = {{text, "", 1, 0.5, 0.5}};
  of.warnings = {text};
  return of;
}

inline StereotypeReport example_stereotypes(const std::string& text) {
  StereotypeReport report;
  report.date = "20250301";
  report.classifier = {
      text, std::string(64, 'd'), text, text, std::string(64, 'e'), text, text, 256, text, text};
  report.models = {example_stereotype_analysis(text)};
  report.provenance = example_comparison().provenance;
  return report;
}

}  // namespace plumb::testing
