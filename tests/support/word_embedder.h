// An embedder for tests of logic: a text's vector counts its words, so cosines can be
// worked out on paper, and nothing needs the model.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "measure/text_vectors.h"
#include "text/words.h"

namespace plumb::testing {

// Counts its calls and the texts in them.
struct EmbedderLog {
  std::size_t calls = 0;
  std::vector<std::string> texts;
};

// Words beyond `max_words` are not seen, and the text counts as truncated.
inline EmbedTexts word_embedder(std::shared_ptr<EmbedderLog> log = {},
                                std::size_t max_words = 1000) {
  constexpr std::size_t kDimension = 256;  // distinct words of one test
  auto places = std::make_shared<std::map<std::string, std::size_t>>();
  return [log, max_words, places](std::span<const std::string_view> texts) {
    Embeddings out;
    out.dimension = kDimension;
    out.values.assign(texts.size() * kDimension, 0.0F);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      auto words = words_of(texts[i]);
      out.truncated.push_back(words.size() > max_words);
      if (words.size() > max_words) words.resize(max_words);
      out.tokens.push_back(static_cast<std::uint32_t>(words.size()));
      const std::span row = std::span(out.values).subspan(i * kDimension, kDimension);
      for (const Word& word : words) {
        const auto place = places->try_emplace(word.lower, places->size()).first->second;
        row[place % kDimension] += 1;
      }
      float square = 0;
      for (const float value : row) square += value * value;
      for (float& value : row) value /= square > 0 ? std::sqrt(square) : 1;
      if (log) log->texts.emplace_back(texts[i]);
    }
    if (log) ++log->calls;
    return out;
  };
}

}  // namespace plumb::testing
