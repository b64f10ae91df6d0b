#include "record/inference.h"

#include <fmt/format.h>

#include <algorithm>

namespace plumb {

std::string_view name_of(InferenceLabel label) {
  switch (label) {
    case InferenceLabel::entailment:
      return "entailment";
    case InferenceLabel::neutral:
      return "neutral";
    case InferenceLabel::contradiction:
      return "contradiction";
  }
  std::unreachable();
}

std::optional<InferenceLabel> inference_label_of(std::string_view name) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  for (const auto label :
       {InferenceLabel::entailment, InferenceLabel::neutral, InferenceLabel::contradiction}) {
    if (std::ranges::equal(name, name_of(label), {}, lower)) return label;
  }
  return std::nullopt;
}

std::string description_of(const NliOrigin& origin) {
  if (const auto* classifier = std::get_if<NliClassifierOrigin>(&origin)) {
    return fmt::format("the classifier {}", classifier->model);
  }
  const auto& judge = std::get<NliJudgeOrigin>(origin);
  return fmt::format("the chat model {} ({}) as judge, prompt {}", judge.model, judge.backend,
                     judge.prompt_id);
}

}  // namespace plumb
