#include "record/access.h"

#include <utility>

namespace plumb {

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::read:
      return "read";
    case Scope::write:
      return "write";
    case Scope::admin:
      return "admin";
  }
  std::unreachable();
}

}  // namespace plumb
