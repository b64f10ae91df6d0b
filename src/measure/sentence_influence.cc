#include "measure/sentence_influence.h"

#include <algorithm>
#include <string>

#include "measure/intent_drift.h"
#include "text/sentences.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kTextsPerCall = 16'384;
constexpr std::size_t kMostVisible = 512;  // sentences that any model here can see a part of
constexpr std::size_t kFewestForRange = 3;

// One output, with the texts that are made of it.
struct Dissected {
  std::string_view reference;
  std::vector<TextRange> sentences;
  std::string_view output;

  std::string_view sentence(std::size_t i) const { return sentences[i].of(output); }

  std::size_t tried() const {
    return sentences.size() < kFewestForRange ? 0 : std::min(sentences.size(), kMostVisible);
  }

  // The output without its i-th sentence, as far as a model can see.
  std::string without(std::size_t i) const {
    const std::size_t end =
        sentences.size() > kMostVisible ? sentences[kMostVisible].end : output.size();
    std::string rest(output.substr(0, sentences[i].begin));
    rest += output.substr(sentences[i].end, end - std::min(end, sentences[i].end));
    return rest;
  }
};

double score(std::string_view text, std::string_view reference, const TextVectors& vectors,
             const TextVectors& references) {
  const bool blank = is_blank(text);
  if (blank || is_blank(reference)) return blank == is_blank(reference) ? 0 : 1;
  return drift_of(cosine(vectors.of(text), references.of(reference)));
}

SentenceInfluence conclude(const Dissected& dissected, const TextVectors& vectors,
                           const TextVectors& references) {
  SentenceInfluence influence;
  influence.sentences = dissected.sentences.size();
  for (std::size_t i = 0; i < dissected.tried(); ++i) {
    const double without = score(dissected.without(i), dissected.reference, vectors, references);
    if (!influence.interval) influence.interval = SentenceRange{without, without};
    influence.interval->low = std::min(influence.interval->low, without);
    influence.interval->high = std::max(influence.interval->high, without);
  }
  for (std::size_t i = 0; i < dissected.sentences.size(); ++i) {
    const std::string_view sentence = dissected.sentence(i);
    const double alone = score(sentence, dissected.reference, vectors, references);
    if (influence.farthest && alone <= influence.farthest->ids) continue;
    influence.farthest = FarthestSentence{std::string(sentence), dissected.sentences[i].begin,
                                          dissected.sentences[i].end, alone};
  }
  return influence;
}

}  // namespace

Result<std::vector<SentenceInfluence>> sentence_influences(std::span<const ScoredText> texts,
                                                           const TextVectors& references,
                                                           const EmbedTexts& embed) {
  std::vector<SentenceInfluence> influences;
  influences.reserve(texts.size());
  for (std::size_t next = 0; next < texts.size();) {
    TextVectors vectors(embed);
    std::vector<Dissected> batch;
    for (; next < texts.size() && vectors.wanted() < kTextsPerCall; ++next) {
      const auto& [output, reference] = texts[next];
      batch.push_back({reference, split_sentences(output), output});
      const Dissected& dissected = batch.back();
      for (std::size_t i = 0; i < dissected.sentences.size(); ++i) {
        vectors.want(dissected.sentence(i));
      }
      for (std::size_t i = 0; i < dissected.tried(); ++i) vectors.want(dissected.without(i));
    }
    PLUMB_CHECK_RESULT(vectors.embed_wanted());
    for (const Dissected& dissected : batch) {
      influences.push_back(conclude(dissected, vectors, references));
    }
  }
  return influences;
}

}  // namespace plumb
