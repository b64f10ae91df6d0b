#include "record/severity.h"

#include <algorithm>
#include <utility>

namespace plumb {
namespace {

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::critical:
      return "critical";
    case Severity::high:
      return "high";
    case Severity::medium:
      return "medium";
    case Severity::low:
      return "low";
    case Severity::info:
      return "info";
    case Severity::unknown:
      return "unknown";
  }
  std::unreachable();
}

double cost_of(Severity severity) {
  switch (severity) {
    case Severity::critical:
      return 20;
    case Severity::high:
      return 10;
    case Severity::medium:
      return 5;
    case Severity::low:
      return 2;
    case Severity::info:
      return 0.5;
    case Severity::unknown:
      return 1;
  }
  std::unreachable();
}

double safety_score(std::span<const std::uint64_t, kSeverityCount> counts) {
  double score = 100;
  for (std::size_t i = 0; i < kSeverityCount; ++i) {
    score -= cost_of(kSeverities[i]) * static_cast<double>(counts[i]);
  }
  return std::clamp(score, 0.0, 100.0);
}

std::optional<Severity> severity_of(std::string_view name) {
  for (const Severity severity : kSeverities) {  // as nearly all are spelled
    if (name == name_of(severity)) return severity;
  }
  while (!name.empty() && is_space(name.front())) name.remove_prefix(1);
  while (!name.empty() && is_space(name.back())) name.remove_suffix(1);
  for (const Severity severity : kSeverities) {
    if (std::ranges::equal(name, name_of(severity), {}, lower)) return severity;
  }
  return std::nullopt;
}

}  // namespace plumb
