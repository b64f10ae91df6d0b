#include "judge/metric_catalogue.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "judge/catalogue_entries.h"

namespace plumb {

std::string_view name_of(MetricFamily family) {
  switch (family) {
    case MetricFamily::execution:
      return "execution";
    case MetricFamily::additional:
      return "additional";
    case MetricFamily::intent:
      return "intent";
    case MetricFamily::session:
      return "session";
  }
  std::unreachable();
}

std::span<const MetricEntry> metric_catalogue() {
  static const std::vector<MetricEntry> all = [] {
    std::vector<MetricEntry> entries;
    for (const auto part :
         {execution_entries(), additional_entries(), intent_entries(), session_entries()}) {
      std::ranges::copy(part, std::back_inserter(entries));
    }
    return entries;
  }();
  return all;
}

const MetricEntry* find_metric(std::string_view name) {
  const auto all = metric_catalogue();
  const auto found = std::ranges::find(all, name, &MetricEntry::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace plumb
