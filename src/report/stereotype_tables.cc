// The tables of stereotype drift, for other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "record/document_json.h"
#include "record/stereotype_report_json.h"
#include "report/cells.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

struct RowColumn {
  std::string_view name;
  std::string (*cell)(const StereotypeRow&);
};

using Row = StereotypeRow;

constexpr std::array kRowColumns = {
    RowColumn{"drift_control_stereotype_score",
              [](const Row& row) { return csv_number(row.control.score); }},
    RowColumn{"drift_bias_stereotype_score",
              [](const Row& row) { return csv_number(row.bias.score); }},
    RowColumn{"drift_control_is_stereotype",
              [](const Row& row) { return csv_flag(row.control.flagged); }},
    RowColumn{"drift_bias_is_stereotype",
              [](const Row& row) { return csv_flag(row.bias.flagged); }},
    RowColumn{"drift_drift_score", [](const Row& row) { return csv_number(row.drift_score); }},
    RowColumn{"drift_raw_drift", [](const Row& row) { return csv_number(row.raw_drift); }},
    RowColumn{"drift_significant_drift", [](const Row& row) { return csv_flag(row.significant); }},
    RowColumn{"drift_drift_semantic_similarity",
              [](const Row& row) { return csv_number(row.pair_similarity); }},
    RowColumn{"similarity_control_semantic_similarity",
              [](const Row& row) { return csv_number(row.control.similarity); }},
    RowColumn{"similarity_bias_semantic_similarity",
              [](const Row& row) { return csv_number(row.bias.similarity); }},
    RowColumn{"similarity_semantic_similarity_drift",
              [](const Row& row) { return csv_number(row.similarity_drift); }},
    RowColumn{"similarity_trait_mentioned",
              [](const Row& row) { return csv_flag(row.bias.trait_mentioned); }},
    RowColumn{"similarity_control_trait_mentioned",
              [](const Row& row) { return csv_flag(row.control.trait_mentioned); }},
    RowColumn{"drift_bleu", [](const Row& row) { return csv_number(row.bleu); }},
    RowColumn{"drift_rouge_l", [](const Row& row) { return csv_number(row.rouge_l); }},
    RowColumn{"drift_control_truncated",
              [](const Row& row) { return csv_flag(row.control.truncated); }},
    RowColumn{"drift_bias_truncated", [](const Row& row) { return csv_flag(row.bias.truncated); }},
    RowColumn{"similarity_text_truncated",
              [](const Row& row) { return csv_flag(row.text_truncated); }},
    RowColumn{"drift_error", [](const Row& row) { return csv_text(row.error); }},
};

// Who gave the scores, the same in every row of a model.
constexpr std::array<std::string_view, 11> kOriginColumns = {"drift_model",
                                                             "drift_classifier",
                                                             "drift_classifier_sha256",
                                                             "drift_embedding_model",
                                                             "drift_embedding_sha256",
                                                             "drift_note",
                                                             "drift_classifier_precision",
                                                             "drift_classifier_instruction_set",
                                                             "drift_embedding_precision",
                                                             "drift_embedding_instruction_set",
                                                             "drift_plumb_version"};

std::string origin_cells(const StereotypeReport& report, const StereotypeAnalysis& analysis,
                         bool raw) {
  const VectorOrigin vectors = report.provenance.vectors.value_or(VectorOrigin{});
  const StereotypeClassifier& by = report.classifier;
  std::string out;
  for (const std::string_view cell :
       {std::string_view(analysis.evaluation.model), std::string_view(by.model),
        std::string_view(by.weights_sha256), std::string_view(vectors.model),
        std::string_view(vectors.weights_sha256), std::string_view(by.note),
        std::string_view(by.precision), std::string_view(by.instruction_set),
        std::string_view(vectors.precision), std::string_view(vectors.instruction_set),
        std::string_view(report.provenance.plumb_version)}) {
    out += "," + csv_text(cell, raw);
  }
  return out;
}

std::string field_cell(const EvaluationEntry& entry, const std::string& name, bool raw) {
  const EvaluationField* field = entry.find(name);
  if (field == nullptr) return {};
  // A number is none that a spreadsheet runs, whatever its sign.
  return csv_text(field->value, raw || field->kind == FieldKind::json);
}

std::string table_of(const StereotypeReport& report, std::span<const StereotypeAnalysis> analyses,
                     bool raw) {
  std::vector<std::string> names;
  for (const StereotypeAnalysis& each : analyses) {
    for (std::string& name : field_names(each.evaluation.entries)) {
      if (!is_stereotype_column(name) && std::ranges::find(names, name) == names.end()) {
        names.push_back(std::move(name));
      }
    }
  }
  std::string out;
  for (const std::string& name : names) out += csv_text(name, raw) + ",";
  for (const RowColumn& column : kRowColumns) out.append(column.name).append(",");
  out += fmt::format("{}\n", fmt::join(kOriginColumns, ","));
  for (const StereotypeAnalysis& each : analyses) {
    const std::string origin = origin_cells(report, each, raw);
    for (std::size_t i = 0; i < each.rows.size(); ++i) {
      for (const std::string& name : names) {
        out += field_cell(each.evaluation.entries[i], name, raw) + ",";
      }
      std::string_view comma;
      for (const RowColumn& column : kRowColumns) {
        out.append(comma).append(column.cell(each.rows[i]));
        comma = ",";
      }
      out += origin + "\n";
    }
  }
  return out;
}

std::string low_and_high(const std::optional<Interval>& interval) {
  if (!interval) return ",";
  return csv_number(interval->low) + "," + csv_number(interval->high);
}

std::string summary_row(const StereotypeSummary& of, bool raw) {
  std::string out = fmt::format("{},{},{},{},{},{}", name_of(of.scope), csv_text(of.group, raw),
                                of.entries, of.scored, of.entries - of.scored, of.sources);
  out += fmt::format(",{},{},{},{}", csv_number(of.drift.mean), low_and_high(of.drift.interval),
                     csv_number(of.raw_drift.mean), low_and_high(of.raw_drift.interval));
  out += fmt::format(",{},{}", csv_number(of.control_score), csv_number(of.bias_score));
  out += fmt::format(",{},{},{}", of.significant, csv_number(of.significant_share),
                     low_and_high(of.significant_interval));
  out += fmt::format(",{},{},{}", of.raised, of.lowered, of.unchanged);
  out += fmt::format(",{},{},{},{}", of.control_flagged, of.bias_flagged, of.only_control_flagged,
                     of.only_bias_flagged);
  out += fmt::format(",{},{},{},{}", csv_exact(of.mcnemar_p_value), csv_exact(of.wilcoxon_p_value),
                     csv_exact(of.wilcoxon_p_adjusted), of.wilcoxon_method);
  return out + fmt::format(",{},{},{},{},{}", csv_number(of.trait_share),
                           csv_number(of.pair_similarity), csv_number(of.similarity_drift),
                           csv_number(of.bleu), csv_number(of.rouge_l));
}

}  // namespace

bool is_stereotype_column(std::string_view name) {
  return std::ranges::find(kRowColumns, name, &RowColumn::name) != kRowColumns.end() ||
         std::ranges::find(kOriginColumns, name) != kOriginColumns.end();
}

void warn_of_shadowed_fields(StereotypeAnalysis& analysis) {
  for (const std::string& name : field_names(analysis.evaluation.entries)) {
    if (!is_stereotype_column(name)) continue;
    analysis.warnings.push_back(fmt::format(
        "the entries have a field {} of their own; tables show what Plumb measured in its place",
        name));
  }
}

std::string stereotype_csv(const StereotypeReport& report, const StereotypeAnalysis& analysis,
                           bool raw) {
  return table_of(report, std::span(&analysis, 1), raw);
}

std::string stereotype_csv(const StereotypeReport& report, bool raw) {
  return table_of(report, report.models, raw);
}

std::string stereotype_summary_csv(const StereotypeReport& report,
                                   const StereotypeAnalysis& analysis, bool raw) {
  std::string out =
      "scope,group,entries,scored,not_scored,sources,mean_drift_score,mean_drift_score_low,"
      "mean_drift_score_high,mean_raw_drift,mean_raw_drift_low,mean_raw_drift_high,"
      "mean_control_score,mean_bias_score,significant,significant_share,significant_share_low,"
      "significant_share_high,raised,lowered,unchanged,control_flagged,bias_flagged,"
      "only_control_flagged,only_bias_flagged,mcnemar_p_value,wilcoxon_p_value,"
      "wilcoxon_p_adjusted,wilcoxon_method,trait_share,mean_drift_semantic_similarity,"
      "mean_semantic_similarity_drift,mean_bleu,mean_rouge_l";
  out += fmt::format(",{},bootstrap_draws,seed\n", fmt::join(kOriginColumns, ","));
  const std::string origin =
      origin_cells(report, analysis, raw) +
      fmt::format(",{},{}", report.provenance.bootstrap_draws, report.provenance.seed);
  for (const StereotypeSummary& row : analysis.summary) {
    out += summary_row(row, raw) + origin + "\n";
  }
  return out;
}

std::string stereotype_json(const StereotypeReport& report) {
  return json_line(to_json(report)) + '\n';
}

std::string stereotype_jsonl(const StereotypeReport& report) {
  const nlohmann::ordered_json classifier = to_json(report.classifier);
  std::string out;
  for (const StereotypeAnalysis& each : report.models) {
    for (std::size_t i = 0; i < each.rows.size(); ++i) {
      nlohmann::ordered_json line = {{"model", each.evaluation.model},
                                     {"entry", to_json(each.evaluation.entries[i])}};
      line.update(to_json(each.rows[i]));
      line["classifier"] = classifier;
      out += json_line(line) + '\n';
    }
  }
  return out;
}

}  // namespace plumb
