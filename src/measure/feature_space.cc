#include "measure/feature_space.h"

#include <algorithm>
#include <map>
#include <numeric>

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

template <class Numbers>
void put_places(const Numbers& numbers, const Numbers& wider, std::vector<std::uint32_t>& places) {
  for (const auto& [key, number] : numbers) places[number] = wider.at(key);
}

// Both sides at once: each reads some megabytes, row by row from another place.
float largest_component(const ExecutionProfile& baseline, const ExecutionProfile& current,
                        ThreadPool& pool) {
  const std::span<const ProfileRow> sides[] = {baseline.sample(), current.sample()};
  float largest[2] = {};
  pool.run(2, [&](int side, int) {
    float of_side = 0;
    for (const ProfileRow& row : sides[side]) {
      of_side = std::max(of_side, largest_size(row.embedding));
    }
    largest[side] = of_side;
  });
  return std::max(largest[0], largest[1]);
}

double severity_scale(const ExecutionProfile& profile) {
  const auto sampled = std::ranges::count_if(
      profile.sample(), [](const ProfileRow& row) { return row.severity.has_value(); });
  return sampled == 0 ? 1
                      : static_cast<double>(profile.with_severity()) / static_cast<double>(sampled);
}

}  // namespace

FeatureSpace::FeatureSpace(const ExecutionProfile& baseline, const ExecutionProfile& current,
                           ThreadPool& pool)
    : dimension_(std::max(baseline.embeddings().dimension(), current.embeddings().dimension())),
      largest_component_(largest_component(baseline, current, pool)),
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
  for (const auto& [names, transition] : transition_numbers_) {
    const auto from = mark_or_tool(names.first);
    const auto to = mark_or_tool(names.second);
    if (from && to) step_numbers_.emplace(step_of(*from, *to), transition);
  }
  for (const auto& [character, place] : character_numbers_) {
    if (character < ascii_numbers_.size()) ascii_numbers_[character] = place;
  }
  space_ = character_numbers_.at(U' ') - characters_.start;
}

// The number of a tool, and of the marks of a trace numbers that no tool has. None where the counts
// of a file name a tool in a transition only.
std::optional<std::uint32_t> FeatureSpace::mark_or_tool(const std::string& name) const {
  if (name == kStartMark) return kStart;
  if (name == kEndMark) return kEnd;
  const auto found = tool_numbers_.find(name);
  return found == tool_numbers_.end() ? std::nullopt : std::optional(found->second);
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

std::vector<std::uint32_t> FeatureSpace::places_in(const FeatureSpace& wider) const {
  std::vector<std::uint32_t> places(features_);
  std::iota(places.begin(), places.begin() + kSeverityStart + kSeverityCount, 0U);
  put_places(length_numbers_, wider.length_numbers_, places);
  put_places(character_numbers_, wider.character_numbers_, places);
  put_places(tool_numbers_, wider.tool_numbers_, places);
  put_places(transition_numbers_, wider.transition_numbers_, places);
  return places;
}

std::uint32_t FeatureSpace::number_of(char32_t character) const {
  const bool is_known = character < ascii_numbers_.size() && ascii_numbers_[character] != 0;
  return is_known ? ascii_numbers_[character] : character_numbers_.at(character);
}

void FeatureSpace::append_counts(const ProfileRow& row, std::vector<FeatureCount>& out) const {
  out.push_back({kResults, 1});
  if (row.severity) {
    out.push_back(
        {static_cast<std::uint32_t>(kSeverityStart + static_cast<std::size_t>(*row.severity)), 1});
  }
  if (!row.blank) out.push_back({length_numbers_.at(row.length), 1});
  for (const CharacterCount& entry : row.characters) {
    out.push_back({number_of(entry.character), entry.times});
  }
  if (!row.tools) return;
  if (row.tools->empty()) out.push_back({tool_numbers_.at(std::string(kNoCall)), 1});
  std::uint32_t before = kStart;
  for (const std::string& name : *row.tools) {
    const std::uint32_t tool = tool_numbers_.at(name);
    out.push_back({tool, 1});
    out.push_back({step_numbers_.at(step_of(before, tool)), 1});
    before = tool;
  }
  out.push_back({step_numbers_.at(step_of(before, kEnd)), 1});
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
  table.make_columns();
  return table;
}

}  // namespace plumb
