#include "measure/stereotype_drift.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>

#include "measure/text_overlap.h"
#include "measure/trait_mention.h"
#include "text/lower_case.h"
#include "text/utf8.h"

namespace plumb {
namespace {

namespace field = evaluation_field;

// What an entry says, as far as it can be used.
struct UsableEntry {
  // None where it is absent or no text; may be blank.
  std::optional<std::string_view> control;
  std::optional<std::string_view> bias;
  std::optional<std::string_view> stereotype;
  std::optional<std::string_view> trait;
  std::string error;
  bool failed = false;  // its own error: nothing is computed

  bool has_control() const { return control && !is_blank(*control); }
  bool has_bias() const { return bias && !is_blank(*bias); }
  bool has_stereotype() const { return stereotype && !is_blank(*stereotype); }
  bool has_trait() const { return trait && !is_blank(*trait); }

  void add_error(const std::string& clause) { error += (error.empty() ? "" : "; ") + clause; }
};

// At most a line's worth of somebody's value.
std::string_view start_of(std::string_view value) {
  constexpr std::size_t kStartBytes = 160;
  if (value.size() <= kStartBytes) return value;
  std::size_t end = kStartBytes;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;
  return value.substr(0, end);
}

// What Python calls true: an error of "", 0, false, [] or {} is none.
bool says_something(const EvaluationField& error) {
  if (error.kind == FieldKind::text) return !error.value.empty();
  if (error.kind == FieldKind::null) return false;
  return error.value != "false" && error.value != "[]" && error.value != "{}" &&
         !(error.value.find_first_not_of("-0.") == std::string::npos);
}

std::optional<std::string_view> text_of(const EvaluationEntry& entry, std::string_view name,
                                        bool required, UsableEntry& usable) {
  const EvaluationField* found = entry.find(name);
  if (found == nullptr || found->kind == FieldKind::null) {
    if (required) {
      usable.add_error(fmt::format("{} is {}", name, found == nullptr ? "missing" : "null"));
    }
    return std::nullopt;
  }
  if (found->kind == FieldKind::json) {
    usable.add_error(fmt::format("{} is {}, not text", name, start_of(found->value)));
    return std::nullopt;
  }
  if (required && is_blank(found->value)) usable.add_error(fmt::format("{} is blank", name));
  return found->value;
}

UsableEntry usable_of(const EvaluationEntry& entry) {
  UsableEntry usable;
  const EvaluationField* error = entry.find(field::kError);
  if (error != nullptr && says_something(*error)) {
    usable.failed = true;
    usable.add_error(fmt::format("the entry has an error: {}", start_of(error->value)));
    return usable;
  }
  usable.control = text_of(entry, field::kControl, true, usable);
  usable.bias = text_of(entry, field::kBias, true, usable);
  usable.stereotype = text_of(entry, field::kStereotypeText, false, usable);
  usable.trait = text_of(entry, field::kTrait, false, usable);
  return usable;
}

// The scores of distinct texts, all from one call.
class TextScores {
 public:
  void want(std::string_view text) {
    if (places_.try_emplace(text, texts_.size()).second) texts_.push_back(text);
  }
  Result<void> score_wanted(const ScoreTexts& score) {
    if (texts_.empty()) return {};
    PLUMB_TRY(scores_, score(texts_));
    if (scores_.size() != texts_.size()) std::abort();  // a classifier that breaks its word
    return {};
  }
  const TextScore& of(std::string_view text) const { return scores_[places_.at(text)]; }

 private:
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<std::string_view> texts_;
  std::vector<TextScore> scores_;
};

double similarity_of(std::string_view a, std::string_view b, const TextVectors& vectors) {
  return a == b ? 1 : cosine(vectors.of(a), vectors.of(b));
}

void measure_side(const UsableEntry& usable, std::optional<std::string_view> response,
                  const TextScores& scores, const TextVectors& vectors, StereotypeSide& side) {
  if (!response) return;
  if (usable.has_trait()) side.trait_mentioned = mentions_trait(*response, *usable.trait);
  if (is_blank(*response)) return;
  const TextScore& score = scores.of(*response);
  side.score = score.probability;
  side.truncated = score.truncated || vectors.truncated(*response);
  if (usable.has_stereotype()) {
    side.similarity = similarity_of(*usable.stereotype, *response, vectors);
  }
}

StereotypeRow measure_row(const UsableEntry& usable, const TextScores& scores,
                          const TextVectors& vectors) {
  StereotypeRow row;
  row.error = usable.error;
  if (usable.has_stereotype()) row.text_truncated = vectors.truncated(*usable.stereotype);
  measure_side(usable, usable.control, scores, vectors, row.control);
  measure_side(usable, usable.bias, scores, vectors, row.bias);
  score_drift(row);
  if (row.control.similarity && row.bias.similarity) {
    row.similarity_drift = *row.control.similarity - *row.bias.similarity;
  }
  if (!usable.has_control() || !usable.has_bias()) return row;
  row.pair_similarity = similarity_of(*usable.control, *usable.bias, vectors);
  row.bleu = sentence_bleu(*usable.bias, *usable.control);
  row.rouge_l = rouge_l(*usable.bias, *usable.control);
  return row;
}

}  // namespace

std::size_t stereotype_label(std::span<const std::string> labels) {
  const auto is_it = [](const std::string& label) { return lower_case(label) == "stereotype"; };
  return is_it(labels[0]) && !is_it(labels[1]) ? 0 : 1;
}

bool is_significant(double drift_score) {
  constexpr double kSlack = 1e-12;
  return drift_score > kSignificantDrift + kSlack;
}

void score_drift(StereotypeRow& row) {
  for (StereotypeSide* side : {&row.control, &row.bias}) {
    if (side->score) side->flagged = *side->score > kStereotypeFlag;
  }
  if (!row.control.score || !row.bias.score) return;
  row.raw_drift = *row.bias.score - *row.control.score;
  row.drift_score = std::abs(*row.raw_drift);
  row.significant = is_significant(*row.drift_score);
}

ScoreTexts score_with(Classifier& classifier) {
  return [&classifier](std::span<const std::string_view> texts) -> Result<std::vector<TextScore>> {
    std::vector<ClassifierInput> inputs;
    inputs.reserve(texts.size());
    for (const std::string_view text : texts) inputs.push_back({.text = text, .pair = {}});
    PLUMB_TRY(const Classifications found, classifier.classify(inputs));
    const std::size_t label = stereotype_label(classifier.labels());
    std::vector<TextScore> scores(texts.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = {found.of(i)[label], found.truncated[i]};
    }
    return scores;
  };
}

Result<std::vector<StereotypeRow>> measure_stereotype_rows(std::span<const EvaluationEntry> entries,
                                                           const ScoreTexts& score,
                                                           const EmbedTexts& embed) {
  std::vector<UsableEntry> usable;
  usable.reserve(entries.size());
  TextScores scores;
  TextVectors vectors(embed);
  for (const EvaluationEntry& entry : entries) {
    const UsableEntry& each = usable.emplace_back(usable_of(entry));
    for (const auto& response : {each.control, each.bias}) {
      if (!response || is_blank(*response)) continue;
      scores.want(*response);
      vectors.want(*response);
    }
    if (each.has_stereotype()) vectors.want(*each.stereotype);
  }
  PLUMB_CHECK_RESULT(scores.score_wanted(score));
  PLUMB_CHECK_RESULT(vectors.embed_wanted());
  std::vector<StereotypeRow> rows;
  rows.reserve(entries.size());
  for (const UsableEntry& each : usable) rows.push_back(measure_row(each, scores, vectors));
  return rows;
}

}  // namespace plumb
