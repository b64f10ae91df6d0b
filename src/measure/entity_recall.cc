#include "measure/entity_recall.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "measure/trend.h"
#include "text/sentences.h"

namespace plumb {
namespace {

using std::string_view;

constexpr std::int64_t kTurnOfInterest = 10;
constexpr std::size_t kFewestForSlope = 3;

constexpr std::array<string_view, 22> kNegations = {
    "absence", "absent",  "cannot", "denied",   "denies",   "deny",   "denying", "excluded",
    "lack",    "lacking", "lacks",  "negative", "neither",  "never",  "no",      "nobody",
    "none",    "nor",     "not",    "nothing",  "unlikely", "without"};

bool is_negation(string_view word) {
  return word.ends_with("n't") || std::ranges::find(kNegations, word) != kNegations.end();
}

bool is_negated(std::span<const Word> sentence, std::size_t first) {
  const std::size_t from = first - std::min(first, kNegationReach);
  return std::ranges::any_of(sentence.subspan(from, first - from),
                             [](const Word& word) { return is_negation(word.lower); });
}

bool same_words(std::span<const Word> a, std::span<const Word> b) {
  return std::ranges::equal(a, b, {}, &Word::lower, &Word::lower);
}

double jaccard(const std::set<string_view>& entity, std::span<const Word> window) {
  std::set<string_view> words;
  for (const Word& word : window) words.insert(word.lower);
  const auto shared = static_cast<double>(
      std::ranges::count_if(words, [&](string_view word) { return entity.contains(word); }));
  return shared / (static_cast<double>(entity.size() + words.size()) - shared);
}

// One entity's search through one sentence.
class EntitySearch {
 public:
  EntitySearch(string_view entity, string_view text)
      : entity_(entity), text_(text), words_(words_of(entity)) {
    for (const Word& word : words_) set_.insert(word.lower);
  }

  bool has_words() const { return !words_.empty(); }

  std::optional<MentionKind> in(std::span<const Word> sentence) const {
    std::optional<MentionKind> best = in_full(sentence);
    return best ? best : nearly(sentence);
  }

 private:
  std::optional<MentionKind> in_full(std::span<const Word> sentence) const {
    std::optional<MentionKind> best;
    for (std::size_t i = 0; i + words_.size() <= sentence.size(); ++i) {
      if (!same_words(sentence.subspan(i, words_.size()), words_) || is_negated(sentence, i)) {
        continue;
      }
      // From the entity's first character, which may stand before its first word.
      const std::size_t begin = sentence[i].range.begin;
      const std::size_t lead = words_.front().range.begin;
      const bool exact = begin >= lead && text_.substr(begin - lead).starts_with(entity_);
      if (exact) return MentionKind::exact;
      best = MentionKind::normalised;
    }
    return best;
  }

  // A window of w words can reach the index only where 0.6 n <= w <= n / 0.6.
  std::optional<MentionKind> nearly(std::span<const Word> sentence) const {
    const auto n = static_cast<double>(set_.size());
    const auto narrow = static_cast<std::size_t>(std::ceil(kNearJaccard * n));
    const auto wide = static_cast<std::size_t>(std::floor(n / kNearJaccard));
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      if (!set_.contains(sentence[i].lower)) continue;  // a window starts with a shared word
      for (std::size_t w = narrow; w <= wide && i + w <= sentence.size(); ++w) {
        const bool near = jaccard(set_, sentence.subspan(i, w)) >= kNearJaccard;
        if (near && !is_negated(sentence, i)) return MentionKind::near;
      }
    }
    return std::nullopt;
  }

  string_view entity_;
  string_view text_;
  std::vector<Word> words_;
  std::set<string_view> set_;
};

std::optional<double> f1_of(double recall, std::size_t found, std::size_t others) {
  if (found == 0) return 0.0;
  const double precision = static_cast<double>(found) / static_cast<double>(found + others);
  return 2 * precision * recall / (precision + recall);
}

// Entries of the vocabulary that are no entity of the case, spelled in any way.
std::vector<string_view> others_of(const RecallInput& input) {
  std::vector<string_view> others;
  for (const std::string& entry : input.vocabulary) {
    const auto words = words_of(entry);
    const bool is_own = std::ranges::any_of(input.entities, [&](const std::string& entity) {
      return same_words(words_of(entity), words);
    });
    if (!is_own) others.push_back(entry);
  }
  return others;
}

}  // namespace

MentionIndex::MentionIndex(string_view text) : text_(text) {
  for (const TextRange& range : split_sentences(text_)) {
    std::vector<Word> words = words_of(range.of(text_));
    for (Word& word : words) {
      word.range.begin += range.begin;
      word.range.end += range.begin;
    }
    sentences_.push_back(std::move(words));
  }
}

std::optional<MentionKind> MentionIndex::find(string_view entity) const {
  const EntitySearch search(entity, text_);
  std::optional<MentionKind> best;
  if (!search.has_words()) return best;
  for (const auto& sentence : sentences_) {
    const auto kind = search.in(sentence);
    if (kind && (!best || *kind < *best)) best = kind;
  }
  return best;
}

EntityRecall entity_recall(const RecallInput& input, std::vector<TurnMentions>& mentions) {
  EntityRecall recall;
  mentions.assign(input.turns.size(), {});
  const std::vector<string_view> others = others_of(input);
  std::set<string_view> ever;
  std::vector<std::int64_t> turns;
  std::vector<double> values;
  for (std::size_t t = 0; t < input.turns.size(); ++t) {
    recall.curve.emplace_back();
    if (!input.vocabulary.empty()) recall.f1.emplace_back();
    if (!input.responses[t]) continue;
    const MentionIndex index(*input.responses[t]);
    for (const std::string& entity : input.entities) {
      if (index.find(entity)) {
        ever.insert(entity);
      } else {
        mentions[t].missing.push_back(entity);
      }
    }
    const std::size_t found = input.entities.size() - mentions[t].missing.size();
    const double value = static_cast<double>(found) / static_cast<double>(input.entities.size());
    recall.curve.back() = value;
    turns.push_back(input.turns[t]);
    values.push_back(value);
    if (input.turns[t] == kTurnOfInterest) recall.at_turn_10 = value;
    if (input.vocabulary.empty()) continue;
    const auto extra = static_cast<std::size_t>(std::ranges::count_if(
        others, [&index](string_view entry) { return index.find(entry).has_value(); }));
    recall.f1.back() = f1_of(value, found, extra);
  }
  for (const std::string& entity : input.entities) {
    if (!ever.contains(entity)) recall.never_mentioned.push_back(entity);
  }
  recall.slope = trend_of(turns, values, kFewestForSlope);
  return recall;
}

}  // namespace plumb
