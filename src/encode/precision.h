// The arithmetic of an encoder's dense layers.
#pragma once

#include <string_view>

namespace plumb {

// f32 equals the reference implementation; int8 is faster and close to it
// (docs/performance.md has the figures).
enum class Precision { f32, int8 };

std::string_view name_of(Precision precision);

}  // namespace plumb
