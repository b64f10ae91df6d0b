#include "judge/thresholds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/suggest.h"

namespace plumb {

Result<void> set_threshold(JudgeOptions& options, std::string_view type, double value) {
  constexpr std::array kTypes = {DriftType::output, DriftType::safety, DriftType::distribution,
                                 DriftType::embedding, DriftType::agent_tool};
  std::vector<std::string> names;
  for (const DriftType known : kTypes) {
    names.emplace_back(name_of(known));
    if (name_of(known) != type) continue;
    if (!std::isfinite(value) || value <= 0) {
      return fail(ErrorCode::invalid_input, fmt::format("\"{}\" is no number above 0", value));
    }
    options.thresholds[static_cast<std::size_t>(known)] = value;
    return {};
  }
  return fail(ErrorCode::invalid_input,
              fmt::format("\"{}\" is no type of drift; those are {}{}", type,
                          fmt::join(names, ", "), did_you_mean(type, names)));
}

}  // namespace plumb
