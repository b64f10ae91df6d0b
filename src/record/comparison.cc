#include "record/comparison.h"

#include <algorithm>
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

Verdict worst_verdict(std::span<const Comparison> comparisons) {
  if (comparisons.empty()) return Verdict::undecided;
  return std::ranges::max(comparisons, {}, &Comparison::verdict).verdict;
}

}  // namespace plumb
