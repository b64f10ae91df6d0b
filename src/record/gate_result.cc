#include "record/gate_result.h"

#include <utility>

namespace plumb {

std::string_view name_of(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::passed:
      return "passed";
    case GateOutcome::undecided:
      return "undecided";
    case GateOutcome::failed:
      return "failed";
  }
  std::unreachable();
}

}  // namespace plumb
