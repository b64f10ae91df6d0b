// What the sentences of an output do to its score: how far the score moves when one
// of them is left out, and which one lies farthest from the reference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "measure/text_vectors.h"
#include "record/intent_report.h"

namespace plumb {

struct ScoredText {
  std::string_view output;
  std::string_view reference;  // its vector, where it is not blank, is in `references`
};

struct SentenceInfluence {
  std::uint64_t sentences = 0;
  std::optional<SentenceRange> interval;     // none below 3 sentences
  std::optional<FarthestSentence> farthest;  // none without a sentence
};

// One result a text. A sentence costs two texts to embed; at most 16,384 are held at
// a time. A model reads at most 512 tokens and a sentence has at least one, so
// sentences behind the 512th cannot move the score and are not tried. Fails as `embed` does.
Result<std::vector<SentenceInfluence>> sentence_influences(std::span<const ScoredText> texts,
                                                           const TextVectors& references,
                                                           const EmbedTexts& embed);

}  // namespace plumb
