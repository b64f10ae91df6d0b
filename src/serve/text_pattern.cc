#include "serve/text_pattern.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace plumb {
namespace {

// What stands around a class.
struct Form {
  std::string_view start, end;
  bool is_anchored, may_be_empty;
};
constexpr Form kForms[] = {
    {"^([", ")?$", true, true}, {"^[", "$", true, false}, {"[", "", false, false}};

constexpr std::string_view kBareColon = R"((^|[^\\])(\\\\)*:)";

// Takes the first character; of valid UTF-8.
char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  std::size_t length = 1;
  char32_t c = first;
  if (first >= 0xF0) {
    length = 4;
    c = first & 0x07;
  } else if (first >= 0xE0) {
    length = 3;
    c = first & 0x0F;
  } else if (first >= 0xC0) {
    length = 2;
    c = first & 0x1F;
  }
  for (std::size_t i = 1; i < length; ++i) c = (c << 6) | (byte(i) & 0x3F);
  text.remove_prefix(std::min(length, text.size()));
  return c;
}

// A character of a class, escaped or not.
std::optional<char32_t> take_member(std::string_view& text) {
  if (!text.starts_with('\\')) return take_character(text);
  text.remove_prefix(1);
  if (text.starts_with('u') && text.size() >= 5) {
    unsigned value = 0;
    const auto read = std::from_chars(text.data() + 1, text.data() + 5, value, 16);
    if (read.ec != std::errc() || read.ptr != text.data() + 5) return std::nullopt;
    text.remove_prefix(5);
    return value;
  }
  constexpr std::string_view kLiteral = "\\]^-./";
  if (text.empty() || !kLiteral.contains(text.front())) return std::nullopt;
  return take_character(text);
}

std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return value;
}

// Behind an even number of backslashes, which escape each other.
bool has_bare_colon(std::string_view text) {
  bool is_escaped = false;
  for (const char c : text) {
    if (c == ':' && !is_escaped) return true;
    is_escaped = c == '\\' && !is_escaped;
  }
  return false;
}

// "*", "+", "{2}", "{1,}" or "{1,40}", up to the end.
std::optional<std::pair<std::size_t, std::size_t>> read_times(std::string_view text) {
  if (text == "*") return std::pair(std::size_t{0}, SIZE_MAX);
  if (text == "+") return std::pair(std::size_t{1}, SIZE_MAX);
  if (text.empty()) return std::pair(std::size_t{1}, std::size_t{1});
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  const auto least = take_number(text);
  if (!least) return std::nullopt;
  if (text.empty()) return std::pair(*least, *least);
  if (!text.starts_with(',')) return std::nullopt;
  text.remove_prefix(1);
  if (text.empty()) return std::pair(*least, SIZE_MAX);
  const auto most = take_number(text);
  if (!most || !text.empty()) return std::nullopt;
  return std::pair(*least, *most);
}

}  // namespace

Result<TextPattern> TextPattern::parse(std::string_view expression) {
  const auto unsupported = [&] {
    return fail(ErrorCode::unsupported,
                "the pattern " + std::string(expression) +
                    " is not of the form ^[class]{m,n}$, ^([class]{m,n})?$ or [class], nor is it " +
                    std::string(kBareColon));
  };
  TextPattern pattern;
  if (expression == kBareColon) {
    pattern.asks_ = Asks::bare_colon;
    return pattern;
  }
  const auto form = std::ranges::find_if(kForms, [&](const Form& each) {
    return expression.starts_with(each.start) && expression.ends_with(each.end);
  });
  if (form == std::end(kForms)) return unsupported();
  pattern.asks_ = form->is_anchored ? Asks::only_of_a_class : Asks::some_of_a_class;
  pattern.may_be_empty_ = form->may_be_empty;
  std::string_view rest = expression;
  rest.remove_prefix(form->start.size());
  rest.remove_suffix(form->end.size());
  if (rest.starts_with('^')) {
    pattern.is_negated_ = true;
    rest.remove_prefix(1);
  }
  while (!rest.empty() && rest.front() != ']') {
    const auto first = take_member(rest);
    if (!first) return unsupported();
    auto last = first;
    if (rest.size() >= 2 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      last = take_member(rest);
    }
    if (!last || *last < *first) return unsupported();
    pattern.ranges_.emplace_back(*first, *last);
  }
  if (rest.empty() || pattern.ranges_.empty()) return unsupported();
  rest.remove_prefix(1);
  const auto times = read_times(rest);
  if (!times || (!form->is_anchored && !rest.empty())) return unsupported();
  std::tie(pattern.least_, pattern.most_) = *times;
  return pattern;
}

bool TextPattern::holds(char32_t c) const {
  const bool is_in = std::ranges::any_of(
      ranges_, [c](const auto& range) { return range.first <= c && c <= range.second; });
  return is_in != is_negated_;
}

bool TextPattern::is_of_class(std::string_view text) const {
  if (text.empty() && may_be_empty_) return true;
  std::size_t count = 0;
  for (; !text.empty(); ++count) {
    if (!holds(take_character(text))) return false;
  }
  return count >= least_ && count <= most_;
}

bool TextPattern::has_of_class(std::string_view text) const {
  while (!text.empty()) {
    if (holds(take_character(text))) return true;
  }
  return false;
}

bool TextPattern::matches(std::string_view text) const {
  switch (asks_) {
    case Asks::only_of_a_class:
      return is_of_class(text);
    case Asks::some_of_a_class:
      return has_of_class(text);
    case Asks::bare_colon:
      return has_bare_colon(text);
  }
  std::unreachable();
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace plumb
