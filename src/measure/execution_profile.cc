#include "measure/execution_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "base/hash.h"
#include "text/utf8.h"

namespace plumb {
namespace {

std::vector<std::string> names_of(const std::vector<ToolCall>& calls) {
  std::vector<std::string> names;
  names.reserve(calls.size());
  for (const ToolCall& call : calls) names.push_back(call.name);
  return names;
}

// What must agree where vectors meet; the instruction set need not.
bool same_space(const VectorOrigin& a, const VectorOrigin& b) {
  return a.model == b.model && a.weights_sha256 == b.weights_sha256 && a.precision == b.precision &&
         a.dimension == b.dimension;
}

std::string described(const VectorOrigin& origin) {
  std::string text = fmt::format("{} of {} components", origin.model, origin.dimension);
  if (!origin.precision.empty()) text += fmt::format(", precision {}", origin.precision);
  if (!origin.weights_sha256.empty()) {
    text += fmt::format(", weights {}", std::string_view(origin.weights_sha256).substr(0, 12));
  }
  return text;
}

// "avx2" and "avx2, portable" are "avx2, portable": a set, whatever the order.
std::string united(std::string_view a, std::string_view b) {
  std::set<std::string_view> names;
  for (std::string_view rest : {a, b}) {
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(", "), rest.size());
      names.insert(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 2, rest.size()));
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Responses that could have a vector, and none of them does.
bool lacks_vectors(const ExecutionProfile& profile) {
  return profile.embeddings().count() == 0 && profile.results() > profile.blank();
}

Result<void> check_parts(const ExecutionProfile& a, const ExecutionProfile& b) {
  if (a.options().seed != b.options().seed) {
    return fail(ErrorCode::invalid_input,
                fmt::format("profiles of seeds {} and {} do not merge; profile both with one seed",
                            a.options().seed, b.options().seed));
  }
  if (a.options().sample_rows != b.options().sample_rows) {
    return fail(ErrorCode::invalid_input,
                fmt::format("profiles with samples of {} and {} rows do not merge; profile both "
                            "with samples of one size",
                            a.options().sample_rows, b.options().sample_rows));
  }
  if (a.options().keep_text != b.options().keep_text) {
    return fail(ErrorCode::invalid_input,
                "a profile with text and one without do not merge; profile both with it, or "
                "without");
  }
  if ((lacks_vectors(a) && b.embeddings().count() > 0) ||
      (lacks_vectors(b) && a.embeddings().count() > 0)) {
    return fail(ErrorCode::invalid_input,
                "a profile with embeddings and one without do not merge; profile both with them, "
                "or without");
  }
  if (a.origin && b.origin && !same_space(*a.origin, *b.origin)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("profiles whose vectors come from {} and from {} do not merge; embed "
                            "both with one model and precision",
                            described(*a.origin), described(*b.origin)));
  }
  return {};
}

}  // namespace

std::vector<ToolPair> transitions_of(std::span<const std::string> tools) {
  std::vector<ToolPair> pairs;
  pairs.reserve(tools.size() + 1);
  std::string_view from = kStartMark;
  for (const std::string& tool : tools) {
    pairs.emplace_back(from, tool);
    from = tool;
  }
  pairs.emplace_back(from, kEndMark);
  return pairs;
}

std::string excerpt_of(std::string_view text) {
  std::string excerpt;
  std::size_t before_last = 0;  // where the last character starts, for the mark of a cut
  bool space = false;
  for (std::size_t characters = 0; !text.empty();) {
    const DecodedCodePoint next = decode_code_point(text);
    const bool is_control = next.value < 0x20 || (next.value >= 0x7F && next.value < 0xA0);
    if (is_control || is_white_space(next.value)) {
      space = characters > 0;
    } else {
      characters += space ? 2 : 1;
      if (characters > kExcerptCharacters) {
        if (count_code_points(excerpt) == kExcerptCharacters) excerpt.resize(before_last);
        return excerpt + "…";
      }
      before_last = excerpt.size();
      if (space) excerpt += ' ';
      space = false;
      char bytes[4];
      excerpt.append(bytes, encode_code_point(next.value, bytes));
    }
    text.remove_prefix(next.length);
  }
  return excerpt;
}

Result<void> ExecutionProfile::add(const Response& response, std::span<const float> vector,
                                   bool truncated) {
  if (!vector.empty()) {
    if (auto added = embeddings_.add(vector); !added) {
      added.error().message =
          fmt::format("the embedding of result \"{}\": {}", response.id, added.error().message);
      return added;
    }
  }
  thread_local CharacterTally tally;  // tables worth keeping; empty between calls
  const std::span<const CharacterCount> characters = tally.count(response.response);
  const bool blank = is_blank(response.response);
  ++results_;
  blank_ += blank ? 1 : 0;
  truncated_ += truncated ? 1 : 0;
  if (!blank) lengths_.add(tally.code_points());
  characters_.add_ascending(characters);
  if (response.severity) ++severities_[static_cast<std::size_t>(*response.severity)];
  if (response.tools) add_trace(names_of(*response.tools));

  const std::uint64_t hash = hash64(response.id, options_.seed);
  if (!sample_.admits(EarlierRow::Key(hash, response.id))) return {};
  ProfileRow row;
  row.hash = hash;
  row.id = response.id;
  if (options_.keep_text) row.excerpt = excerpt_of(response.response);
  if (response.prompt) row.prompt = hash64(*response.prompt, 0);
  row.length = tally.code_points();
  row.blank = blank;
  row.truncated = truncated;
  row.characters.assign(characters.begin(), characters.end());
  row.severity = response.severity;
  if (response.tools) row.tools = names_of(*response.tools);
  row.labels = response.labels;
  row.embedding.assign(vector.begin(), vector.end());
  sample_.add(std::move(row));
  return {};
}

void ExecutionProfile::add_trace(std::span<const std::string> tools) {
  ++with_trace_;
  if (tools.empty()) tools_.add(std::string(kNoCall));
  for (const std::string& tool : tools) tools_.add(tool);
  for (const ToolPair& pair : transitions_of(tools)) transitions_.add(pair);
}

bool has_labels(const ProfileRow& row, const Labels& labels) {
  return std::ranges::all_of(labels, [&](const auto& label) {
    return std::ranges::find(row.labels, label) != row.labels.end();
  });
}

ExecutionProfile ExecutionProfile::part(const Labels& labels) const {
  ExecutionProfile chosen(options_);
  chosen.name = name;
  for (const ProfileRow& row : sample()) {
    if (!has_labels(row, labels)) continue;
    ++chosen.results_;
    chosen.blank_ += row.blank ? 1 : 0;
    chosen.truncated_ += row.truncated ? 1 : 0;
    if (!row.blank) chosen.lengths_.add(row.length);
    chosen.characters_.add_ascending(row.characters);
    if (row.severity) ++chosen.severities_[static_cast<std::size_t>(*row.severity)];
    if (row.tools) chosen.add_trace(*row.tools);
    // Was added once, so it is finite and of the one dimension.
    if (!row.embedding.empty() && chosen.embeddings_.add(row.embedding)) chosen.origin = origin;
    chosen.sample_.add(row);
  }
  chosen.sample();
  return chosen;
}

Result<void> ExecutionProfile::merge(const ExecutionProfile& other) {
  PLUMB_CHECK_RESULT(check_parts(*this, other));
  if (const ProfileRow* row = sample_.shared_with(other.sample_)) {
    return fail(
        ErrorCode::invalid_input,
        fmt::format("both profiles hold the result \"{}\"; merge parts that share no result",
                    row->id));
  }
  PLUMB_CHECK_RESULT(embeddings_.merge(other.embeddings_));
  if (name.empty() || (!other.name.empty() && other.name < name)) name = other.name;
  if (origin && other.origin) {
    origin->instruction_set = united(origin->instruction_set, other.origin->instruction_set);
  } else if (other.origin) {
    origin = other.origin;
  }
  skipped += other.skipped;
  results_ += other.results_;
  blank_ += other.blank_;
  truncated_ += other.truncated_;
  with_trace_ += other.with_trace_;
  for (std::size_t i = 0; i < severities_.size(); ++i) severities_[i] += other.severities_[i];
  lengths_.merge(other.lengths_);
  characters_.merge(other.characters_);
  tools_.merge(other.tools_);
  transitions_.merge(other.transitions_);
  sample_.merge(other.sample_);
  return {};
}

void ExecutionProfile::drop_vectors() {
  origin.reset();
  embeddings_ = ExactSums();
  sample_.for_each([](ProfileRow& row) { row.embedding.clear(); });
}

std::uint64_t ExecutionProfile::with_severity() const {
  return std::accumulate(severities_.begin(), severities_.end(), std::uint64_t{0});
}

Result<void> check_comparable(const ExecutionProfile& current, const ExecutionProfile& baseline) {
  if (!current.origin || !baseline.origin || same_space(*current.origin, *baseline.origin)) {
    return {};
  }
  return fail(
      ErrorCode::invalid_input,
      fmt::format("the current vectors come from {} and the baseline's from {}, which do not "
                  "compare; embed both with one model and precision, or compare without "
                  "embeddings",
                  described(*current.origin), described(*baseline.origin)));
}

}  // namespace plumb
