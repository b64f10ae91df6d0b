// How grave a result is, and how grave a drift.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace plumb {

// In the order of every table: the gravest first.
enum class Severity { critical, high, medium, low, info, unknown };

inline constexpr std::array kSeverities = {Severity::critical, Severity::high, Severity::medium,
                                           Severity::low,      Severity::info, Severity::unknown};
inline constexpr std::size_t kSeverityCount = kSeverities.size();

std::string_view name_of(Severity severity);

// Any case, white space around it ignored; none for a word that is no severity.
std::optional<Severity> severity_of(std::string_view name);

// Points that a severity takes off a score of 100: 20, 10, 5, 2, 0.5, 1.
double cost_of(Severity severity);

// 100 minus the costs of results whose severities were counted in the order of
// kSeverities, within [0, 100].
double safety_score(std::span<const std::uint64_t, kSeverityCount> counts);

}  // namespace plumb
