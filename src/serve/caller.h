// Who asks: a key, or anyone on this machine where there are no keys.
#pragma once

#include <string>

#include "record/access.h"

namespace plumb {

struct Caller {
  ProjectId project{};
  Scope scope = Scope::read;
  std::string name;  // a key's prefix, or "loopback"
  KeyLimits limits{};
};

}  // namespace plumb
