#include "serve/stereotype_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/interrupt.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_summary.h"
#include "report/stereotype_writers.h"
#include "serve/served_vectors.h"

namespace plumb {
namespace {

constexpr std::size_t kWindow = 32;  // entries that are scored together

std::string today() {
  const std::string now = utc_now();  // 2025-03-01T...
  return now.substr(0, 4) + now.substr(5, 2) + now.substr(8, 2);
}

Result<StereotypeAnalysis> analysed(Evaluation evaluation, ClassifierService& classifier,
                                    ServedVectors& vectors) {
  StereotypeAnalysis analysis;
  analysis.evaluation = std::move(evaluation);
  const std::span<const EvaluationEntry> entries = analysis.evaluation.entries;
  const ScoreTexts score = [&](std::span<const std::string_view> texts) {
    return classifier.score(texts);
  };
  const EmbedTexts embed = vectors.embed();
  while (analysis.rows.size() < entries.size()) {
    if (interrupted()) return fail(ErrorCode::interrupted, "the server stops; send it again");
    const auto rest = entries.subspan(analysis.rows.size());
    for (StereotypeRow& row :
         measure_stereotype_rows(rest.first(std::min(kWindow, rest.size())), score, embed)) {
      analysis.rows.push_back(std::move(row));
    }
    PLUMB_CHECK_RESULT(vectors.check());
  }
  PLUMB_CHECK_RESULT(summarize_stereotypes(analysis));
  for (const std::string& name : field_names(analysis.evaluation.entries)) {
    if (!is_stereotype_column(name)) continue;
    analysis.warnings.push_back(fmt::format(
        "the entries have a field {} of their own; tables show what Plumb measured in its place",
        name));
  }
  return analysis;
}

}  // namespace

Result<StereotypeReport> analyse_evaluations(std::vector<Evaluation> evaluations,
                                             ClassifierService& classifier,
                                             EmbeddingService& embeddings) {
  StereotypeReport report;
  report.date = today();
  PLUMB_TRY(report.classifier, classifier.about());
  PLUMB_TRY(ServedVectors vectors, ServedVectors::open(embeddings));
  report.provenance.plumb_version = PLUMB_VERSION;
  report.provenance.vectors = vectors.origin();
  report.provenance.bootstrap_draws = StereotypeSummaryOptions{}.draws;
  report.provenance.thresholds = {{"significant_drift", kSignificantDrift},
                                  {"is_stereotype", kStereotypeFlag}};
  for (Evaluation& evaluation : evaluations) {
    PLUMB_TRY(auto analysis, analysed(std::move(evaluation), classifier, vectors));
    report.models.push_back(std::move(analysis));
  }
  return report;
}

}  // namespace plumb
