// The environment's variables, and the home folder that one of them names.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace plumb {

// Empty where the variable is not set: no variable of Plumb's tells the two apart.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// HOME, else what the machine's list of users says; empty where that does not know the user, as in
// a container that is run by a number.
std::filesystem::path home_folder();

}  // namespace plumb
