// The files that `plumb init` writes, inside the binary.
#pragma once

#include <span>
#include <string_view>

namespace plumb {

struct ExampleFile {
  std::string_view name;
  std::string_view content;
};

// In the order in which they are written.
std::span<const ExampleFile> example_files();

}  // namespace plumb
