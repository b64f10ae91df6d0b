#include "stats/domain_auc.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "base/rng.h"
#include "stats/logistic_regression.h"
#include "stats/midranks.h"
#include "stats/sample.h"

namespace plumb {
namespace {

// The fold of each of `rows` rows of one side.
std::vector<std::size_t> deal(std::size_t rows, std::size_t folds, Rng rng) {
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = rows; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  std::vector<std::size_t> fold(rows);
  for (std::size_t i = 0; i < rows; ++i) fold[order[i]] = i % folds;
  return fold;
}

// The fold of every row, baseline first.
std::vector<std::size_t> folds_of(std::size_t baseline, std::size_t current,
                                  const DomainAucOptions& options) {
  std::vector<std::uint32_t> groups = options.groups;
  groups.resize(baseline + current);
  std::map<std::uint32_t, std::size_t> fold_of_group;
  for (const std::uint32_t group : groups) {
    if (group != 0) fold_of_group.emplace(group, 0);
  }
  const auto group_folds = deal(fold_of_group.size(), options.folds, Rng(options.seed, 2));
  std::size_t next = 0;
  for (auto& [_, fold] : fold_of_group) fold = group_folds[next++];

  std::vector<std::size_t> folds(baseline + current);
  const auto deal_side = [&](std::size_t first, std::size_t rows, std::uint64_t side) {
    std::vector<std::size_t> alone;
    for (std::size_t i = first; i < first + rows; ++i) {
      if (groups[i] == 0) alone.push_back(i);
      if (groups[i] != 0) folds[i] = fold_of_group.at(groups[i]);
    }
    const auto dealt = deal(alone.size(), options.folds, Rng(options.seed, side));
    for (std::size_t i = 0; i < alone.size(); ++i) folds[alone[i]] = dealt[i];
  };
  deal_side(0, baseline, 0);
  deal_side(baseline, current, 1);
  return folds;
}

// Both sides, one after the other.
struct Rows {
  std::span<const float> baseline;
  std::span<const float> current;
  std::size_t dimension = 0;
  std::vector<std::size_t> fold;

  std::size_t count() const { return fold.size(); }
  bool is_current(std::size_t i) const { return i >= baseline.size() / dimension; }
  std::span<const float> at(std::size_t i) const {
    const std::size_t in_baseline = baseline.size() / dimension;
    return i < in_baseline ? baseline.subspan(i * dimension, dimension)
                           : current.subspan((i - in_baseline) * dimension, dimension);
  }
};

struct Standardised {
  std::vector<double> means;
  std::vector<double> scales;  // 1 / deviation, 1 where a column does not vary

  std::vector<double> of(std::span<const float> row) const {
    std::vector<double> result(row.size());
    for (std::size_t j = 0; j < row.size(); ++j) {
      result[j] = (static_cast<double>(row[j]) - means[j]) * scales[j];
    }
    return result;
  }
};

Standardised standardise(const Rows& rows, std::size_t left_out) {
  Standardised result{std::vector<double>(rows.dimension), std::vector<double>(rows.dimension)};
  double n = 0;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    if (rows.fold[i] == left_out) continue;
    ++n;
    const std::span<const float> row = rows.at(i);
    for (std::size_t j = 0; j < row.size(); ++j) result.means[j] += static_cast<double>(row[j]);
  }
  for (double& mean : result.means) mean /= n;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    if (rows.fold[i] == left_out) continue;
    const std::span<const float> row = rows.at(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double off = static_cast<double>(row[j]) - result.means[j];
      result.scales[j] += off * off;
    }
  }
  for (std::size_t j = 0; j < rows.dimension; ++j) {
    // A constant column may leave a deviation of some roundings of its mean.
    const double deviation = std::sqrt(result.scales[j] / n);
    const double rounding = 1e-12 * std::abs(result.means[j]);
    result.scales[j] = deviation > rounding ? 1 / deviation : 1.0;
  }
  return result;
}

// Trains on the other folds, writes the scores of this one, and returns their AUC.
Result<double> score_fold(const Rows& rows, std::size_t fold, double c, std::span<double> scores) {
  const Standardised standard = standardise(rows, fold);
  std::vector<double> training;
  std::vector<std::uint8_t> labels;
  training.reserve(rows.count() * rows.dimension);
  for (std::size_t i = 0; i < rows.count(); ++i) {
    if (rows.fold[i] == fold) continue;
    const std::vector<double> row = standard.of(rows.at(i));
    training.insert(training.end(), row.begin(), row.end());
    labels.push_back(rows.is_current(i) ? 1 : 0);
  }
  // Far below what can change the order of two scores that differ at all.
  const LogisticOptions options{.c = c, .tolerance = 1e-8};
  PLUMB_TRY(const LogisticModel model, fit_logistic(training, rows.dimension, labels, options));
  std::vector<double> seen;
  std::vector<std::uint8_t> seen_labels;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    if (rows.fold[i] != fold) continue;
    scores[i] = model.score(standard.of(rows.at(i)));
    seen.push_back(scores[i]);
    seen_labels.push_back(rows.is_current(i) ? 1 : 0);
  }
  return roc_auc(seen, seen_labels);
}

}  // namespace

Result<double> roc_auc(std::span<const double> scores, std::span<const std::uint8_t> labels) {
  PLUMB_CHECK_RESULT(check_sample(scores, "the scores of a ROC curve"));
  if (scores.size() != labels.size()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a ROC curve needs a label a score, not {} scores and {} labels",
                            scores.size(), labels.size()));
  }
  const Midranks ranked = midranks(scores);
  double positive = 0;
  double rank_sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == 0) continue;
    ++positive;
    rank_sum += ranked.ranks[i];
  }
  const double negative = static_cast<double>(labels.size()) - positive;
  if (positive == 0 || negative == 0) {
    return fail(ErrorCode::invalid_input, "a ROC curve needs rows of both classes");
  }
  return (rank_sum - positive * (positive + 1) / 2) / positive / negative;
}

Result<DomainAuc> domain_auc(std::span<const float> baseline, std::span<const float> current,
                             std::size_t dimension, ThreadPool& pool,
                             const DomainAucOptions& options) {
  if (options.folds < 2) {
    return fail(ErrorCode::invalid_input,
                fmt::format("cross-validation with {} folds leaves no rows to train on; use 2 or "
                            "more",
                            options.folds));
  }
  PLUMB_CHECK_RESULT(check_rows(baseline, dimension, "the baseline side", options.folds));
  PLUMB_CHECK_RESULT(check_rows(current, dimension, "the current side", options.folds));
  const Rows rows{baseline, current, dimension,
                  folds_of(baseline.size() / dimension, current.size() / dimension, options)};

  DomainAuc result;
  result.scores.resize(rows.count());
  std::vector<std::optional<Result<double>>> outcomes(options.folds);
  pool.run(static_cast<int>(options.folds), [&](int task, int) {
    const auto fold = static_cast<std::size_t>(task);
    outcomes[fold] = score_fold(rows, fold, options.c, result.scores);
  });
  for (auto& outcome : outcomes) {
    PLUMB_TRY(const double auc, std::move(*outcome));
    result.fold_aucs.push_back(auc);
  }
  result.auc = mean_of(result.fold_aucs);
  return result;
}

}  // namespace plumb
