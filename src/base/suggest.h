// "Did you mean": the known name nearest to what was typed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace plumb {

// Empty where none is near: at most a third of the letters may differ (an
// insertion, a removal, a replacement, two neighbours swapped count one each), or
// what was typed is the beginning of a name and at least half of it.
std::string nearest_name(std::string_view typed, std::span<const std::string> names);

// "; did you mean NAME?", or nothing.
std::string did_you_mean(std::string_view typed, std::span<const std::string> names);

}  // namespace plumb
