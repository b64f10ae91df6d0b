// Where a page ended: of which list, and the key and number of the last item.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"

namespace plumb {

struct Cursor {
  std::uint64_t list = 0;  // a hash of what is listed, of its filter and of its sort
  std::variant<std::int64_t, std::string> key;
  std::int64_t id = 0;  // decides between equal keys

  friend bool operator==(const Cursor&, const Cursor&) = default;
};

// Hexadecimal digits. It holds no secret and is not signed: a made-up cursor leads to another
// place of a list that the caller may read anyway.
std::string to_text(const Cursor& cursor);

// From bytes that nobody vouches for. Fails with invalid_input: one that Plumb did not give, and
// one of another list than this.
Result<Cursor> parse_cursor(std::string_view text, std::uint64_t list);

}  // namespace plumb
