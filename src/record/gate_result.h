// What became of a gate: the judge fills it, every report shows it.
#pragma once

#include <string>
#include <string_view>

namespace plumb {

enum class GateOutcome { passed, undecided, failed };  // the worst last
std::string_view name_of(GateOutcome outcome);

struct GateResult {
  std::string gate;  // as the user wrote it: "severity:high"
  GateOutcome outcome = GateOutcome::passed;
  std::string reason;  // a clause: "drift score 63 is below 75"

  friend bool operator==(const GateResult&, const GateResult&) = default;
};

}  // namespace plumb
