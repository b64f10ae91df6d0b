// Foreign bytes as a list of terms, and the same bytes as a text to search: what is
// found is really there, find() is the first of find_all(), and every term finds itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "text/term_list.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto list = plumb::TermList::parse(bytes, "fuzz");
  if (!list) {
    require(list.error().message.starts_with("fuzz:") ||
            list.error().message.starts_with("the term list fuzz"));
    return 0;
  }
  const auto all = list->find_all(bytes);
  std::size_t begin = 0;
  for (const plumb::TermMatch& match : all) {
    require(match.range.begin >= begin && match.range.begin < match.range.end);
    require(match.range.end <= size && match.term->group < list->groups().size());
    begin = match.range.begin;
  }
  const auto first = list->find(bytes);
  require(first.has_value() == !all.empty());
  if (first) require(first->range.begin == all.front().range.begin);
  for (const plumb::Term& term : list->terms()) require(list->find(term.text).has_value());
  return 0;
}
