#include "measure/execution_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "measure/execution_facts.h"

namespace plumb {
namespace {

constexpr std::size_t kMostBins = 40;

using LengthCounts = Counts<std::uint32_t>;

// The value that has at least a share q of all at or below it.
double quantile_of(const LengthCounts& counts, double q) {
  const double wanted = q * static_cast<double>(counts.total());
  std::uint64_t seen = 0;
  for (const auto& [length, times] : counts.items()) {
    seen += times;
    if (static_cast<double>(seen) >= wanted) return length;
  }
  return 0;
}

std::optional<LengthQuantiles> quantiles_of(const LengthCounts& counts) {
  if (counts.total() == 0) return std::nullopt;
  return LengthQuantiles{quantile_of(counts, 0.05), quantile_of(counts, 0.25),
                         quantile_of(counts, 0.5), quantile_of(counts, 0.75),
                         quantile_of(counts, 0.95)};
}

// Ascending edges of at most kMostBins bins.
std::vector<double> edges_of(const LengthCounts& both) {
  const double low = both.items().begin()->first;
  const double high = static_cast<double>(both.items().rbegin()->first) + 1;
  const double usual = quantile_of(both, 0.99) + 1;
  const bool has_tail = high - low > 3 * (usual - low);
  const double end = has_tail ? usual : high;
  const double span = end - low;
  const auto bins =
      static_cast<std::size_t>(std::min(static_cast<double>(kMostBins - (has_tail ? 1 : 0)), span));
  std::vector<double> edges;
  for (std::size_t i = 0; i <= bins; ++i) {
    edges.push_back(low + span * static_cast<double>(i) / static_cast<double>(bins));
  }
  if (has_tail) edges.push_back(high);
  return edges;
}

std::vector<std::uint64_t> binned(const LengthCounts& counts, const std::vector<double>& edges) {
  std::vector<std::uint64_t> bins(edges.size() - 1);
  for (const auto& [length, times] : counts.items()) {
    const auto above = std::ranges::upper_bound(edges, static_cast<double>(length));
    const auto bin = static_cast<std::size_t>(above - edges.begin()) - 1;
    bins[std::min(bin, bins.size() - 1)] += times;
  }
  return bins;
}

Distribution lengths_of(const ExecutionProfile& baseline, const ExecutionProfile& current) {
  Distribution lengths;
  lengths.name = "response_length";
  lengths.unit = "characters";
  LengthCounts both = baseline.lengths();
  both.merge(current.lengths());
  if (both.total() == 0) return lengths;
  lengths.edges = edges_of(both);
  lengths.baseline = binned(baseline.lengths(), lengths.edges);
  lengths.current = binned(current.lengths(), lengths.edges);
  return lengths;
}

// Counts of both sides by key, the largest sum first.
template <class Key>
std::vector<std::pair<Key, std::pair<std::uint64_t, std::uint64_t>>> both_counts(
    const Counts<Key>& baseline, const Counts<Key>& current) {
  std::map<Key, std::pair<std::uint64_t, std::uint64_t>> sums;
  for (const auto& [key, times] : baseline.items()) sums[key].first += times;
  for (const auto& [key, times] : current.items()) sums[key].second += times;
  std::vector<std::pair<Key, std::pair<std::uint64_t, std::uint64_t>>> sorted(sums.begin(),
                                                                              sums.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
    return a.second.first + a.second.second > b.second.first + b.second.second;
  });
  return sorted;
}

using NamedValues = std::map<std::string, std::map<std::string, LabelValue>>;

void count_labels(const ExecutionProfile& profile, std::uint64_t LabelValue::* side,
                  NamedValues& found) {
  for (const ProfileRow& row : profile.sample()) {
    for (const auto& [name, value] : row.labels) ++(found[name][value].*side);
  }
}

}  // namespace

ExecutionView view_of(const ExecutionProfile& baseline, const ExecutionProfile& current) {
  ExecutionView view;
  view.lengths = lengths_of(baseline, current);
  view.baseline_lengths = quantiles_of(baseline.lengths());
  view.current_lengths = quantiles_of(current.lengths());
  for (const auto& [tool, counts] : both_counts(baseline.tools(), current.tools())) {
    view.tools.push_back({shown_tool(tool), counts.first, counts.second});
  }
  for (const auto& [pair, counts] : both_counts(baseline.transitions(), current.transitions())) {
    view.transitions.push_back(
        {shown_tool(pair.first), shown_tool(pair.second), counts.first, counts.second});
  }
  return view;
}

std::vector<LabelValues> label_values(const ExecutionProfile& baseline,
                                      const ExecutionProfile& current, std::size_t most) {
  NamedValues found;
  count_labels(baseline, &LabelValue::baseline, found);
  count_labels(current, &LabelValue::current, found);
  std::vector<LabelValues> names;
  for (auto& [name, values] : found) {
    if (names.size() == most) break;
    LabelValues& label = names.emplace_back();
    label.name = name;
    for (auto& [text, value] : values) {
      value.value = text;
      label.values.push_back(value);
    }
    std::ranges::stable_sort(label.values, [](const LabelValue& a, const LabelValue& b) {
      return a.baseline + a.current > b.baseline + b.current;
    });
    if (label.values.size() > most) {
      label.more_values = label.values.size() - most;
      label.values.resize(most);
    }
  }
  return names;
}

}  // namespace plumb
