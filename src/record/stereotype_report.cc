#include "record/stereotype_report.h"

#include <utility>

namespace plumb {

std::string_view name_of(StereotypeScope scope) {
  switch (scope) {
    case StereotypeScope::overall:
      return "overall";
    case StereotypeScope::bias_type:
      return "bias_type";
    case StereotypeScope::stereotype_type:
      return "stereotype_type";
  }
  std::unreachable();
}

std::string group_label(const StereotypeSummary& summary) {
  if (summary.scope == StereotypeScope::overall) return "overall";
  return summary.group.empty() ? "(none)" : summary.group;
}

std::vector<const StereotypeSummary*> summaries_of(const StereotypeAnalysis& analysis,
                                                   StereotypeScope scope) {
  std::vector<const StereotypeSummary*> found;
  for (const StereotypeSummary& row : analysis.summary) {
    if (row.scope == scope) found.push_back(&row);
  }
  return found;
}

}  // namespace plumb
