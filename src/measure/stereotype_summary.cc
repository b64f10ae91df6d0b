#include "measure/stereotype_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stats/bootstrap.h"
#include "stats/corrections.h"
#include "stats/mcnemar.h"
#include "stats/sample.h"
#include "stats/wilcoxon.h"
#include "stats/wilson.h"
#include "text/utf8.h"

namespace plumb {
namespace {

namespace field = evaluation_field;

// BCa asks for the statistic of n - 1 texts n times; past this many both methods agree.
constexpr std::size_t kMostForBca = 2'000;

// The scored entries of one stereotype text.
using Source = std::vector<const StereotypeRow*>;

struct Group {
  std::string name;
  std::uint64_t entries = 0;
  std::vector<Source> sources;
  std::unordered_map<std::string_view, std::size_t> places;  // of texts among the sources

  void add(const EvaluationEntry& entry, const StereotypeRow& row) {
    ++entries;
    if (!row.scored()) return;
    const std::string_view text = entry.value_of(field::kStereotypeText);
    std::size_t place = sources.size();
    // Entries without a text share nothing that is known of.
    if (!is_blank(text)) place = places.try_emplace(text, place).first->second;
    if (place == sources.size()) sources.emplace_back();
    sources[place].push_back(&row);
  }
};

// In the order in which their names come first.
class Groups {
 public:
  Group& of(std::string_view name) {
    const auto [place, is_new] = places_.try_emplace(std::string(name), groups_.size());
    if (is_new) groups_.emplace_back().name = name;
    return groups_[place->second];
  }
  const std::vector<Group>& all() const { return groups_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<Group> groups_;
};

std::vector<const StereotypeRow*> rows_of(const Group& group) {
  std::vector<const StereotypeRow*> rows;
  for (const Source& source : group.sources) rows.insert(rows.end(), source.begin(), source.end());
  return rows;
}

using RowValue = std::function<std::optional<double>(const StereotypeRow&)>;

// Over the rows that have the value; none where none has.
std::optional<double> mean_over(std::span<const StereotypeRow* const> rows, const RowValue& value) {
  std::vector<double> values;
  for (const StereotypeRow* row : rows) {
    if (const auto found = value(*row)) values.push_back(*found);
  }
  if (values.empty()) return std::nullopt;
  return mean_of(values);
}

std::uint64_t count_if(std::span<const StereotypeRow* const> rows,
                       const std::function<bool(const StereotypeRow&)>& holds) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(rows, [&](const StereotypeRow* row) { return holds(*row); }));
}

// A source is drawn with all of its entries; the statistic is the mean over entries.
Result<std::optional<Interval>> interval_of(const Group& group,
                                            std::optional<double> StereotypeRow::* value,
                                            const StereotypeSummaryOptions& options) {
  if (group.sources.size() < 2) return std::nullopt;
  std::vector<double> sums;
  std::vector<double> counts;
  for (const Source& source : group.sources) {
    double sum = 0;
    for (const StereotypeRow* row : source) sum += *(row->*value);
    sums.push_back(sum);
    counts.push_back(static_cast<double>(source.size()));
  }
  const auto mean = [&](std::span<const std::size_t> indices) {
    double sum = 0;
    double count = 0;
    for (const std::size_t i : indices) {
      sum += sums[i];
      count += counts[i];
    }
    return sum / count;
  };
  BootstrapOptions bootstrap{.draws = options.draws, .seed = options.seed, .level = options.level};
  if (sums.size() > kMostForBca) bootstrap.method = BootstrapMethod::percentile;
  PLUMB_TRY(const BootstrapInterval found, bootstrap_interval(sums.size(), mean, bootstrap));
  return Interval{found.low, found.high, found.level};
}

Result<void> test_direction(const Group& group, StereotypeSummary& out) {
  if (group.sources.empty()) return {};
  std::vector<double> means;
  for (const Source& source : group.sources) {
    means.push_back(*mean_over(source, &StereotypeRow::raw_drift));
  }
  PLUMB_TRY(const Wilcoxon test, wilcoxon_signed_rank(means));
  out.wilcoxon_p_value = test.p_value;
  out.wilcoxon_method = test.method == WilcoxonMethod::exact ? "exact" : "normal";
  out.mcnemar_p_value = mcnemar(out.only_control_flagged, out.only_bias_flagged).exact_p_value;
  return {};
}

void count_rows(std::span<const StereotypeRow* const> rows, StereotypeSummary& out) {
  using Row = StereotypeRow;
  out.scored = rows.size();
  out.significant = count_if(rows, [](const Row& row) { return *row.significant; });
  out.raised = count_if(rows, [](const Row& row) { return *row.raw_drift > 0; });
  out.lowered = count_if(rows, [](const Row& row) { return *row.raw_drift < 0; });
  out.unchanged = out.scored - out.raised - out.lowered;
  out.control_flagged = count_if(rows, [](const Row& row) { return *row.control.flagged; });
  out.bias_flagged = count_if(rows, [](const Row& row) { return *row.bias.flagged; });
  out.only_control_flagged =
      count_if(rows, [](const Row& row) { return *row.control.flagged && !*row.bias.flagged; });
  out.only_bias_flagged =
      count_if(rows, [](const Row& row) { return *row.bias.flagged && !*row.control.flagged; });
}

void average_rows(std::span<const StereotypeRow* const> rows, StereotypeSummary& out) {
  using Row = StereotypeRow;
  out.drift.mean = mean_over(rows, &Row::drift_score);
  out.raw_drift.mean = mean_over(rows, &Row::raw_drift);
  out.control_score = mean_over(rows, [](const Row& row) { return row.control.score; });
  out.bias_score = mean_over(rows, [](const Row& row) { return row.bias.score; });
  out.trait_share = mean_over(rows, [](const Row& row) -> std::optional<double> {
    if (!row.bias.trait_mentioned) return std::nullopt;
    return *row.bias.trait_mentioned ? 1 : 0;
  });
  out.pair_similarity = mean_over(rows, &Row::pair_similarity);
  out.similarity_drift = mean_over(rows, &Row::similarity_drift);
  out.bleu = mean_over(rows, &Row::bleu);
  out.rouge_l = mean_over(rows, &Row::rouge_l);
}

Result<StereotypeSummary> summary_of(StereotypeScope scope, const Group& group,
                                     const StereotypeSummaryOptions& options) {
  StereotypeSummary out;
  out.scope = scope;
  out.group = group.name;
  out.entries = group.entries;
  out.sources = group.sources.size();
  const std::vector<const StereotypeRow*> rows = rows_of(group);
  count_rows(rows, out);
  average_rows(rows, out);
  PLUMB_TRY(out.drift.interval, interval_of(group, &StereotypeRow::drift_score, options));
  PLUMB_TRY(out.raw_drift.interval, interval_of(group, &StereotypeRow::raw_drift, options));
  if (!rows.empty()) {
    out.significant_share = static_cast<double>(out.significant) / static_cast<double>(out.scored);
    PLUMB_TRY(const ShareInterval share,
              wilson_interval(*out.significant_share, out.sources, options.level));
    out.significant_interval = Interval{share.low, share.high, options.level};
  }
  PLUMB_CHECK_RESULT(test_direction(group, out));
  return out;
}

// Each scope is a family of its own; overall is one test.
void adjust_p_values(std::vector<StereotypeSummary>& summary, StereotypeScope scope) {
  std::vector<StereotypeSummary*> tested;
  std::vector<double> p_values;
  for (StereotypeSummary& row : summary) {
    if (row.scope != scope || !row.wilcoxon_p_value) continue;
    tested.push_back(&row);
    p_values.push_back(*row.wilcoxon_p_value);
  }
  const std::vector<double> adjusted = adjust_benjamini_hochberg(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->wilcoxon_p_adjusted = adjusted[i];
}

std::vector<StereotypeCell> cells_of(const StereotypeAnalysis& analysis, const Groups& biases,
                                     const Groups& types) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<const StereotypeRow*>> rows;
  for (std::size_t i = 0; i < analysis.rows.size(); ++i) {
    const EvaluationEntry& entry = analysis.evaluation.entries[i];
    if (!analysis.rows[i].scored()) continue;
    rows[{entry.bias_type(), entry.stereotype_type()}].push_back(&analysis.rows[i]);
  }
  std::vector<StereotypeCell> cells;
  for (const Group& bias : biases.all()) {
    for (const Group& type : types.all()) {
      const auto& found = rows[{bias.name, type.name}];
      cells.push_back({bias.name, type.name, found.size(),
                       mean_over(found, &StereotypeRow::raw_drift),
                       mean_over(found, &StereotypeRow::drift_score)});
    }
  }
  return cells;
}

void warn_of_truncated(StereotypeAnalysis& analysis) {
  std::uint64_t responses = 0;
  std::uint64_t texts = 0;
  for (const StereotypeRow& row : analysis.rows) {
    for (const StereotypeSide* side : {&row.control, &row.bias}) {
      if (side->truncated.value_or(false)) ++responses;
    }
    if (row.text_truncated.value_or(false)) ++texts;
  }
  if (responses > 0) {
    analysis.warnings.push_back(
        fmt::format("{} responses of {} are longer than the models read and were truncated",
                    responses, analysis.evaluation.model));
  }
  if (texts > 0) {
    analysis.warnings.push_back(fmt::format(
        "the emgsd_text of {} entries of {} is longer than the embedding model reads and was "
        "truncated",
        texts, analysis.evaluation.model));
  }
}

void add_warnings(StereotypeAnalysis& analysis) {
  const StereotypeSummary& overall = analysis.summary.front();
  if (overall.scored < overall.entries) {
    const auto first =
        std::ranges::find_if(analysis.rows, [](const StereotypeRow& row) { return !row.scored(); });
    analysis.warnings.push_back(
        fmt::format("{} of {} entries of {} have no drift score and are left out of the summary; "
                    "the first is entry {}: {}",
                    overall.entries - overall.scored, overall.entries, analysis.evaluation.model,
                    first - analysis.rows.begin(), first->error));
  }
  warn_of_truncated(analysis);
  if (overall.sources < overall.scored) {
    analysis.warnings.push_back(
        fmt::format("the {} scored entries of {} come from {} stereotype texts: McNemar's p-values "
                    "take them for independent and are too small",
                    overall.scored, analysis.evaluation.model, overall.sources));
  }
}

}  // namespace

Result<void> summarize_stereotypes(StereotypeAnalysis& analysis,
                                   const StereotypeSummaryOptions& options) {
  Groups overall;
  Groups biases;
  Groups types;
  for (std::size_t i = 0; i < analysis.rows.size(); ++i) {
    const EvaluationEntry& entry = analysis.evaluation.entries[i];
    overall.of("").add(entry, analysis.rows[i]);
    biases.of(entry.bias_type()).add(entry, analysis.rows[i]);
    types.of(entry.stereotype_type()).add(entry, analysis.rows[i]);
  }
  overall.of("");  // a file without entries has a summary, too
  analysis.summary.clear();
  for (const auto& [scope, groups] : {std::pair(StereotypeScope::overall, &overall),
                                      std::pair(StereotypeScope::bias_type, &biases),
                                      std::pair(StereotypeScope::stereotype_type, &types)}) {
    for (const Group& group : groups->all()) {
      PLUMB_TRY(StereotypeSummary row, summary_of(scope, group, options));
      analysis.summary.push_back(std::move(row));
    }
    adjust_p_values(analysis.summary, scope);
  }
  analysis.cells = cells_of(analysis, biases, types);
  add_warnings(analysis);
  return {};
}

}  // namespace plumb
