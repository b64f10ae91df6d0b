// What a reader of an interpretation must know before its numbers.
#pragma once

#include <span>

#include "experiment/significance.h"
#include "record/interpretation.h"

namespace plumb {

// Appends a sentence on each kind of trouble that there is, however many tasks have it.
void add_warnings(Interpretation& interpretation, std::span<const TaskUnit> units);

}  // namespace plumb
