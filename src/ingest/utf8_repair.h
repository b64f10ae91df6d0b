// Foreign bytes made valid UTF-8, as Python's bytes.decode("utf-8", errors="replace").
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// Appends `bytes` to `out`; each longest prefix of a sequence that cannot go on
// becomes one U+FFFD (Unicode 15, section 3.9, "substitution of maximal subparts").
void append_repaired_utf8(std::string_view bytes, std::string& out);

}  // namespace plumb
