#include "measure/feature_space.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace plumb {
namespace {

template <class Key>
std::vector<Key> union_of(const Counts<Key>& a, const Counts<Key>& b) {
  std::vector<Key> keys;
  for (const auto& [key, _] : a.items()) keys.push_back(key);
  for (const auto& [key, _] : b.items()) keys.push_back(key);
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

// Numbers from `start`, in the order of the keys.
template <class Numbers, class Key>
void number(const std::vector<Key>& keys, std::size_t start, Numbers& numbers) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    numbers.emplace(keys[i], static_cast<std::uint32_t>(start + i));
  }
}

template <class Numbers, class Key>
void add_counts(const Counts<Key>& counts, const Numbers& numbers,
                std::vector<std::uint64_t>& sums) {
  for (const auto& [key, times] : counts.items()) {
    sums[numbers.at(key)] += times;
  }
}

float largest_component(std::span<const ProfileRow> rows) {
  float largest = 0;
  for (const ProfileRow& row : rows) {
    for (const float component : row.embedding) largest = std::max(largest, std::abs(component));
  }
  return largest;
}

double severity_scale(const ExecutionProfile& profile) {
  const auto sampled = std::ranges::count_if(
      profile.sample(), [](const ProfileRow& row) { return row.severity.has_value(); });
  return sampled == 0 ? 1
                      : static_cast<double>(profile.with_severity()) / static_cast<double>(sampled);
}

}  // namespace

FeatureSpace::FeatureSpace(const ExecutionProfile& baseline, const ExecutionProfile& current)
    : dimension_(std::max(baseline.embeddings().dimension(), current.embeddings().dimension())),
      largest_component_(
          std::max(largest_component(baseline.sample()), largest_component(current.sample()))),
      sample_scale_{severity_scale(baseline), severity_scale(current)},
      length_values_(union_of(baseline.lengths(), current.lengths())),
      tool_names_(union_of(baseline.tools(), current.tools())),
      transition_names_(union_of(baseline.transitions(), current.transitions())) {
  Counts<char32_t> space;
  space.add(U' ');
  space.merge(baseline.characters());
  const std::vector<char32_t> characters = union_of(space, current.characters());
  lengths_ = append_part(length_values_.size());
  characters_ = append_part(characters.size());
  tools_ = append_part(tool_names_.size());
  transitions_ = append_part(transition_names_.size());
  number(length_values_, lengths_.start, length_numbers_);
  number(characters, characters_.start, character_numbers_);
  number(tool_names_, tools_.start, tool_numbers_);
  number(transition_names_, transitions_.start, transition_numbers_);
  space_ = character_numbers_.at(U' ') - characters_.start;
}

FeatureSpace::Part FeatureSpace::append_part(std::size_t size) {
  const Part part{features_, size};
  features_ += size;
  return part;
}

std::vector<std::uint64_t> FeatureSpace::counts_of(const ExecutionProfile& profile) const {
  std::vector<std::uint64_t> sums(features_);
  sums[kResults] = profile.results();
  for (std::size_t i = 0; i < kSeverityCount; ++i) {
    sums[kSeverityStart + i] = profile.severities()[i];
  }
  add_counts(profile.lengths(), length_numbers_, sums);
  add_counts(profile.characters(), character_numbers_, sums);
  add_counts(profile.tools(), tool_numbers_, sums);
  add_counts(profile.transitions(), transition_numbers_, sums);
  return sums;
}

void FeatureSpace::append_counts(const ProfileRow& row, std::vector<FeatureCount>& out) const {
  out.push_back({kResults, 1});
  if (row.severity) {
    out.push_back(
        {static_cast<std::uint32_t>(kSeverityStart + static_cast<std::size_t>(*row.severity)), 1});
  }
  if (!row.blank) out.push_back({length_numbers_.at(row.length), 1});
  for (const CharacterCount& entry : row.characters) {
    out.push_back({character_numbers_.at(entry.character), entry.times});
  }
  if (!row.tools) return;
  if (row.tools->empty()) out.push_back({tool_numbers_.at(std::string(kNoCall)), 1});
  for (const std::string& tool : *row.tools) out.push_back({tool_numbers_.at(tool), 1});
  for (const ToolPair& pair : transitions_of(*row.tools)) {
    out.push_back({transition_numbers_.at(pair), 1});
  }
}

FeatureTable FeatureSpace::table_of(std::span<const ProfileRow* const> rows) const {
  FeatureTable table(features_, dimension_, largest_component_);
  table.reserve(rows.size());
  std::vector<FeatureCount> counts;
  for (const ProfileRow* row : rows) {
    counts.clear();
    append_counts(*row, counts);
    table.add_row(counts, row->embedding);
  }
  return table;
}

}  // namespace plumb
