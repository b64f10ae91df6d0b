// Numbers and names in few characters, as all documents for people write them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/measurement.h"

namespace plumb {

std::string score_text(std::optional<double> score);              // "0.4512", "-"
std::string delta_text(std::optional<double> delta);              // "-0.1808", "+0.0312", "-"
std::string p_value_text(std::optional<double> p);                // "0.0031", "< 0.0001", "-"
std::string range_text(const std::optional<Interval>& interval);  // "-0.2603 to -0.1013", "-"
std::string share_text(std::optional<double> share);              // "12.5%", "-"

// At most `characters` of a name, its middle left out where it is longer: names of tasks and
// models tend to differ at their ends. One line, harmless on a terminal.
std::string short_name(std::string_view name, std::size_t characters);
// The same of names that stand beside each other. Those that would read alike lose the words that
// they begin with, "...twins in town"; where that does not help, the later end with a number,
// "mothers...town #2".
std::vector<std::string> short_names(std::span<const std::string> names, std::size_t characters);

}  // namespace plumb
