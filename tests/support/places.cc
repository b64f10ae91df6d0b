#include "support/places.h"

namespace plumb {
namespace {

std::string joined(std::string_view folder, std::string_view below) {
  std::string path(folder);
  if (!below.empty()) path.append("/").append(below);
  return path;
}

}  // namespace

std::string source_path(std::string_view below) {
  return joined(PLUMB_SOURCE_DIR, below);
}

std::string build_path(std::string_view below) {
  return joined(PLUMB_BINARY_DIR, below);
}

}  // namespace plumb
