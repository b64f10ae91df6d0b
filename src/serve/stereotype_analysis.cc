#include "serve/stereotype_analysis.h"

#include <span>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/interrupt.h"
#include "measure/stereotype_drift.h"
#include "measure/stereotype_run.h"
#include "measure/stereotype_summary.h"
#include "report/stereotype_writers.h"

namespace plumb {
namespace {

std::string today() {
  const std::string now = utc_now();  // 2025-03-01T...
  return now.substr(0, 4) + now.substr(5, 2) + now.substr(8, 2);
}

Result<StereotypeAnalysis> analysed(Evaluation evaluation, ClassifierService& classifier,
                                    EmbeddingService& embeddings) {
  const ScoreTexts score = [&](std::span<const std::string_view> texts) {
    return classifier.score(texts);
  };
  StereotypeRunOptions options;
  options.before_window = [&](std::size_t) -> Result<void> {
    if (interrupted()) return fail(ErrorCode::interrupted, "the server stops; send it again");
    return {};
  };
  PLUMB_TRY(StereotypeAnalysis analysis,
            analyse_evaluation(std::move(evaluation), score, embed_with(embeddings), options));
  warn_of_shadowed_fields(analysis);
  return analysis;
}

}  // namespace

Result<StereotypeReport> analyse_evaluations(std::vector<Evaluation> evaluations,
                                             ClassifierService& classifier,
                                             EmbeddingService& embeddings) {
  StereotypeReport report;
  report.date = today();
  PLUMB_TRY(report.classifier, classifier.about());
  report.provenance.plumb_version = PLUMB_VERSION;
  PLUMB_TRY(report.provenance.vectors, embeddings.origin());
  report.provenance.bootstrap_draws = StereotypeSummaryOptions{}.draws;
  report.provenance.thresholds = {{"significant_drift", kSignificantDrift},
                                  {"is_stereotype", kStereotypeFlag}};
  for (Evaluation& evaluation : evaluations) {
    PLUMB_TRY(auto analysis, analysed(std::move(evaluation), classifier, embeddings));
    report.models.push_back(std::move(analysis));
  }
  return report;
}

}  // namespace plumb
