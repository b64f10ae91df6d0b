// Gates: what makes a comparison fail in CI.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "record/comparison.h"

namespace plumb {

enum class GateOutcome { passed, failed, undecided };

// One --fail-on: "verdict", "grade:C" (C or worse), "score:75" (below 75),
// "severity:high" (high or worse, of any type), "METRIC>=0.3" (also >, <=, <).
class Gate {
 public:
  // Fails with invalid_input and a "did you mean"; metrics are checked later,
  // against what was computed.
  static Result<Gate> parse(std::string_view text);

  const std::string& text() const { return text_; }

  struct Check {
    GateOutcome outcome = GateOutcome::passed;
    std::string reason;  // a sentence: "drift score 63 is below 75"
  };
  // Fails with invalid_input for a metric that no comparison knows (it lists
  // them); one that does not apply here is undecided.
  Result<Check> check(const Comparison& comparison) const;

 private:
  enum class Kind { verdict, grade, score, severity, metric };
  enum class Order { at_least, above, at_most, below };
  Gate(std::string text, Kind kind) : text_(std::move(text)), kind_(kind) {}

  std::string text_;
  Kind kind_;
  std::string metric_;
  Order order_ = Order::at_least;
  double bound_ = 0;
  Grade grade_ = Grade::f;
  Severity severity_ = Severity::critical;
};

// Failed beats undecided, which beats passed.
GateOutcome worst_of(std::span<const Gate::Check> checks);

}  // namespace plumb
