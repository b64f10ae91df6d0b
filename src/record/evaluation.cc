#include "record/evaluation.h"

#include <algorithm>
#include <unordered_set>

namespace plumb {

const EvaluationField* EvaluationEntry::find(std::string_view name) const {
  const auto found = std::ranges::find(fields, name, &EvaluationField::name);
  return found == fields.end() ? nullptr : &*found;
}

std::string_view EvaluationEntry::value_of(std::string_view name) const {
  const EvaluationField* field = find(name);
  return field == nullptr ? std::string_view() : std::string_view(field->value);
}

std::string_view EvaluationEntry::bias_type() const {
  return value_of(evaluation_field::kBiasType);
}

std::string_view EvaluationEntry::stereotype_type() const {
  const std::string_view type = value_of(evaluation_field::kStereotypeType);
  return type.empty() ? value_of(evaluation_field::kOtherStereotypeType) : type;
}

std::vector<std::string> field_names(const std::vector<EvaluationEntry>& entries) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  for (const EvaluationEntry& entry : entries) {
    for (const EvaluationField& field : entry.fields) {
      if (seen.insert(field.name).second) names.push_back(field.name);
    }
  }
  return names;
}

}  // namespace plumb
