// Lists of terms, and where they occur in a text.
//
// A list is a small text file that a user can replace:
//
//   # Lines that start with # are comments; blank lines are skipped.
//   [action]            a group; terms before the first one are in a group named ""
//   recommend           a word: any case, whole words only
//   follow up           several words: any white space between them
//   suicid*             a stem: any ending ("suicidal", "suicide")
//
// A word's end is where no letter, mark, digit or underscore follows, so "plan"
// occurs in "care-plan" and not in "planet". Terms are matched in lower case, code
// point by code point.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/sentences.h"

namespace plumb {

struct Term {
  std::string text;  // in lower case, one space between words, without the stem's *
  std::size_t group = 0;
  bool is_stem = false;

  friend bool operator==(const Term&, const Term&) = default;
};

struct TermMatch {
  const Term* term;  // of the list
  TextRange range;   // the term's own words, without the ending that a stem leaves open
};

// Immutable after parse; any number of threads may ask it.
class TermList {
 public:
  static constexpr std::size_t kMaxBytes = 1024 * 1024;

  // `name` is what results and errors call the list. Fails with invalid_input and
  // `name:line:` on a "*" that is not at a term's end, a term without a word, a
  // group without a name or its bracket, and on a list without a term.
  static Result<TermList> parse(std::string_view file, std::string name);

  // The first match, by its place and then the longest; none where no term occurs.
  std::optional<TermMatch> find(std::string_view text) const;
  // Every match, in order of place; where several terms start at one place, each.
  std::vector<TermMatch> find_all(std::string_view text) const;

  const std::string& name() const { return name_; }
  // SHA-256 of the file's bytes: two lists of one name are told apart.
  const std::string& sha256() const { return sha256_; }
  const std::vector<std::string>& groups() const { return groups_; }
  const std::vector<Term>& terms() const { return terms_; }
  // The index of a group, none where the list has no group of that name.
  std::optional<std::size_t> group(std::string_view name) const;

 private:
  template <class Sink>
  void scan(std::string_view text, Sink sink) const;

  std::string name_;
  std::string sha256_;
  std::vector<std::string> groups_;
  std::vector<Term> terms_;  // sorted by text, so that those of one first byte are together
};

}  // namespace plumb
