#include "base/environment.h"

#include <pwd.h>
#include <unistd.h>

#include <vector>

namespace plumb {

std::filesystem::path home_folder() {
  if (auto home = environment("HOME"); !home.empty()) return home;
  constexpr std::size_t kMostBytes = 64 * 1024;  // of one user's entry
  std::vector<char> buffer(kMostBytes);
  passwd entry{};
  passwd* found = nullptr;
  ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr ? std::filesystem::path() : std::filesystem::path(found->pw_dir);
}

}  // namespace plumb
