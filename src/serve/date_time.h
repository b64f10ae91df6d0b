// Times that callers write: RFC 3339, with "Z" or an offset.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace plumb {

// "2026-03-01T12:00:00Z", "2026-03-01t12:00:00.25+01:00"; seconds may be 60. What is finer than a
// millisecond is cut off. None where the text is no such time.
std::optional<UtcTime> parse_date_time(std::string_view text);

}  // namespace plumb
