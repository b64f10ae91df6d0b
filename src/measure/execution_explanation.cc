#include "measure/execution_explanation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace plumb {
namespace {

std::vector<const ProfileRow*> pointers_to(std::span<const ProfileRow> rows) {
  std::vector<const ProfileRow*> pointers;
  pointers.reserve(rows.size());
  for (const ProfileRow& row : rows) pointers.push_back(&row);
  return pointers;
}

// The sums of one side, with one row taken out and put back: of the counts or of the vectors, as
// the statistic looks at one of them only.
class SideWithoutRow {
 public:
  SideWithoutRow(const FeatureTable& table, const WholeSums& whole, bool vectors)
      : table_(table), vectors_(vectors), sums_(whole) {}

  SideSums sums() const { return sums_.side(); }
  void remove(std::size_t row) { change<std::minus<>>(row); }
  void restore(std::size_t row) { change<std::plus<>>(row); }

 private:
  template <class Operation>
  void change(std::size_t row) {
    const Operation operation;
    if (!vectors_) {
      for (const FeatureCount& entry : table_.counts(row)) {
        std::uint64_t& count = sums_.counts[entry.feature];
        count = operation(count, std::uint64_t{entry.count});
      }
      return;
    }
    const std::span<const std::int16_t> pairs = table_.vector_pairs();
    const std::size_t first = (row / 2) * 2 * table_.dimension() + row % 2;
    for (std::size_t i = 0; i < sums_.vector.size(); ++i) {
      sums_.vector[i] = operation(sums_.vector[i], std::int64_t{pairs[first + 2 * i]});
    }
  }

  const FeatureTable& table_;
  bool vectors_;
  WholeSums sums_;
};

// Of each name its length before it: no two traces are one text.
std::string trace_key(const std::vector<std::string>& tools) {
  std::string key = "calls";
  for (const std::string& name : tools) key += ' ' + std::to_string(name.size()) + ' ' + name;
  return key;
}

// Rows that the metric cannot tell apart have one influence: it is computed once.
std::optional<std::string> memo_key(Statistic statistic, const ProfileRow& row) {
  switch (statistic) {
    case Statistic::response_length_ks:
      return row.blank ? std::string() : std::to_string(row.length);
    case Statistic::safety_score_delta:
    case Statistic::severity_psi:
      return row.severity ? std::to_string(static_cast<int>(*row.severity)) : std::string();
    case Statistic::tool_frequency_chi2:
    case Statistic::tool_sequence_jaccard:
      return row.tools ? trace_key(*row.tools) : std::string();
    default:
      return std::nullopt;
  }
}

struct Influence {
  bool of_current = false;
  std::size_t row = 0;
  double value = 0;
};

double middle_length(std::span<const ProfileRow* const> rows) {
  std::vector<std::uint32_t> lengths;
  for (const ProfileRow* row : rows) lengths.push_back(row->length);
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::ranges::nth_element(lengths, middle);
  return static_cast<double>(*middle);
}

double mean_cost_of(std::span<const ProfileRow* const> rows) {
  double cost = 0;
  double known = 0;
  for (const ProfileRow* row : rows) {
    if (!row->severity) continue;
    cost += cost_of(*row->severity);
    ++known;
  }
  return known == 0 ? 0 : cost / known;
}

std::set<ToolPair> set_of(const std::vector<ToolPair>& pairs) {
  return {pairs.begin(), pairs.end()};
}

// How unlike the baseline a current result is, in what the metric looks at.
std::function<double(const ProfileRow&)> unlikeness(Statistic statistic, const ComparedRows& rows) {
  switch (statistic) {
    case Statistic::response_length_ks:
      return [middle = middle_length(rows.baseline)](const ProfileRow& row) {
        return row.blank ? 0 : std::abs(static_cast<double>(row.length) - middle);
      };
    case Statistic::safety_score_delta:
    case Statistic::severity_psi:
      return [mean = mean_cost_of(rows.baseline)](const ProfileRow& row) {
        return row.severity ? std::abs(cost_of(*row.severity) - mean) : 0;
      };
    case Statistic::tool_sequence_jaccard: {
      std::set<ToolPair> known;
      for (const ProfileRow* row : rows.baseline) {
        if (row->tools) known.merge(set_of(transitions_of(*row->tools)));
      }
      return [known = std::move(known)](const ProfileRow& row) {
        if (!row.tools) return 0.0;
        const std::vector<ToolPair> made = transitions_of(*row.tools);
        return static_cast<double>(
            std::ranges::count_if(made, [&](const ToolPair& p) { return !known.contains(p); }));
      };
    }
    default:
      return nullptr;
  }
}

// Where no single result matters any more (sides that lie wholly apart, a score
// at its floor, a step that many took), those least like the baseline stand for
// the metric, with the influence that they have: 0.
std::vector<Influence> least_alike(Statistic statistic, const ComparedRows& rows) {
  const auto unlike = unlikeness(statistic, rows);
  if (!unlike) return {};
  std::vector<std::pair<double, Influence>> ranked;
  for (std::size_t row = 0; row < rows.current.size(); ++row) {
    const double value = unlike(*rows.current[row]);
    if (value > 0) ranked.push_back({value, {true, row, 0}});
  }
  std::ranges::sort(ranked, [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    return rows.current[a.second.row]->id < rows.current[b.second.row]->id;
  });
  std::vector<Influence> influences;
  for (const auto& [_, influence] : ranked) influences.push_back(influence);
  return influences;
}

// The influence of every row of one side.
std::vector<Influence> influences_of(Statistic statistic, const FeatureSpace& space,
                                     const FeatureTable& table, const WholeSums& side,
                                     const WholeSums& other,
                                     std::span<const ProfileRow* const> rows, bool of_current) {
  SideWithoutRow changed(table, side, statistic == Statistic::centroid_cosine);
  std::vector<Influence> out;
  const auto value = [&] {
    const SideSums baseline = of_current ? other.side() : changed.sums();
    const SideSums current = of_current ? changed.sums() : other.side();
    return compute(statistic, space, baseline, current, space.sample_scale());
  };
  const auto whole = value();
  if (!whole) return out;
  std::unordered_map<std::string, double> known;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto key = memo_key(statistic, *rows[row]);
    const auto found = key ? known.find(*key) : known.end();
    if (found != known.end()) {
      out.push_back({of_current, row, found->second});
      continue;
    }
    changed.remove(row);
    const auto without = value();
    changed.restore(row);
    if (!without) continue;
    out.push_back({of_current, row, *whole - *without});
    if (key) known.emplace(*key, *whole - *without);
  }
  return out;
}

const ProfileRow& row_of(const Influence& influence, const ComparedRows& rows) {
  return *(influence.of_current ? rows.current : rows.baseline)[influence.row];
}

// Those that raise the value; the `most` largest, which alone are told, come first. Many are as
// large as others: their ids put them in order, and where those are one, their places.
void keep_raising(std::vector<Influence>& influences, const ComparedRows& rows,
                  std::uint64_t most) {
  std::erase_if(influences, [](const Influence& i) { return !(i.value > 1e-12); });
  const auto told = std::min<std::uint64_t>(most, influences.size());
  const auto larger = [&](const Influence& a, const Influence& b) {
    if (a.value != b.value) return a.value > b.value;
    if (a.of_current != b.of_current) return a.of_current;
    if (const auto order = row_of(a, rows).id <=> row_of(b, rows).id; order != 0) return order < 0;
    return a.row < b.row;
  };
  std::partial_sort(influences.begin(), influences.begin() + static_cast<std::ptrdiff_t>(told),
                    influences.end(), larger);
}

std::vector<Contribution> first_of(std::span<const Influence> influences, const ComparedRows& rows,
                                   std::uint64_t most) {
  std::vector<Contribution> contributions;
  for (const Influence& influence : influences.first(std::min(most, influences.size()))) {
    const ProfileRow& row = row_of(influence, rows);
    contributions.push_back({influence.of_current, row.id, row.excerpt, influence.value});
  }
  return contributions;
}

using NameAndValue = std::pair<std::string, std::string>;

// The rows of one label's value: places among the compared ones.
struct LabelledRows {
  std::vector<std::size_t> baseline;
  std::vector<std::size_t> current;
  std::size_t size() const { return baseline.size() + current.size(); }
};

std::map<NameAndValue, LabelledRows> rows_by_label(const ComparedRows& rows) {
  std::map<NameAndValue, LabelledRows> groups;
  for (std::size_t i = 0; i < rows.baseline.size(); ++i) {
    for (const NameAndValue& label : rows.baseline[i]->labels) groups[label].baseline.push_back(i);
  }
  for (std::size_t i = 0; i < rows.current.size(); ++i) {
    for (const NameAndValue& label : rows.current[i]->labels) groups[label].current.push_back(i);
  }
  return groups;
}

// The named rows of a side's table.
void copy_rows(const FeatureTable& all, const std::vector<std::uint32_t>& all_strata,
               const std::vector<std::size_t>& rows, FeatureTable& table,
               std::vector<std::uint32_t>& strata) {
  table.reserve(rows.size());
  for (const std::size_t row : rows) {
    table.add_row_of(all, row);
    strata.push_back(all_strata[row]);
  }
  table.make_columns();
}

TwoSample samples_of(const LabelledRows& group, const TwoSample& all, ThreadPool& pool) {
  TwoSample samples{all.baseline.without_rows(), all.current.without_rows(), {}, {}};
  pool.run(2, [&](int side, int) {
    if (side == 0) {
      copy_rows(all.baseline, all.baseline_strata, group.baseline, samples.baseline,
                samples.baseline_strata);
    } else {
      copy_rows(all.current, all.current_strata, group.current, samples.current,
                samples.current_strata);
    }
  });
  return samples;
}

// Those large enough to say something, the largest first.
std::vector<std::pair<NameAndValue, LabelledRows>> largest_groups(const ComparedRows& rows) {
  constexpr std::size_t kLeastRows = 8;
  constexpr std::size_t kMostGroups = 50;
  std::vector<std::pair<NameAndValue, LabelledRows>> groups;
  for (auto& [label, group] : rows_by_label(rows)) {
    const bool is_everything = group.size() == rows.baseline.size() + rows.current.size();
    if (is_everything || group.baseline.size() < kLeastRows || group.current.size() < kLeastRows) {
      continue;
    }
    groups.emplace_back(label, std::move(group));
  }
  std::ranges::sort(groups, [](const auto& a, const auto& b) {
    if (a.second.size() != b.second.size()) return a.second.size() > b.second.size();
    return a.first < b.first;
  });
  if (groups.size() > kMostGroups) groups.resize(kMostGroups);
  return groups;
}

}  // namespace

TwoSample ComparedRows::table(const FeatureSpace& space, ThreadPool& pool) const {
  std::optional<FeatureTable> tables[2];
  const std::vector<const ProfileRow*>* const sides[2] = {&baseline, &current};
  pool.run(2, [&](int side, int) { tables[side] = space.table_of(*sides[side]); });
  return {std::move(*tables[0]), std::move(*tables[1]), baseline_strata, current_strata};
}

ComparedRows rows_of(const ExecutionProfile& baseline, const ExecutionProfile& current) {
  ComparedRows rows;
  rows.baseline = pointers_to(baseline.sample());
  rows.current = pointers_to(current.sample());
  std::unordered_set<std::uint64_t> asked;
  for (const ProfileRow* row : rows.baseline) {
    if (row->prompt) asked.insert(*row->prompt);
  }
  std::unordered_map<std::uint64_t, std::uint32_t> shared;
  for (const ProfileRow* row : rows.current) {
    if (row->prompt && asked.contains(*row->prompt)) {
      shared.emplace(*row->prompt, static_cast<std::uint32_t>(shared.size() + 1));
    }
  }
  const auto stratum_of = [&](const ProfileRow* row) {
    const auto found = row->prompt ? shared.find(*row->prompt) : shared.end();
    return found == shared.end() ? 0 : found->second;
  };
  std::ranges::transform(rows.baseline, std::back_inserter(rows.baseline_strata), stratum_of);
  std::ranges::transform(rows.current, std::back_inserter(rows.current_strata), stratum_of);
  rows.paired = !shared.empty();
  return rows;
}

std::vector<std::vector<Contribution>> contributions_of(const FeatureSpace& space,
                                                        const ComparedRows& rows,
                                                        const TwoSample& samples,
                                                        std::uint64_t most, ThreadPool& pool) {
  const WholeSums baseline(samples.baseline);
  const WholeSums current(samples.current);
  std::vector<Influence> of_sides[kMetricCount][2];
  pool.run(2 * kMetricCount, [&](int task, int) {
    const bool of_current = task % 2 == 0;
    const auto statistic = static_cast<Statistic>(task / 2);
    of_sides[task / 2][task % 2] = of_current
                                       ? influences_of(statistic, space, samples.current, current,
                                                       baseline, rows.current, true)
                                       : influences_of(statistic, space, samples.baseline, baseline,
                                                       current, rows.baseline, false);
  });
  std::vector<std::vector<Contribution>> contributions(kMetricCount);
  pool.run(kMetricCount, [&](int metric, int) {
    std::vector<Influence> influences = std::move(of_sides[metric][0]);
    influences.insert(influences.end(), of_sides[metric][1].begin(), of_sides[metric][1].end());
    const bool measured = !influences.empty();
    keep_raising(influences, rows, most);
    if (measured && influences.empty()) {
      influences = least_alike(static_cast<Statistic>(metric), rows);
    }
    contributions[static_cast<std::size_t>(metric)] = first_of(influences, rows, most);
  });
  return contributions;
}

std::vector<std::vector<Segment>> segments_of(const FeatureSpace& space, const ComparedRows& rows,
                                              const TwoSample& all, std::uint64_t seed,
                                              ThreadPool& pool) {
  constexpr std::uint64_t kDraws = 199;
  std::vector<std::vector<Segment>> segments(kMetricCount);
  const Evaluate evaluate = [&](const SideSums& b, const SideSums& c, std::span<double> values) {
    compute_all(space, b, c, values);
  };
  for (const auto& [label, group] : largest_groups(rows)) {
    const TwoSample samples = samples_of(group, all, pool);
    const std::vector<double> observed = observed_values(samples, kStatisticCount, evaluate);
    const auto permuted = permuted_values(
        samples, {.draws = kDraws, .seed = seed, .values = kStatisticCount}, evaluate, pool);
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
      if (std::isnan(observed[metric])) continue;
      const std::size_t tested = tested_statistic(metric);
      segments[metric].push_back(
          {label.first, label.second, observed[metric],
           permutation_p_value(permuted[tested], observed[tested],
                               tie_tolerance_of(static_cast<Statistic>(tested))),
           group.current.size(), group.baseline.size()});
    }
  }
  for (std::vector<Segment>& list : segments) {
    std::ranges::sort(list, [](const Segment& a, const Segment& b) {
      if (a.p_value != b.p_value) return a.p_value < b.p_value;
      if (a.metric_value != b.metric_value) return a.metric_value > b.metric_value;
      return std::tie(a.label, a.value) < std::tie(b.label, b.value);
    });
  }
  return segments;
}

}  // namespace plumb
