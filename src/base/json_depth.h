// How deep foreign JSON nests, before a library that recurses gets to see it.
#pragma once

#include <cstddef>
#include <string_view>

namespace plumb {

// Far more than any file that Plumb reads needs.
inline constexpr std::size_t kMaxJsonDepth = 64;

// Whether brackets outside of strings nest deeper than that. Any bytes will do:
// what is not JSON is told so by its parser. O(n).
bool json_nests_too_deep(std::string_view text);

}  // namespace plumb
