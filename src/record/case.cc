#include "record/case.h"

#include <algorithm>
#include <utility>

namespace plumb {

std::string_view name_of(GenerationVariant variant) {
  switch (variant) {
    case GenerationVariant::summary:
      return "summary";
    case GenerationVariant::dialogue:
      return "dialogue";
  }
  std::unreachable();
}

std::optional<GenerationVariant> generation_variant_of(std::string_view name) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  for (const auto variant : {GenerationVariant::summary, GenerationVariant::dialogue}) {
    if (std::ranges::equal(name, name_of(variant), {}, lower)) return variant;
  }
  return std::nullopt;
}

const TargetPlan* TargetPlans::find(std::string_view case_id) const {
  const auto found = std::ranges::find(plans, case_id, &TargetPlan::case_id);
  return found == plans.end() ? nullptr : &*found;
}

}  // namespace plumb
