#include "measure/profile_codec.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "text/utf8.h"

namespace plumb {
namespace {

enum RowFlag : std::uint8_t {
  kBlank = 1,
  kTruncated = 2,
  kHasPrompt = 4,
  kHasSeverity = 8,
  kHasTrace = 16,
  kHasVector = 32,
  kEveryFlag = 63,
};

bool is_text(std::string_view bytes) {
  return replace_invalid_utf8(bytes) == bytes;
}

bool is_character(std::uint32_t value) {
  return value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
}

// By name, each once.
bool ascends(const std::vector<std::pair<std::string, std::string>>& pairs) {
  const auto before = [](const auto& a, const auto& b) { return a.first >= b.first; };
  return std::ranges::adjacent_find(pairs, before) == pairs.end();
}

void put_key(ByteWriter& out, std::uint32_t key) {
  out.put(key);
}
void put_key(ByteWriter& out, char32_t key) {
  out.put(static_cast<std::uint32_t>(key));
}
void put_key(ByteWriter& out, const std::string& key) {
  out.put_text(key);
}
void put_key(ByteWriter& out, const ToolPair& key) {
  out.put_text(key.first);
  out.put_text(key.second);
}

// Each says whether the key may be one.
bool take_key(ByteReader& in, std::uint32_t& key) {
  key = in.take<std::uint32_t>();
  return true;
}
bool take_key(ByteReader& in, char32_t& key) {
  key = static_cast<char32_t>(in.take<std::uint32_t>());
  return is_character(key);
}
bool take_key(ByteReader& in, std::string& key) {
  key = in.take_text();
  return is_text(key);
}
bool take_key(ByteReader& in, ToolPair& key) {
  const bool first = take_key(in, key.first);
  return take_key(in, key.second) && first;
}

template <class Key>
void put_counts(ByteWriter& out, const Counts<Key>& counts) {
  out.put(std::uint64_t{counts.items().size()});
  for (const auto& [key, times] : counts.items()) {
    put_key(out, key);
    out.put(times);
  }
}

template <class Key>
Fault take_counts(ByteReader& in, Counts<Key>& counts) {
  constexpr std::size_t kLeastBytes = 4 + 8;
  std::vector<std::pair<Key, std::uint64_t>> items(in.take_count<std::uint64_t>(kLeastBytes));
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool usable = take_key(in, items[i].first);
    items[i].second = in.take<std::uint64_t>();
    if (in.failed()) return "ends early";
    if (!usable) return "holds a key that is no text";
    if (i > 0 && !(items[i - 1].first < items[i].first)) return "is not in ascending order";
    if (items[i].second == 0) return "holds a count of 0";
    if (__builtin_add_overflow(total, items[i].second, &total)) return "counts beyond 2^64";
  }
  counts.add_ascending(items);
  return {};
}

// Whether everything that a sampled row holds is in the counts over all rows:
// what is compared looks each of them up there.
bool is_counted(const ProfileRow& row, const ExecutionProfile& profile) {
  if (!row.blank && profile.lengths().of(row.length) == 0) return false;
  for (const CharacterCount& entry : row.characters) {
    if (profile.characters().of(entry.character) < entry.times) return false;
  }
  if (row.severity && profile.severities()[static_cast<std::size_t>(*row.severity)] == 0) {
    return false;
  }
  if (!row.tools) return true;
  if (row.tools->empty() && profile.tools().of(std::string(kNoCall)) == 0) return false;
  for (const std::string& tool : *row.tools) {
    if (profile.tools().of(tool) == 0) return false;
  }
  for (const ToolPair& pair : transitions_of(*row.tools)) {
    if (profile.transitions().of(pair) == 0) return false;
  }
  return true;
}

}  // namespace

const std::array<ProfileCodec::Section, 9> ProfileCodec::kSections = {{
    {"head", nullptr, &ProfileCodec::put_head, &ProfileCodec::take_head},
    {"orig", [](const ProfileDocument& d) { return d.profile.origin.has_value(); },
     &ProfileCodec::put_origin, &ProfileCodec::take_origin},
    {"leng", nullptr, &ProfileCodec::put_lengths, &ProfileCodec::take_lengths},
    {"char", nullptr, &ProfileCodec::put_characters, &ProfileCodec::take_characters},
    {"tool", nullptr, &ProfileCodec::put_tools, &ProfileCodec::take_tools},
    {"tran", nullptr, &ProfileCodec::put_transitions, &ProfileCodec::take_transitions},
    {"sums", nullptr, &ProfileCodec::put_sums, &ProfileCodec::take_sums},
    {"samp", nullptr, &ProfileCodec::put_sample, &ProfileCodec::take_sample},
    {"base", [](const ProfileDocument& d) { return d.baseline.has_value(); },
     &ProfileCodec::put_baseline, &ProfileCodec::take_baseline},
}};

void ProfileCodec::put_head(ByteWriter& out, const ProfileDocument& document) {
  const ExecutionProfile& profile = document.profile;
  out.put(profile.options_.seed);
  out.put(profile.options_.sample_rows);
  out.put(static_cast<std::uint8_t>(profile.options_.keep_text ? 1 : 0));
  out.put_text(profile.name);
  out.put(profile.skipped);
  out.put(profile.results_);
  out.put(profile.blank_);
  out.put(profile.truncated_);
  out.put(profile.with_trace_);
  out.put_array(std::span<const std::uint64_t>(profile.severities_));
}

Fault ProfileCodec::take_head(ByteReader& in, ProfileDocument& document) {
  ExecutionProfile& profile = document.profile;
  ProfileOptions options;
  options.seed = in.take<std::uint64_t>();
  options.sample_rows = in.take<std::uint64_t>();
  const auto keep_text = in.take<std::uint8_t>();
  options.keep_text = keep_text == 1;
  profile = ExecutionProfile(options);
  profile.name = in.take_text();
  profile.skipped = in.take<std::uint64_t>();
  profile.results_ = in.take<std::uint64_t>();
  profile.blank_ = in.take<std::uint64_t>();
  profile.truncated_ = in.take<std::uint64_t>();
  profile.with_trace_ = in.take<std::uint64_t>();
  std::uint64_t with_severity = 0;
  for (std::uint64_t& count : profile.severities_) {
    count = in.take<std::uint64_t>();
    if (count > profile.results_ - with_severity) return "counts more severities than results";
    with_severity += count;
  }
  if (keep_text > 1) return "has a flag that is neither 0 nor 1";
  if (!is_text(profile.name)) return "holds a name that is not UTF-8";
  if (std::max({profile.blank_, profile.truncated_, profile.with_trace_}) > profile.results_) {
    return "counts more parts than results";
  }
  return {};
}

void ProfileCodec::put_origin(ByteWriter& out, const ProfileDocument& document) {
  const ExecutionProfile& profile = document.profile;
  const VectorOrigin& origin = *profile.origin;
  out.put_text(origin.model);
  out.put_text(origin.weights_sha256);
  out.put_text(origin.precision);
  out.put_text(origin.instruction_set);
  out.put(origin.dimension);
}

Fault ProfileCodec::take_origin(ByteReader& in, ProfileDocument& document) {
  ExecutionProfile& profile = document.profile;
  VectorOrigin origin;
  bool readable = true;
  for (std::string* text :
       {&origin.model, &origin.weights_sha256, &origin.precision, &origin.instruction_set}) {
    *text = in.take_text();
    readable = readable && is_text(*text);
  }
  origin.dimension = in.take<std::uint64_t>();
  profile.origin = std::move(origin);
  return readable ? Fault() : "holds text that is not UTF-8";
}

void ProfileCodec::put_lengths(ByteWriter& out, const ProfileDocument& document) {
  put_counts(out, document.profile.lengths_);
}
void ProfileCodec::put_characters(ByteWriter& out, const ProfileDocument& document) {
  put_counts(out, document.profile.characters_);
}
void ProfileCodec::put_tools(ByteWriter& out, const ProfileDocument& document) {
  put_counts(out, document.profile.tools_);
}
void ProfileCodec::put_transitions(ByteWriter& out, const ProfileDocument& document) {
  put_counts(out, document.profile.transitions_);
}
Fault ProfileCodec::take_lengths(ByteReader& in, ProfileDocument& document) {
  return take_counts(in, document.profile.lengths_);
}
Fault ProfileCodec::take_characters(ByteReader& in, ProfileDocument& document) {
  return take_counts(in, document.profile.characters_);
}
Fault ProfileCodec::take_tools(ByteReader& in, ProfileDocument& document) {
  return take_counts(in, document.profile.tools_);
}
Fault ProfileCodec::take_transitions(ByteReader& in, ProfileDocument& document) {
  return take_counts(in, document.profile.transitions_);
}

void ProfileCodec::put_sums(ByteWriter& out, const ProfileDocument& document) {
  const ExecutionProfile& profile = document.profile;
  out.put(std::uint64_t{profile.embeddings_.dimension()});
  out.put(profile.embeddings_.count());
  for (const Int128 sum : profile.embeddings_.integers()) {
    out.put(static_cast<std::uint64_t>(sum));  // the lower half: modulo 2^64
    out.put(static_cast<std::int64_t>(sum >> 64));
  }
}

Fault ProfileCodec::take_sums(ByteReader& in, ProfileDocument& document) {
  ExecutionProfile& profile = document.profile;
  const auto dimension = in.take<std::uint64_t>();
  const auto count = in.take<std::uint64_t>();
  if (in.left() / 16 != dimension || in.left() % 16 != 0) return "is not as long as it says";
  if ((dimension == 0) != (count == 0)) return "has sums without vectors, or vectors without sums";
  std::vector<Int128> sums(static_cast<std::size_t>(dimension));
  for (Int128& sum : sums) {
    const auto low = in.take<std::uint64_t>();
    sum = static_cast<Int128>(in.take<std::int64_t>()) * (Int128{1} << 64) + low;
  }
  auto embeddings = ExactSums::of_integers(std::move(sums), count);
  if (!embeddings) return "holds sums that no vectors have";
  profile.embeddings_ = *std::move(embeddings);
  return {};
}

void ProfileCodec::put_sample(ByteWriter& out, const ProfileDocument& document) {
  const ExecutionProfile& profile = document.profile;
  out.put(std::uint64_t{profile.sample().size()});
  for (const ProfileRow& row : profile.sample()) put_row(out, row);
}

Fault ProfileCodec::take_sample(ByteReader& in, ProfileDocument& document) {
  ExecutionProfile& profile = document.profile;
  constexpr std::size_t kLeastBytes = 4 + 4 + 1 + 4 + 4 + 4;
  const std::size_t count = in.take_count<std::uint64_t>(kLeastBytes);
  if (!in.failed() && count != std::min(profile.results_, profile.options_.sample_rows)) {
    return "has not as many rows as it should";
  }
  std::pair<std::uint64_t, std::string> last;
  for (std::size_t i = 0; i < count; ++i) {
    ProfileRow row;
    if (Fault fault = take_row(in, profile.embeddings_.dimension(), row); !fault.empty())
      return fault;
    if (in.failed()) return "ends early";
    if (!is_counted(row, profile)) return "has a row that its counts do not know";
    row.hash = hash64(row.id, profile.options_.seed);
    std::pair<std::uint64_t, std::string> key(row.hash, row.id);
    if (i > 0 && !(last < key)) return "is not in the order of its hashes";
    last = std::move(key);
    profile.sample_.add(std::move(row));
  }
  return {};
}

void ProfileCodec::put_row(ByteWriter& out, const ProfileRow& row) {
  const auto flag = [](bool set, RowFlag bit) { return set ? bit : 0; };
  out.put_text(row.id);
  out.put_text(row.excerpt);
  out.put(static_cast<std::uint8_t>(
      flag(row.blank, kBlank) | flag(row.truncated, kTruncated) |
      flag(row.prompt.has_value(), kHasPrompt) | flag(row.severity.has_value(), kHasSeverity) |
      flag(row.tools.has_value(), kHasTrace) | flag(!row.embedding.empty(), kHasVector)));
  out.put(row.length);
  if (row.prompt) out.put(*row.prompt);
  if (row.severity) out.put(static_cast<std::uint8_t>(*row.severity));
  out.put(static_cast<std::uint32_t>(row.characters.size()));
  for (const auto& [character, times] : row.characters) {
    put_key(out, character);
    out.put(times);
  }
  if (row.tools) {
    out.put(static_cast<std::uint32_t>(row.tools->size()));
    for (const std::string& tool : *row.tools) out.put_text(tool);
  }
  out.put(static_cast<std::uint32_t>(row.labels.size()));
  for (const auto& [label, value] : row.labels) {
    out.put_text(label);
    out.put_text(value);
  }
  out.put_array(std::span<const float>(row.embedding));
}

Fault ProfileCodec::take_row(ByteReader& in, std::size_t dimension, ProfileRow& row) {
  bool readable = take_key(in, row.id);
  readable = take_key(in, row.excerpt) && readable;
  const auto flags = in.take<std::uint8_t>();
  if (flags > kEveryFlag) return "has a row with unknown flags";
  row.blank = (flags & kBlank) != 0;
  row.truncated = (flags & kTruncated) != 0;
  row.length = in.take<std::uint32_t>();
  if ((flags & kHasPrompt) != 0) row.prompt = in.take<std::uint64_t>();
  if ((flags & kHasSeverity) != 0) {
    const auto severity = in.take<std::uint8_t>();
    if (severity >= kSeverityCount) return "has a row with an unknown severity";
    row.severity = kSeverities[severity];
  }
  if (Fault fault = take_row_characters(in, row.characters); !fault.empty()) return fault;
  if ((flags & kHasTrace) != 0) {
    row.tools.emplace(in.take_count<std::uint32_t>(4));
    for (std::string& tool : *row.tools) readable = take_key(in, tool) && readable;
  }
  row.labels.resize(in.take_count<std::uint32_t>(4 + 4));
  for (ToolPair& label : row.labels) readable = take_key(in, label) && readable;
  if (!readable) return "holds text that is not UTF-8";
  if (!ascends(row.labels)) return "has a row whose labels are not in ascending order";
  if ((flags & kHasVector) == 0) return {};
  if (dimension == 0) return "has a vector that its sums know nothing of";
  row.embedding = in.take_array<float>(dimension);
  const auto in_range = [](float x) { return std::fabs(x) <= ExactSums::kMostComponent; };
  if (!std::ranges::all_of(row.embedding, in_range)) return "has a vector that is not finite";
  return {};
}

Fault ProfileCodec::take_row_characters(ByteReader& in, std::vector<CharacterCount>& characters) {
  characters.resize(in.take_count<std::uint32_t>(4 + 4));
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const bool usable = take_key(in, characters[i].character);
    characters[i].times = in.take<std::uint32_t>();
    if (!usable || characters[i].times == 0) return "has a row with a character that is none";
    if (i > 0 && characters[i - 1].character >= characters[i].character) {
      return "has a row whose characters are not in ascending order";
    }
  }
  return {};
}

void ProfileCodec::put_baseline(ByteWriter& out, const ProfileDocument& document) {
  const BaselineNote& note = *document.baseline;
  out.put_text(note.name);
  out.put_text(note.source);
  out.put_text(note.plumb_version);
  out.put(static_cast<std::uint32_t>(note.settings.size()));
  for (const auto& [setting, value] : note.settings) {
    out.put_text(setting);
    out.put_text(value);
  }
}

Fault ProfileCodec::take_baseline(ByteReader& in, ProfileDocument& document) {
  BaselineNote note;
  bool readable = take_key(in, note.name);
  readable = take_key(in, note.source) && readable;
  readable = take_key(in, note.plumb_version) && readable;
  note.settings.resize(in.take_count<std::uint32_t>(4 + 4));
  for (ToolPair& setting : note.settings) readable = take_key(in, setting) && readable;
  if (!readable) return "holds text that is not UTF-8";
  if (!ascends(note.settings)) return "has settings that are not in ascending order";
  document.baseline = std::move(note);
  return {};
}

Fault ProfileCodec::contradiction(const ExecutionProfile& profile) {
  const std::uint64_t filled = profile.results_ - profile.blank_;
  if (profile.lengths_.total() != filled) return "does not have a length for each response";
  const std::uint64_t empty_traces = profile.tools_.of(std::string(kNoCall));
  const std::uint64_t calls = profile.tools_.total() - empty_traces;
  if (empty_traces > profile.with_trace_ ||
      profile.transitions_.total() != calls + profile.with_trace_) {
    return "does not have a transition for each call and trace";
  }
  if (profile.embeddings_.count() > filled) return "has more vectors than responses";
  if (profile.origin && profile.embeddings_.count() > 0 &&
      profile.origin->dimension != profile.embeddings_.dimension()) {
    return "has vectors of another dimension than its model's";
  }
  return {};
}

}  // namespace plumb
