// How many words two texts share: BLEU and ROUGE-L, as their reference
// implementations compute them. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

// Texts of more words have no overlap: it takes the product of both counts, and a
// classifier that reads 512 tokens has long stopped.
inline constexpr std::size_t kMostOverlapWords = 20'000;

// Sentence BLEU in [0, 1]: the geometric mean of the precisions of 1- to 4-grams, times
// exp(1 - r / c) where the candidate has c words and the reference r > c. Orders that
// the candidate is too short for are left out (effective order); the k-th order without
// a match counts 1 / (2^k n) (exponential smoothing). Words are those of mteval-v13a,
// upper and lower case apart. The value of sacrebleu's sentence_bleu / 100.
//
// None where a text has no word, or more than kMostOverlapWords.
std::optional<double> sentence_bleu(std::string_view candidate, std::string_view reference);

// F1 of the longest common subsequence of words, in [0, 1]: with l its length,
// 2 P R / (P + R), P = l / words of the candidate, R = l / words of the reference. Words
// are runs of a-z and 0-9 after lower-casing: the value of rouge-score's rougeL without a
// stemmer, which sees no other script.
//
// None where neither text has such a word, or one more than kMostOverlapWords.
std::optional<double> rouge_l(std::string_view candidate, std::string_view reference);

// The words that the two functions count.
std::vector<std::string> bleu_words(std::string_view text);
std::vector<std::string> rouge_words(std::string_view text);

}  // namespace plumb
