#include "record/stereotype_report_json.h"

#include <utility>

#include "record/document_json.h"

namespace plumb {

using Json = nlohmann::ordered_json;

namespace {

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json value_of(const EvaluationField& field) {
  switch (field.kind) {
    case FieldKind::null:
      return nullptr;
    case FieldKind::text:
      return field.value;
    case FieldKind::json: {
      // The reader has checked it; what somebody made by hand may still be no JSON.
      Json value = Json::parse(field.value, nullptr, false);
      return value.is_discarded() ? Json(field.value) : value;
    }
  }
  std::unreachable();
}

Json mean(const StereotypeMean& of) {
  return {{"mean", json_number(of.mean)}, {"interval", json_or_null(of.interval)}};
}

Json to_json(const StereotypeCell& cell) {
  return {{"bias_type", cell.bias_type},
          {"stereotype_type", cell.stereotype_type},
          {"scored", cell.scored},
          {"mean_raw_drift", json_number(cell.raw_drift)},
          {"mean_drift_score", json_number(cell.drift)}};
}

Json to_json(const StereotypeAnalysis& analysis) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < analysis.rows.size(); ++i) {
    Json row = {{"entry", to_json(analysis.evaluation.entries[i])}};
    row.update(to_json(analysis.rows[i]));
    rows.push_back(std::move(row));
  }
  Json summary = Json::array();
  for (const StereotypeSummary& each : analysis.summary) summary.push_back(to_json(each));
  Json cells = Json::array();
  for (const StereotypeCell& each : analysis.cells) cells.push_back(to_json(each));
  return {{"model", analysis.evaluation.model},
          {"file", analysis.evaluation.file},
          {"summary", std::move(summary)},
          {"cells", std::move(cells)},
          {"rows", std::move(rows)},
          {"warnings", analysis.warnings}};
}

}  // namespace

Json to_json(const EvaluationEntry& entry) {
  Json out = Json::object();
  for (const EvaluationField& field : entry.fields) out[field.name] = value_of(field);
  return out;
}

Json to_json(const StereotypeRow& row) {
  return {{"drift_control_stereotype_score", json_number(row.control.score)},
          {"drift_bias_stereotype_score", json_number(row.bias.score)},
          {"drift_control_is_stereotype", json_or_null(row.control.flagged)},
          {"drift_bias_is_stereotype", json_or_null(row.bias.flagged)},
          {"drift_drift_score", json_number(row.drift_score)},
          {"drift_raw_drift", json_number(row.raw_drift)},
          {"drift_significant_drift", json_or_null(row.significant)},
          {"drift_drift_semantic_similarity", json_number(row.pair_similarity)},
          {"drift_bleu", json_number(row.bleu)},
          {"drift_rouge_l", json_number(row.rouge_l)},
          {"similarity_control_semantic_similarity", json_number(row.control.similarity)},
          {"similarity_bias_semantic_similarity", json_number(row.bias.similarity)},
          {"similarity_semantic_similarity_drift", json_number(row.similarity_drift)},
          {"similarity_trait_mentioned", json_or_null(row.bias.trait_mentioned)},
          {"similarity_control_trait_mentioned", json_or_null(row.control.trait_mentioned)},
          {"drift_control_truncated", json_or_null(row.control.truncated)},
          {"drift_bias_truncated", json_or_null(row.bias.truncated)},
          {"similarity_text_truncated", json_or_null(row.text_truncated)},
          {"drift_error", text_or_null(row.error)}};
}

Json to_json(const StereotypeSummary& of) {
  return {{"scope", name_of(of.scope)},
          {"group", of.scope == StereotypeScope::overall ? Json(nullptr) : Json(of.group)},
          {"entries", of.entries},
          {"scored", of.scored},
          {"not_scored", of.entries - of.scored},
          {"sources", of.sources},
          {"drift_score", mean(of.drift)},
          {"raw_drift", mean(of.raw_drift)},
          {"mean_control_score", json_number(of.control_score)},
          {"mean_bias_score", json_number(of.bias_score)},
          {"significant", of.significant},
          {"significant_share", json_number(of.significant_share)},
          {"significant_interval", json_or_null(of.significant_interval)},
          {"raised", of.raised},
          {"lowered", of.lowered},
          {"unchanged", of.unchanged},
          {"control_flagged", of.control_flagged},
          {"bias_flagged", of.bias_flagged},
          {"only_control_flagged", of.only_control_flagged},
          {"only_bias_flagged", of.only_bias_flagged},
          {"mcnemar_p_value", json_number(of.mcnemar_p_value)},
          {"wilcoxon_p_value", json_number(of.wilcoxon_p_value)},
          {"wilcoxon_p_adjusted", json_number(of.wilcoxon_p_adjusted)},
          {"wilcoxon_method", text_or_null(of.wilcoxon_method)},
          {"trait_share", json_number(of.trait_share)},
          {"mean_drift_semantic_similarity", json_number(of.pair_similarity)},
          {"mean_semantic_similarity_drift", json_number(of.similarity_drift)},
          {"mean_bleu", json_number(of.bleu)},
          {"mean_rouge_l", json_number(of.rouge_l)}};
}

Json to_json(const StereotypeClassifier& of) {
  Json out = {{"classifier", of.model},
              {"weights_sha256", of.weights_sha256},
              {"architecture", of.architecture}};
  if (!of.base.empty()) {
    out["base"] = of.base;
    out["base_sha256"] = of.base_sha256;
  }
  out["precision"] = of.precision;
  out["instruction_set"] = of.instruction_set;
  out["max_tokens"] = of.max_tokens;
  out["label"] = of.label;
  out["note"] = text_or_null(of.note);
  return out;
}

Json to_json(const StereotypeReport& report) {
  Json models = Json::array();
  for (const StereotypeAnalysis& each : report.models) models.push_back(to_json(each));
  return {{"plumb", kStereotypeReportKind},
          {"date", report.date},
          {"classifier", to_json(report.classifier)},
          {"models", std::move(models)},
          {"provenance", to_json(report.provenance)}};
}

}  // namespace plumb
