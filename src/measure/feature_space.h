// The additive features of results: which number stands for which length,
// character, severity, tool and transition, over both sides of a comparison.
//
// Everything that execution drift measures is a function of their sums. Built
// once a comparison; then read by any thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/thread_pool.h"
#include "measure/execution_profile.h"
#include "stats/feature_table.h"
#include "stats/two_sample.h"

namespace plumb {

// How many results of a side stand behind one that was sampled, of those that
// have a severity. The safety score is the one metric that grows with their number.
struct SampleScale {
  double baseline = 1;
  double current = 1;
};

class FeatureSpace {
 public:
  FeatureSpace(const ExecutionProfile& baseline, const ExecutionProfile& current, ThreadPool& pool);

  std::size_t features() const { return features_; }
  std::size_t dimension() const { return dimension_; }
  const SampleScale& sample_scale() const { return sample_scale_; }

  // Of a whole profile: the sums over all its results.
  std::vector<std::uint64_t> counts_of(const ExecutionProfile& profile) const;
  // Of one result; appended to `out`.
  void append_counts(const ProfileRow& row, std::vector<FeatureCount>& out) const;
  FeatureTable table_of(std::span<const ProfileRow* const> rows) const;

  // Of each feature the number that it has in a space of this side and another.
  std::vector<std::uint32_t> places_in(const FeatureSpace& wider) const;

  // The parts of a side's sums.
  using Sums = std::span<const std::uint64_t>;
  static std::uint64_t results(Sums sums) { return sums[kResults]; }
  static Sums severities(Sums sums) { return sums.subspan(kSeverityStart, kSeverityCount); }
  Sums lengths(Sums sums) const { return part(sums, lengths_); }
  Sums characters(Sums sums) const { return part(sums, characters_); }
  Sums tools(Sums sums) const { return part(sums, tools_); }
  Sums transitions(Sums sums) const { return part(sums, transitions_); }

  // What the numbers of a part stand for, in its order.
  const std::vector<std::uint32_t>& length_values() const { return length_values_; }
  const std::vector<std::string>& tool_names() const { return tool_names_; }
  const std::vector<ToolPair>& transition_names() const { return transition_names_; }
  // Where U+0020 stands among the characters: texts are joined by it.
  std::size_t space() const { return space_; }

 private:
  struct Part {
    std::size_t start = 0;
    std::size_t size = 0;
  };
  static constexpr std::size_t kResults = 0;
  static constexpr std::size_t kSeverityStart = 1;

  static Sums part(Sums sums, const Part& part) { return sums.subspan(part.start, part.size); }
  Part append_part(std::size_t size);
  static constexpr std::uint32_t kStart = 0xFFFF'FFFE;
  static constexpr std::uint32_t kEnd = 0xFFFF'FFFF;
  std::uint32_t number_of(char32_t character) const;
  std::optional<std::uint32_t> mark_or_tool(const std::string& name) const;
  // From one tool's number to another's.
  static std::uint64_t step_of(std::uint32_t from, std::uint32_t to) {
    return std::uint64_t{from} << 32 | to;
  }

  std::size_t features_ = kSeverityStart + kSeverityCount;
  std::size_t dimension_ = 0;
  float largest_component_ = 0;
  SampleScale sample_scale_;
  Part lengths_;
  Part characters_;
  Part tools_;
  Part transitions_;
  std::vector<std::uint32_t> length_values_;
  std::vector<std::string> tool_names_;
  std::vector<ToolPair> transition_names_;
  std::size_t space_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> length_numbers_;
  std::unordered_map<char32_t, std::uint32_t> character_numbers_;
  std::unordered_map<std::string, std::uint32_t> tool_numbers_;
  std::map<ToolPair, std::uint32_t> transition_numbers_;
  // The same numbers by what is quick to look up, for the entries of every row.
  std::array<std::uint32_t, 128> ascii_numbers_ = {};  // 0, which is no character's: not there
  std::unordered_map<std::uint64_t, std::uint32_t> step_numbers_;
};

}  // namespace plumb
