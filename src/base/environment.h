// The environment's variables.
#pragma once

#include <cstdlib>
#include <string>

namespace plumb {

// Empty where the variable is not set: no variable of Plumb's tells the two apart.
inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace plumb
