// Where the checkout and its build are. One source alone is compiled with them, so the objects of
// the tests are the same in every checkout, and a compiler's cache that they share serves them all.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

// The path of something in the checkout, e.g. "tests/golden/pca.json"; of itself for "".
std::string source_path(std::string_view below = "");
// The same in the build's folder, e.g. "bin/plumb".
std::string build_path(std::string_view below = "");

}  // namespace plumb
