#include "measure/text_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "text/lower_case.h"
#include "text/utf8.h"

namespace plumb {
namespace {

constexpr std::size_t kOrders = 4;

using Words = std::vector<std::string>;
using WordIds = std::vector<std::uint32_t>;
using Gram = std::array<std::uint32_t, kOrders>;  // shorter ones end in 0
using GramCounts = std::map<Gram, std::uint64_t>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_stop(char c) {
  return c == '.' || c == ',';
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, copied)) {
    out.append(text, copied, at - copied).append(to);
    copied = at + from.size();
  }
  if (copied > 0) text = out.append(text, copied);
}

// mteval-v13a undoes what its input format asks for before it looks for words.
std::string unescaped(std::string_view text) {
  std::string out(text);
  replace_all(out, "<skipped>", "");
  replace_all(out, "-\n", "");
  replace_all(out, "\n", " ");
  replace_all(out, "&quot;", "\"");
  replace_all(out, "&amp;", "&");
  replace_all(out, "&lt;", "<");
  replace_all(out, "&gt;", ">");
  return out;
}

// Signs that are words by themselves: ASCII punctuation but ' , - and .
std::string signs_apart(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_sign = (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' ||
                         (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
    if (is_sign) {
      out.append(1, ' ').append(1, c).append(1, ' ');
    } else {
      out += c;
    }
  }
  return out;
}

// Two neighbours at a time, from the left, a character never in two pairs: what a regular
// expression of two characters replaces. Bytes will do, because what is asked of a
// character is whether it is one of ASCII.
template <class Matches, class Replace>
std::string replaced_pairs(std::string_view text, Matches matches, Replace replace) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 1 < text.size() && matches(text[i], text[i + 1])) {
      replace(out, text[i], text[i + 1]);
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string stops_apart(std::string_view text) {
  std::string out = replaced_pairs(
      text, [](char a, char b) { return !is_digit(a) && is_stop(b); },
      [](std::string& to, char a, char b) { to.append({a, ' ', b, ' '}); });
  out = replaced_pairs(
      out, [](char a, char b) { return is_stop(a) && !is_digit(b); },
      [](std::string& to, char a, char b) { to.append({' ', a, ' ', b}); });
  return replaced_pairs(
      out, [](char a, char b) { return is_digit(a) && b == '-'; },
      [](std::string& to, char a, char b) { to.append({a, ' ', b, ' '}); });
}

// A hyphen at a text's end stays, whatever white space follows it, as in the reference.
std::string_view without_trailing_space(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, length] = decode_code_point(text.substr(at));
    at += length;
    if (!is_white_space(value)) end = at;
  }
  return text.substr(0, end);
}

Words split_at_white_space(std::string_view text) {
  Words words;
  std::string word;
  while (!text.empty()) {
    const auto [value, length] = decode_code_point(text);
    if (!is_white_space(value)) {
      word.append(text.substr(0, length));
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
    text.remove_prefix(length);
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// Equal words have equal ids, from 1, in both texts.
class Numbering {
 public:
  WordIds ids_of(const Words& words) {
    WordIds ids;
    ids.reserve(words.size());
    for (const std::string& word : words) {
      ids.push_back(
          ids_.try_emplace(word, static_cast<std::uint32_t>(ids_.size() + 1)).first->second);
    }
    return ids;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> ids_;
};

GramCounts grams_of(const WordIds& ids, std::size_t order) {
  GramCounts counts;
  for (std::size_t i = 0; i + order <= ids.size(); ++i) {
    Gram gram{};
    std::copy_n(ids.begin() + static_cast<std::ptrdiff_t>(i), order, gram.begin());
    ++counts[gram];
  }
  return counts;
}

std::uint64_t matches_of(const GramCounts& candidate, const GramCounts& reference) {
  std::uint64_t matches = 0;
  for (const auto& [gram, count] : candidate) {
    const auto found = reference.find(gram);
    if (found != reference.end()) matches += std::min(count, found->second);
  }
  return matches;
}

bool is_too_long(const Words& candidate, const Words& reference) {
  return candidate.size() > kMostOverlapWords || reference.size() > kMostOverlapWords;
}

// Two rows of the table of prefixes; O(a b).
std::size_t common_subsequence(const WordIds& a, const WordIds& b) {
  std::vector<std::uint32_t> row(b.size() + 1, 0);
  for (const std::uint32_t word : a) {
    std::uint32_t diagonal = 0;  // of the row before, one to the left
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::uint32_t above = row[j + 1];
      row[j + 1] = word == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

Words bleu_words(std::string_view text) {
  return split_at_white_space(stops_apart(signs_apart(" " + unescaped(text) + " ")));
}

Words rouge_words(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : lower_case(text) + " ") {
    if (is_digit(c) || (c >= 'a' && c <= 'z')) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::optional<double> sentence_bleu(std::string_view candidate, std::string_view reference) {
  const Words candidate_words = bleu_words(without_trailing_space(candidate));
  const Words reference_words = bleu_words(without_trailing_space(reference));
  if (candidate_words.empty() || reference_words.empty()) return std::nullopt;
  if (is_too_long(candidate_words, reference_words)) return std::nullopt;
  Numbering numbering;
  const WordIds hypothesis = numbering.ids_of(candidate_words);
  const WordIds target = numbering.ids_of(reference_words);
  double log_sum = 0;
  double smoothing = 1;
  const std::size_t orders = std::min(kOrders, hypothesis.size());
  for (std::size_t order = 1; order <= orders; ++order) {
    const std::uint64_t matched = matches_of(grams_of(hypothesis, order), grams_of(target, order));
    if (order == 1 && matched == 0) return 0;  // no longer gram can match
    const auto total = static_cast<double>(hypothesis.size() - order + 1);
    if (matched == 0) smoothing *= 2;
    log_sum +=
        std::log(matched > 0 ? static_cast<double>(matched) / total : 1 / (smoothing * total));
  }
  const auto length = static_cast<double>(hypothesis.size());
  const double brevity = hypothesis.size() < target.size()
                             ? std::exp(1 - static_cast<double>(target.size()) / length)
                             : 1;
  return brevity * std::exp(log_sum / static_cast<double>(orders));
}

std::optional<double> rouge_l(std::string_view candidate, std::string_view reference) {
  const Words candidate_words = rouge_words(candidate);
  const Words reference_words = rouge_words(reference);
  if (is_too_long(candidate_words, reference_words)) return std::nullopt;
  if (candidate_words.empty() && reference_words.empty()) return std::nullopt;
  if (candidate_words.empty() || reference_words.empty()) return 0;
  Numbering numbering;
  const WordIds a = numbering.ids_of(candidate_words);
  const WordIds b = numbering.ids_of(reference_words);
  const auto length = static_cast<double>(common_subsequence(a, b));
  return 2 * length / static_cast<double>(a.size() + b.size());
}

}  // namespace plumb
