// A comparison for a person at a terminal: the verdict first, then what moved, by
// how much, how sure, and why.
#pragma once

#include <span>
#include <string>

#include "record/comparison.h"
#include "report/terminal_text.h"

namespace plumb {

// One judged comparison with the gates that were checked against it.
std::string comparison_terminal(const Comparison& comparison, const TerminalStyle& style);

// A line a comparison: several runs against one baseline, at a glance.
std::string comparisons_terminal(std::span<const Comparison> comparisons,
                                 const TerminalStyle& style);

}  // namespace plumb
