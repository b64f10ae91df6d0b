// Which entities a text mentions, and how recall goes over a session.
//
// An entity is mentioned where its words stand in one sentence of the text
//   1. exactly as spelled, or
//   2. normalised: lower case, punctuation as white space, or
//   3. nearly: a run of words whose set has a Jaccard index of at least 0.6 with the
//      entity's set of words ("sertraline 50 mg" for "sertraline 50 mg daily").
// A mention with a negation among the five words before it, in its sentence, does not
// count: "no history of diabetes" mentions no diabetes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/session_report.h"
#include "text/words.h"

namespace plumb {

enum class MentionKind { exact, normalised, near };

inline constexpr double kNearJaccard = 0.6;
inline constexpr std::size_t kNegationReach = 5;  // words before a mention

// A text cut into the words of its sentences, once for many questions.
class MentionIndex {
 public:
  explicit MentionIndex(std::string_view text);

  // How the text mentions the entity, the strictest way that a mention without
  // negation has; none where it does not. An entity without a word is never mentioned.
  // O(words of the text times words of the entity).
  std::optional<MentionKind> find(std::string_view entity) const;

 private:
  std::string text_;
  std::vector<std::vector<Word>> sentences_;
};

struct RecallInput {
  std::vector<std::string> entities;                  // of the case
  std::vector<std::string> vocabulary;                // for F1; empty: no F1
  std::vector<std::int64_t> turns;                    // ascending
  std::vector<std::optional<std::string>> responses;  // one a turn, without reasoning
};

struct TurnMentions {
  std::vector<std::string> missing;  // entities of the case that the response lacks
};

// Recall a turn: entities mentioned / entities. F1 a turn: precision is mentioned
// entities / (mentioned entities + other mentioned entries of the vocabulary).
// `mentions` gets one entry a turn.
EntityRecall entity_recall(const RecallInput& input, std::vector<TurnMentions>& mentions);

}  // namespace plumb
