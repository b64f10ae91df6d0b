#include "base/clock.h"

#include <fmt/chrono.h>

#include <chrono>
#include <optional>

namespace plumb {
namespace {

// Takes a number of exactly `digits` digits and what must follow it.
std::optional<int> take_number(std::string_view& text, std::size_t digits,
                               std::string_view behind) {
  if (text.size() < digits + behind.size() || text.substr(digits, behind.size()) != behind) {
    return std::nullopt;
  }
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(digits + behind.size());
  return value;
}

}  // namespace

std::string utc_now() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

UtcTime utc_time_now() {
  return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string utc_text(UtcTime time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)),
                     (time - seconds).count());
}

bool is_utc_time(std::string_view text) {
  const auto year = take_number(text, 4, "-");
  const auto month = take_number(text, 2, "-");
  const auto day = take_number(text, 2, "T");
  const auto hour = take_number(text, 2, ":");
  const auto minute = take_number(text, 2, ":");
  const auto second = take_number(text, 2, "");
  if (!year || !month || !day || !hour || !minute || !second) return false;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0 || digits > 9) return false;
    text.remove_prefix(digits);
  }
  return text == "Z" || text == "+00:00";
}

}  // namespace plumb
