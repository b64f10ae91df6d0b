// Times for people and files: ISO 8601 in UTC.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace plumb {

// "2025-03-01T12:00:00Z", now.
std::string utc_now();

// A moment as the store keeps it: milliseconds since 1970.
using UtcTime = std::chrono::sys_time<std::chrono::milliseconds>;
UtcTime utc_time_now();
// "2025-03-01T12:00:00.250Z".
std::string utc_text(UtcTime time);

// Whether the text is such a time: a date of the calendar, hours to seconds (60
// for a leap second), up to nine decimals, and "Z" or "+00:00".
bool is_utc_time(std::string_view text);

}  // namespace plumb
