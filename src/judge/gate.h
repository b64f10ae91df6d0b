// Gates: what makes a comparison fail in CI.
//
// A gate is parsed before anything is computed, so that a typo costs no time, and
// checked against a judged Comparison. It never passes what was not measured: a
// metric that does not apply is undecided.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "record/comparison.h"
#include "record/gate_result.h"

namespace plumb {

// One --fail-on: "verdict", "grade:C" (C or worse), "score:75" (below 75),
// "severity:high" (high or worse, of any type), "METRIC>=0.3" (also >, <=, <).
class Gate {
 public:
  // Fails with invalid_input and a "did you mean"; for a metric that no
  // comparison knows it lists them. Which gate of which option it was, the caller says.
  static Result<Gate> parse(std::string_view text);

  const std::string& text() const { return text_; }

  GateResult check(const Comparison& judged) const;

 private:
  enum class Kind { verdict, grade, score, severity, metric };
  enum class Order { at_least, above, at_most, below };
  Gate(std::string text, Kind kind) : text_(std::move(text)), kind_(kind) {}

  static Result<Gate> parse_grade(std::string_view text, std::string_view value);
  static Result<Gate> parse_score(std::string_view text, std::string_view value);
  static Result<Gate> parse_severity(std::string_view text, std::string_view value);
  static Result<Gate> parse_metric(std::string_view text, std::size_t operator_at);

  struct Finding {
    GateOutcome outcome = GateOutcome::passed;
    std::string reason;
  };
  Finding find_out(const Comparison& judged) const;
  static Finding nothing_to_judge();
  Finding check_verdict(const Comparison& judged) const;
  Finding check_grade(const Comparison& judged) const;
  Finding check_score(const Comparison& judged) const;
  Finding check_severity(const Comparison& judged) const;
  Finding check_metric(const Comparison& judged) const;

  std::string text_;
  Kind kind_;
  std::string metric_;
  Order order_ = Order::at_least;
  double bound_ = 0;
  Grade grade_ = Grade::f;
  Severity severity_ = Severity::critical;
};

// Failed beats undecided, which beats passed; passed where there is none.
GateOutcome worst_of(std::span<const GateResult> results);

}  // namespace plumb
