#include "measure/session_alignment.h"

#include <algorithm>
#include <cmath>

#include "text/sentences.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::string_view kOpen = "<think>";
constexpr std::string_view kClose = "</think>";

std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  const auto found = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(),
                                 tag.begin(), tag.end(), same);
  return found == text.end() ? std::string_view::npos
                             : static_cast<std::size_t>(found - text.begin());
}

void append_spaced(std::string& out, std::string_view text) {
  if (!out.empty()) out += ' ';
  out += text;
}

std::string joined(std::span<const std::string> texts) {
  std::string out;
  for (const std::string& text : texts) append_spaced(out, text);
  return out;
}

// The joined actions of turns up to each; empty while there is none.
std::vector<std::string> prefixes(const AlignmentInput& input) {
  std::vector<std::string> texts;
  std::string prefix;
  for (const auto& actions : input.actions) {
    for (const std::string& action : actions) append_spaced(prefix, action);
    texts.push_back(prefix);
  }
  return texts;
}

std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> sentences;
  for (const TextRange& range : split_sentences(text)) sentences.emplace_back(range.of(text));
  return sentences;
}

// Leaving one out says something of so many: of fewer it takes away too much, of more nothing that
// shows, and the time would grow with the square of the session.
constexpr std::size_t kFewestActions = 3;
constexpr std::size_t kMostActions = 512;

bool have_range(std::size_t actions) {
  return actions >= kFewestActions && actions <= kMostActions;
}

// The text of all actions but one.
std::string joined_without(std::span<const std::string> actions, std::size_t left_out) {
  std::string out;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (i != left_out) append_spaced(out, actions[i]);
  }
  return out;
}

// Whether a point of the curve, of these actions and their joined text, has a range.
bool has_range(const AlignmentOptions& options, std::span<const std::string> actions,
               std::string_view text, const TextVectors& vectors) {
  return options.ranges && have_range(actions.size()) && !is_blank(text) &&
         !vectors.truncated(text);
}

// Takes value after value; none are no range.
class RangeOf {
 public:
  void add(std::optional<double> value) {
    if (!value) return;
    if (!range_) range_ = SentenceRange{*value, *value};
    range_->low = std::min(range_->low, *value);
    range_->high = std::max(range_->high, *value);
  }
  std::optional<SentenceRange> range() const { return range_; }

 private:
  std::optional<SentenceRange> range_;
};

// Sum of unit vectors, whose direction is that of their mean.
class VectorSum {
 public:
  void add(std::span<const float> vector) {
    sum_.resize(vector.size());
    for (std::size_t i = 0; i < vector.size(); ++i) sum_[i] += static_cast<double>(vector[i]);
  }

  void subtract(std::span<const float> vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) sum_[i] -= static_cast<double>(vector[i]);
  }

  // None where the sum has no direction.
  std::optional<double> cosine_with(std::span<const float> vector) const {
    double dot = 0;
    double square = 0;
    double other = 0;
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      const auto value = static_cast<double>(vector[i]);
      dot += sum_[i] * value;
      square += sum_[i] * sum_[i];
      other += value * value;
    }
    if (square == 0 || other == 0) return std::nullopt;
    return std::clamp(dot / std::sqrt(square * other), -1.0, 1.0);
  }

 private:
  std::vector<double> sum_;
};

std::optional<double> similarity(std::string_view text, std::string_view plan,
                                 const TextVectors& vectors) {
  if (is_blank(text) || is_blank(plan)) return std::nullopt;
  return cosine(vectors.of(text), vectors.of(plan));
}

void align_joined(const AlignmentInput& input, const AlignmentOptions& options,
                  const TextVectors& vectors, SessionAlignment& out) {
  const std::vector<std::string> texts = prefixes(input);
  std::vector<std::string> actions;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    out.curve.push_back(similarity(texts[t], input.plan, vectors));
    actions.insert(actions.end(), input.actions[t].begin(), input.actions[t].end());
    RangeOf range;
    if (has_range(options, actions, texts[t], vectors)) {
      for (std::size_t i = 0; i < actions.size(); ++i) {
        range.add(similarity(joined_without(actions, i), input.plan, vectors));
      }
    }
    out.ranges.push_back(range.range());
    const bool was_full = t > 0 && vectors.truncated(texts[t - 1]);
    if (was_full && !input.actions[t].empty() && !out.full_at_turn) {
      out.full_at_turn = input.turns[t];
    }
  }
  const std::string all = options.mode == AlignmentMode::full ? joined(input.responses)
                          : texts.empty()                     ? std::string()
                                                              : texts.back();
  out.score = similarity(all, input.plan, vectors);
  out.truncated = vectors.truncated(all);
}

void align_pooled(const AlignmentInput& input, const AlignmentOptions& options,
                  const TextVectors& vectors, SessionAlignment& out) {
  VectorSum actions;
  std::vector<std::span<const float>> added;
  for (const auto& turn : input.actions) {
    for (const std::string& action : turn) {
      added.push_back(vectors.of(action));
      actions.add(added.back());
      out.truncated = out.truncated || vectors.truncated(action);
    }
    out.curve.push_back(actions.cosine_with(vectors.of(input.plan)));
    RangeOf range;
    const bool wanted = options.ranges && have_range(added.size());
    for (std::size_t i = 0; wanted && i < added.size(); ++i) {
      VectorSum others = actions;
      others.subtract(added[i]);
      range.add(others.cosine_with(vectors.of(input.plan)));
    }
    out.ranges.push_back(range.range());
  }
  if (options.mode == AlignmentMode::actions) {
    if (!out.curve.empty()) out.score = out.curve.back();
    return;
  }
  VectorSum everything;
  for (const std::string& response : input.responses) {
    for (const std::string& sentence : sentences_of(response)) {
      everything.add(vectors.of(sentence));
      out.truncated = out.truncated || vectors.truncated(sentence);
    }
  }
  out.score = everything.cosine_with(vectors.of(input.plan));
}

}  // namespace

std::string without_thinking(std::string_view response) {
  std::string kept;
  std::size_t at = 0;
  const std::size_t first_close = find_tag(response, kClose, 0);
  if (first_close != std::string_view::npos && first_close < find_tag(response, kOpen, 0)) {
    at = first_close + kClose.size();
  }
  while (at < response.size()) {
    const std::size_t open = find_tag(response, kOpen, at);
    kept += response.substr(at, open - std::min(open, at));
    if (open == std::string_view::npos) break;
    const std::size_t close = find_tag(response, kClose, open);
    if (close == std::string_view::npos) break;
    at = close + kClose.size();
  }
  return kept;
}

std::vector<std::string> extract_actions(std::string_view response, const TermList& list) {
  const std::string said = without_thinking(response);
  std::vector<std::string> actions;
  for (const TextRange& range : split_sentences(said)) {
    const std::string_view sentence = range.of(said);
    if (list.find(sentence)) actions.emplace_back(sentence);
  }
  return actions;
}

void want_alignment(const AlignmentInput& input, const AlignmentOptions& options,
                    TextVectors& vectors) {
  vectors.want(input.plan);
  const bool full = options.mode == AlignmentMode::full;
  if (options.pooling == AlignmentPooling::joined) {
    for (const std::string& text : prefixes(input)) vectors.want(text);
    if (full) vectors.want(joined(input.responses));
    return;
  }
  for (const auto& actions : input.actions) {
    for (const std::string& action : actions) vectors.want(action);
  }
  if (!full) return;
  for (const std::string& response : input.responses) {
    for (const std::string& sentence : sentences_of(response)) vectors.want(sentence);
  }
}

void want_ranges(const AlignmentInput& input, const AlignmentOptions& options,
                 TextVectors& vectors) {
  if (options.pooling != AlignmentPooling::joined || is_blank(input.plan)) return;
  const std::vector<std::string> texts = prefixes(input);
  std::vector<std::string> actions;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    actions.insert(actions.end(), input.actions[t].begin(), input.actions[t].end());
    if (!has_range(options, actions, texts[t], vectors)) continue;
    for (std::size_t i = 0; i < actions.size(); ++i) vectors.want(joined_without(actions, i));
  }
}

SessionAlignment align(const AlignmentInput& input, const AlignmentOptions& options,
                       const TextVectors& vectors) {
  SessionAlignment out;
  if (is_blank(input.plan)) {
    out.blank_plan = true;
    out.curve.resize(input.actions.size());
    out.ranges.resize(input.actions.size());
    return out;
  }
  switch (options.pooling) {
    case AlignmentPooling::joined:
      align_joined(input, options, vectors, out);
      break;
    case AlignmentPooling::mean_sentences:
      align_pooled(input, options, vectors, out);
      break;
  }
  out.truncated = out.truncated || vectors.truncated(input.plan);
  return out;
}

Result<std::optional<double>> alignment(std::span<const std::string> responses,
                                        std::string_view plan, const TermList& list,
                                        const AlignmentOptions& options, const EmbedTexts& embed) {
  AlignmentInput input;
  input.plan = plan;
  for (const std::string& response : responses) {
    input.responses.push_back(response);
    input.actions.push_back(extract_actions(response, list));
    input.turns.push_back(static_cast<std::int64_t>(input.turns.size()));
  }
  TextVectors vectors(embed);
  want_alignment(input, options, vectors);
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  AlignmentOptions score_alone = options;
  score_alone.ranges = false;
  return align(input, score_alone, vectors).score;
}

}  // namespace plumb
