#include "measure/text_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/places.h"

namespace plumb {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Json golden() {
  std::ifstream file(source_path("tests/golden/text_overlap.json"));
  return Json::parse(file);
}

TEST(TextOverlap, WordsAreThoseOfTheReference) {
  const Json texts = golden().at("words");
  ASSERT_GT(texts.size(), 300U);
  for (const Json& each : texts) {
    const auto text = each[0].get<std::string>();
    EXPECT_EQ(bleu_words(text), each[1].get<Words>()) << each[0];
    EXPECT_EQ(rouge_words(text), each[2].get<Words>()) << each[0];
  }
}

TEST(TextOverlap, ScoresAreThoseOfTheReference) {
  const Json pairs = golden().at("pairs");
  ASSERT_GT(pairs.size(), 1'000U);
  for (const Json& each : pairs) {
    const auto candidate = each[0].get<std::string>();
    const auto reference = each[1].get<std::string>();
    // Where a side has no word, the reference says 0 and Plumb that there is no value.
    EXPECT_NEAR(sentence_bleu(candidate, reference).value_or(0), each[2].get<double>(), 1e-12)
        << each[0] << " and " << each[1];
    EXPECT_NEAR(rouge_l(candidate, reference).value_or(0), each[3].get<double>(), 1e-12)
        << each[0] << " and " << each[1];
  }
}

TEST(TextOverlap, BleuOfAWorkedExample) {
  // 5 of 6 words, 3 of 5 pairs, 2 of 4 triples, 1 of 3 quadruples; equally long.
  EXPECT_NEAR(*sentence_bleu("the cat sat on a mat", "the cat sat on the mat"),
              std::pow(5.0 / 6 * 3 / 5 * 2 / 4 * 1 / 3, 0.25), 1e-12);
  // Two words of three: orders 1 and 2 alone, and a penalty for brevity.
  EXPECT_NEAR(*sentence_bleu("the cat", "the cat sat"), std::exp(1 - 3.0 / 2), 1e-12);
  // No pair matches: it counts 1 / (2 * 1).
  EXPECT_NEAR(*sentence_bleu("cat the", "the cat"), std::sqrt(1.0 / 2), 1e-12);
}

TEST(TextOverlap, RougeLOfAWorkedExample) {
  // "the cat on mat" is common: P = 4 / 5, R = 4 / 6.
  EXPECT_NEAR(*rouge_l("The cat lay on mat.", "the cat sat on the mat"), 8.0 / 11, 1e-12);
}

TEST(TextOverlap, EqualTextsAreOne) {
  for (const std::string text : {"x", "Calm, kind and 3.5 loud!", "the the the the the"}) {
    EXPECT_DOUBLE_EQ(*sentence_bleu(text, text), 1);
    EXPECT_DOUBLE_EQ(*rouge_l(text, text), 1);
  }
}

TEST(TextOverlap, WithoutWordsThereIsNoValue) {
  EXPECT_FALSE(sentence_bleu("", "a"));
  EXPECT_FALSE(sentence_bleu("a", " \n"));
  EXPECT_EQ(sentence_bleu("a", "b"), 0);
  EXPECT_FALSE(rouge_l("中文", "日本語"));  // neither has a word that it counts
  EXPECT_EQ(rouge_l("中文", "abc"), 0);
}

TEST(TextOverlap, VeryLongTextsHaveNone) {
  std::string most;
  for (std::size_t i = 0; i < kMostOverlapWords; ++i) most += "w ";
  EXPECT_EQ(rouge_l(most, "w"), 2.0 / static_cast<double>(kMostOverlapWords + 1));
  EXPECT_TRUE(sentence_bleu(most, "w"));
  EXPECT_FALSE(rouge_l(most + "w", "w"));
  EXPECT_FALSE(sentence_bleu("w", most + "w"));
}

}  // namespace
}  // namespace plumb
