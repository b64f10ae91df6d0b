#include "measure/stereotype_run.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "measure/stereotype_summary.h"

namespace plumb {
namespace {

constexpr std::size_t kBytesPerToken = 4;

std::span<const EvaluationEntry> next_window(std::span<const EvaluationEntry> rest,
                                             const StereotypeRunOptions& options) {
  std::size_t tokens = 0;
  std::size_t count = 0;
  while (count < rest.size() && (count == 0 || tokens < options.window_tokens)) {
    for (const std::string_view name : {evaluation_field::kControl, evaluation_field::kBias}) {
      tokens +=
          std::min(options.most_tokens, 2 + rest[count].value_of(name).size() / kBytesPerToken);
    }
    ++count;
  }
  return rest.first(count);
}

}  // namespace

Result<StereotypeAnalysis> analyse_evaluation(Evaluation evaluation, const ScoreTexts& score,
                                              const EmbedTexts& embed,
                                              const StereotypeRunOptions& options) {
  StereotypeAnalysis analysis;
  analysis.evaluation = std::move(evaluation);
  const std::span<const EvaluationEntry> entries = analysis.evaluation.entries;
  while (analysis.rows.size() < entries.size()) {
    PLUMB_CHECK_RESULT(options.before_window(analysis.rows.size()));
    const auto window = next_window(entries.subspan(analysis.rows.size()), options);
    PLUMB_TRY(std::vector<StereotypeRow> rows, measure_stereotype_rows(window, score, embed));
    std::ranges::move(rows, std::back_inserter(analysis.rows));
  }
  PLUMB_CHECK_RESULT(summarize_stereotypes(analysis, {.seed = options.seed}));
  return analysis;
}

}  // namespace plumb
