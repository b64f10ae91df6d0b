// Made known to term_lists.cc by CMake, from lists/*.txt.
#pragma once

#include <span>
#include <string_view>

namespace plumb {

struct EmbeddedTermList {
  std::string_view name;
  std::string_view file;
};

std::span<const EmbeddedTermList> embedded_term_lists();

}  // namespace plumb
