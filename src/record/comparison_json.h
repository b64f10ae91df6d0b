// The document of `plumb compare --json`, kind compare/1, written and read back.
// docs/formats/compare-1.schema.json describes it; a test holds both together.
//
// Doubles keep all their digits and read back as the same bits; what is missing is
// null; a value that is not finite is null too, since JSON has no other word for it.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/comparison.h"
#include "record/document_json.h"

namespace plumb {

inline constexpr std::string_view kComparisonKind = "compare/1";
inline constexpr std::string_view kComparisonsKind = "comparisons/1";

// Members in the order of the documentation.
nlohmann::ordered_json to_json(const Measurement& measurement);
nlohmann::ordered_json to_json(const Comparison& comparison);
// N runs against one baseline: {"plumb":"comparisons/1","verdict":...,"comparisons":[...]},
// the verdict being the worst.
nlohmann::ordered_json to_json(std::span<const Comparison> comparisons);

// What to_json wrote; members that are not known are left alone. Fails with
// invalid_input: the sentence names the member ("results[2].interval.low").
Result<Comparison> comparison_from_json(const nlohmann::ordered_json& document);
// From bytes that nobody vouches for. Of `comparisons/1` all, of `compare/1` the one.
Result<std::vector<Comparison>> parse_comparisons(std::string_view text);

}  // namespace plumb
