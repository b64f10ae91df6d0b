#include "text/term_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <span>
#include <tuple>
#include <utility>

#include "base/sha256.h"
#include "text/utf8.h"
#include "text/words.h"

namespace plumb {
namespace {

using std::string_view;

// A text in lower case with one space for each run of white space, and where each
// of its bytes came from.
struct Folded {
  std::string text;
  std::vector<std::size_t> origin;       // of text[i]; one more for the end
  std::vector<std::size_t> word_starts;  // in text

  void append(char32_t value, std::size_t from) {
    char bytes[4];
    const std::size_t length = encode_code_point(value, bytes);
    text.append(bytes, length);
    origin.insert(origin.end(), length, from);
  }
};

Folded fold(string_view text) {
  Folded folded;
  folded.text.reserve(text.size());
  folded.origin.reserve(text.size() + 1);
  bool in_space = false;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, length] = decode_code_point(text.substr(at));
    const bool space = is_white_space(value);
    if (!space || !in_space) {
      const bool word = is_word_character(value);
      if (!in_word && !space) folded.word_starts.push_back(folded.text.size());
      folded.append(space ? U' ' : lower_case_letter(value), at);
      in_word = word;
    }
    in_space = space;
    at += length;
  }
  folded.origin.push_back(text.size());
  return folded;
}

bool word_goes_on(string_view rest) {
  return !rest.empty() && is_word_character(decode_code_point(rest).value);
}

string_view strip(string_view text) {
  while (!text.empty()) {
    const auto [value, length] = decode_code_point(text);
    if (!is_white_space(value)) break;
    text.remove_prefix(length);
  }
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, length] = decode_code_point(text.substr(at));
    at += length;
    if (!is_white_space(value)) end = at;
  }
  return text.substr(0, end);
}

// A term, or what is wrong with it, as a clause.
std::expected<Term, string_view> read_term(string_view line, std::size_t group) {
  Term term;
  term.group = group;
  if (line.ends_with('*')) {
    term.is_stem = true;
    line.remove_suffix(1);
  }
  if (line.find('*') != string_view::npos) return std::unexpected("a \"*\" may only end a term");
  if (words_of(line).empty()) return std::unexpected("there is no word in this term");
  term.text = fold(line).text;
  if (term.is_stem && term.text.ends_with(' ')) {
    return std::unexpected("a \"*\" must stand right behind its word");
  }
  return term;
}

// The name inside "[name]", or what is wrong with it.
std::expected<std::string, string_view> read_group(string_view line) {
  if (!line.ends_with(']')) return std::unexpected("the group's name lacks its \"]\"");
  line = strip(line.substr(1, line.size() - 2));
  if (line.empty()) return std::unexpected("the group has no name");
  return std::string(line);
}

}  // namespace

Result<TermList> TermList::parse(string_view file, std::string name) {
  TermList list;
  list.name_ = std::move(name);
  list.sha256_ = sha256_hex(std::as_bytes(std::span(file)));
  const std::string valid = replace_invalid_utf8(file);
  std::size_t group = 0;
  std::size_t number = 0;
  const auto refuse = [&](string_view why) {
    return fail(ErrorCode::invalid_input, fmt::format("{}:{}: {}", list.name_, number, why));
  };
  const auto group_index = [&list](std::string_view wanted) {
    const auto found = std::ranges::find(list.groups_, wanted);
    if (found == list.groups_.end()) list.groups_.emplace_back(wanted);
    return list.group(wanted).value();
  };
  for (string_view rest = valid; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const string_view line = strip(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      const auto found = read_group(line);
      if (!found) return refuse(found.error());
      group = group_index(*found);
      continue;
    }
    if (list.groups_.empty()) group = group_index("");
    auto term = read_term(line, group);
    if (!term) return refuse(term.error());
    list.terms_.push_back(*std::move(term));
  }
  if (list.terms_.empty()) {
    return fail(ErrorCode::invalid_input,
                fmt::format("the term list {} has no term in it; write one a line", list.name_));
  }
  std::ranges::sort(list.terms_, {}, [](const Term& term) {
    return std::tuple(string_view(term.text), term.is_stem, term.group);
  });
  const auto again = std::ranges::unique(list.terms_);
  list.terms_.erase(again.begin(), again.end());
  return list;
}

// Calls `sink(match)` for every match, by place and then by term; stops where it returns false.
template <class Sink>
void TermList::scan(string_view text, Sink sink) const {
  const Folded folded = fold(text);
  const auto first_byte = [](const Term& term) { return static_cast<unsigned char>(term.text[0]); };
  for (const std::size_t start : folded.word_starts) {
    const string_view rest = string_view(folded.text).substr(start);
    const auto candidates =
        std::ranges::equal_range(terms_, static_cast<unsigned char>(rest.front()), {}, first_byte);
    for (const Term& term : candidates) {
      if (!rest.starts_with(term.text)) continue;
      if (!term.is_stem && word_goes_on(rest.substr(term.text.size()))) continue;
      const TextRange range{folded.origin[start], folded.origin[start + term.text.size()]};
      if (!sink(TermMatch{&term, range})) return;
    }
  }
}

std::optional<TermMatch> TermList::find(string_view text) const {
  std::optional<TermMatch> first;
  scan(text, [&first](const TermMatch& match) {
    if (first && match.range.begin != first->range.begin) return false;
    if (!first || match.range.end > first->range.end) first = match;
    return true;
  });
  return first;
}

std::vector<TermMatch> TermList::find_all(string_view text) const {
  std::vector<TermMatch> all;
  scan(text, [&all](const TermMatch& match) {
    all.push_back(match);
    return true;
  });
  return all;
}

std::optional<std::size_t> TermList::group(string_view name) const {
  const auto found = std::ranges::find(groups_, name);
  if (found == groups_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - groups_.begin());
}

}  // namespace plumb
