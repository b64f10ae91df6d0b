#include "record/intent_report.h"

#include <utility>

namespace plumb {

std::string_view name_of(IntentReference reference) {
  switch (reference) {
    case IntentReference::initial_output:
      return "initial-output";
    case IntentReference::inferred_goal:
      return "inferred-goal";
  }
  std::unreachable();
}

std::optional<IntentReference> intent_reference_of(std::string_view name) {
  for (const auto each : {IntentReference::initial_output, IntentReference::inferred_goal}) {
    if (name_of(each) == name) return each;
  }
  return std::nullopt;
}

}  // namespace plumb
