#include "serve/date_time.h"

#include <algorithm>
#include <chrono>

namespace plumb {
namespace {

// Takes exactly `count` digits and, where `behind` holds any, one of its characters.
std::optional<int> take_digits(std::string_view& text, std::size_t count, std::string_view behind) {
  if (text.size() < count + (behind.empty() ? 0 : 1)) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(count);
  if (behind.empty()) return value;
  if (!behind.contains(text.front())) return std::nullopt;
  text.remove_prefix(1);
  return value;
}

// ".25" as milliseconds; none where there is no digit behind the dot.
std::optional<int> take_fraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return std::nullopt;
  int milliseconds = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    milliseconds = 10 * milliseconds + (i < digits ? text[i] - '0' : 0);
  }
  text.remove_prefix(digits);
  return milliseconds;
}

// "Z", or "+01:30" as minutes.
std::optional<int> read_offset(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (!text.starts_with('+') && !text.starts_with('-')) return std::nullopt;
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2, ":");
  const auto minutes = take_digits(text, 2, "");
  if (!hours || !minutes || !text.empty() || *hours > 23 || *minutes > 59) return std::nullopt;
  return sign * (60 * *hours + *minutes);
}

}  // namespace

std::optional<UtcTime> parse_date_time(std::string_view text) {
  using namespace std::chrono;
  const auto year_number = take_digits(text, 4, "-");
  const auto month_number = take_digits(text, 2, "-");
  const auto day_number = take_digits(text, 2, "Tt ");
  const auto hour = take_digits(text, 2, ":");
  const auto minute = take_digits(text, 2, ":");
  const auto second = take_digits(text, 2, "");
  if (!year_number || !month_number || !day_number || !hour || !minute || !second) {
    return std::nullopt;
  }
  const auto fraction = take_fraction(text);
  const auto offset = read_offset(text);
  const year_month_day date(year(*year_number), month(static_cast<unsigned>(*month_number)),
                            day(static_cast<unsigned>(*day_number)));
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60 || !fraction || !offset) {
    return std::nullopt;
  }
  return sys_days(date) + hours(*hour) + minutes(*minute - *offset) + seconds(*second) +
         milliseconds(*fraction);
}

}  // namespace plumb
