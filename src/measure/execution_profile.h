// What is kept of an execution: enough to compare it with another, in memory
// that does not grow with its results beyond the sample.
//
// Everything but the sample is a sum over all results. The sample is the
// `sample_rows` results with the smallest hash64(id, seed), so it is the same
// whatever the order; p-values, intervals and explanations rest on it. Profiles
// of parts, merged in any order and grouping, equal the profile of the whole,
// bit for bit. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/execution.h"
#include "record/provenance.h"
#include "record/severity.h"
#include "stats/bottom_k.h"
#include "stats/counts.h"
#include "stats/exact_sums.h"
#include "text/lower_case.h"

namespace plumb {

// What a single result adds to a profile.
struct ProfileRow {
  std::uint64_t hash = 0;  // hash64(id, seed): the order of the sample
  std::string id;
  std::string excerpt;                  // see excerpt_of; empty where text is not kept
  std::optional<std::uint64_t> prompt;  // hash64(prompt, 0): rows with one prompt belong together
  std::uint32_t length = 0;             // code points of the response
  bool blank = false;
  bool truncated = false;
  std::vector<CharacterCount> characters;  // of the lower-cased response, ascending
  std::optional<Severity> severity;
  std::optional<std::vector<std::string>> tools;  // names, in the order of the calls
  Labels labels;
  std::vector<float> embedding;  // empty where the response is blank or vectors are not wanted

  friend bool operator==(const ProfileRow&, const ProfileRow&) = default;
};

// Every one of them, with its value.
bool has_labels(const ProfileRow& row, const Labels& labels);

// Names that no tool can have, since "tools" may not hold control characters.
inline constexpr std::string_view kNoCall = "\x01none";
inline constexpr std::string_view kStartMark = "\x01start";
inline constexpr std::string_view kEndMark = "\x01end";

using ToolPair = std::pair<std::string, std::string>;

// The transitions of one trace, start and end included; of an empty one, start to end.
std::vector<ToolPair> transitions_of(std::span<const std::string> tools);

// The start of a text in one line: kExcerptCharacters code points at most, white
// space and control characters as single spaces, "…" at the end where it was cut.
inline constexpr std::size_t kExcerptCharacters = 160;
std::string excerpt_of(std::string_view text);

struct ProfileOptions {
  std::uint64_t seed = 42;
  std::uint64_t sample_rows = 10'000;
  bool keep_text = true;  // excerpts, for explanations

  friend bool operator==(const ProfileOptions&, const ProfileOptions&) = default;
};

class ExecutionProfile {
 public:
  explicit ExecutionProfile(const ProfileOptions& options = {})
      : options_(options), sample_(options.sample_rows) {}

  // Adds one result, whose id no other has. `vector` is empty where there is
  // none (a blank response, no embeddings wanted). Fails with invalid_input, and
  // adds nothing, for a vector that is not finite or of another dimension.
  // About 1 us a KB of text, and half of one for 384 components.
  Result<void> add(const Response& response, std::span<const float> vector, bool truncated);

  // Fails with invalid_input where seeds, sample sizes or the vectors' origins
  // differ, or where a sampled id is in both: parts that overlap. Then nothing
  // was merged. Of two names the first in the alphabet stays; of instruction sets
  // all do.
  Result<void> merge(const ExecutionProfile& other);

  // Of the sampled results that have all these labels, a profile of their own: up to sample_rows
  // results the one that they alone would have given, bit for bit; beyond, that of a sample of
  // them. Costs what its rows cost.
  ExecutionProfile part(const Labels& labels) const;
  // Whether the sample holds every result, so that part() leaves none out.
  bool is_whole() const { return results_ <= options_.sample_rows; }

  // Forgets the vectors and their origin, as if none had been wanted.
  void drop_vectors();

  // Set by whoever knows; merged where equal or where one side has none.
  std::string name;
  std::optional<VectorOrigin> origin;
  std::uint64_t skipped = 0;  // bad lines that were left out

  const ProfileOptions& options() const { return options_; }
  std::uint64_t results() const { return results_; }
  std::uint64_t blank() const { return blank_; }
  std::uint64_t truncated() const { return truncated_; }
  std::uint64_t with_severity() const;
  std::uint64_t with_trace() const { return with_trace_; }
  const std::array<std::uint64_t, kSeverityCount>& severities() const { return severities_; }
  const Counts<std::uint32_t>& lengths() const { return lengths_; }   // of responses not blank
  const Counts<char32_t>& characters() const { return characters_; }  // without joining spaces
  const Counts<std::string>& tools() const { return tools_; }         // kNoCall for an empty trace
  const Counts<ToolPair>& transitions() const { return transitions_; }
  const ExactSums& embeddings() const { return embeddings_; }
  // Ascending by hash, then id; at most sample_rows. The first call after add()
  // sorts: make it before threads share the profile.
  std::span<const ProfileRow> sample() const { return sample_.items(); }

  friend bool operator==(const ExecutionProfile&, const ExecutionProfile&) = default;

 private:
  friend class ProfileCodec;  // of files

  struct EarlierRow {
    using Key = std::pair<std::uint64_t, std::string_view>;
    static Key key(const ProfileRow& row) { return {row.hash, row.id}; }
    static const Key& key(const Key& key) { return key; }
    bool operator()(const auto& a, const auto& b) const { return key(a) < key(b); }
  };

  void add_trace(std::span<const std::string> tools);

  ProfileOptions options_;
  std::uint64_t results_ = 0;
  std::uint64_t blank_ = 0;
  std::uint64_t truncated_ = 0;
  std::uint64_t with_trace_ = 0;
  std::array<std::uint64_t, kSeverityCount> severities_{};
  Counts<std::uint32_t> lengths_;
  Counts<char32_t> characters_;
  Counts<std::string> tools_;
  Counts<ToolPair> transitions_;
  ExactSums embeddings_;
  BottomK<ProfileRow, EarlierRow> sample_;
};

// Fails with invalid_input where both have vectors, and not of one model, weights,
// precision and dimension.
Result<void> check_comparable(const ExecutionProfile& current, const ExecutionProfile& baseline);

}  // namespace plumb
