#include "record/comparison.h"

#include <utility>

namespace plumb {

std::string_view name_of(Grade grade) {
  switch (grade) {
    case Grade::a:
      return "A";
    case Grade::b:
      return "B";
    case Grade::c:
      return "C";
    case Grade::d:
      return "D";
    case Grade::f:
      return "F";
  }
  std::unreachable();
}

}  // namespace plumb
