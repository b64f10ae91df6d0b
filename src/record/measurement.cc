#include "record/measurement.h"

#include <utility>

namespace plumb {

std::string_view name_of(DriftType type) {
  switch (type) {
    case DriftType::output:
      return "output";
    case DriftType::safety:
      return "safety";
    case DriftType::distribution:
      return "distribution";
    case DriftType::embedding:
      return "embedding";
    case DriftType::agent_tool:
      return "agent_tool";
  }
  std::unreachable();
}

std::string_view name_of(Direction direction) {
  switch (direction) {
    case Direction::none:
      return "none";
    case Direction::increase:
      return "increase";
    case Direction::decrease:
      return "decrease";
    case Direction::changed:
      return "changed";
  }
  std::unreachable();
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::stable:
      return "stable";
    case Verdict::undecided:
      return "undecided";
    case Verdict::drifted:
      return "drifted";
  }
  std::unreachable();
}

}  // namespace plumb
