// Where a page ended: the sort in force, and the key and number of the last item.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace plumb {

struct Cursor {
  std::string sort;  // the column
  bool ascending = false;
  std::variant<std::int64_t, std::string> key;
  std::int64_t id = 0;  // decides between equal keys

  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// Hexadecimal digits. It holds no secret and is not signed: a made-up cursor leads to another
// place of a list that the caller may read anyway.
std::string to_text(const Cursor& cursor);

// From bytes that nobody vouches for. Fails with invalid_input.
Result<Cursor> parse_cursor(std::string_view text);

}  // namespace plumb
