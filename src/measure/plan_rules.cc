#include "measure/plan_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "measure/entity_recall.h"
#include "text/sentences.h"

namespace plumb {
namespace {

constexpr std::size_t kMostSentences = 6;  // a component

constexpr std::array kComponents = {PlanComponent::goal, PlanComponent::intervention,
                                    PlanComponent::risk, PlanComponent::follow_up};

// A sentence of the case and where it stands.
struct SourceSentence {
  std::string source;
  std::string text;
};

std::vector<SourceSentence> sentences_of(std::span<const PlanText> texts) {
  std::vector<SourceSentence> sentences;
  for (const auto& [source, text] : texts) {
    for (const TextRange& range : split_sentences(text)) {
      sentences.push_back({source, std::string(range.of(text))});
    }
  }
  return sentences;
}

std::string_view heading_of(PlanComponent component) {
  switch (component) {
    case PlanComponent::goal:
      return "Goals";
    case PlanComponent::intervention:
      return "Interventions";
    case PlanComponent::risk:
      return "Risk";
    case PlanComponent::follow_up:
      return "Follow-up";
  }
  std::unreachable();
}

// The first term of the group in the sentence; none where there is none.
const Term* term_of(const TermList& list, std::size_t group, std::string_view sentence) {
  for (const TermMatch& match : list.find_all(sentence)) {
    if (match.term->group == group) return match.term;
  }
  return nullptr;
}

void add_cues(PlanComponent component, const TermList& list,
              const std::vector<SourceSentence>& sentences, std::vector<PlanItem>& items) {
  const auto group = list.group(name_of(component));
  if (!group) return;
  std::set<std::string_view> taken;
  for (const SourceSentence& sentence : sentences) {
    const Term* term = term_of(list, *group, sentence.text);
    if (term == nullptr || !taken.insert(sentence.text).second) continue;
    items.push_back({component, sentence.text, sentence.source, sentence.text, term->text});
  }
}

std::string written(const std::vector<PlanItem>& items) {
  std::string plan;
  for (const PlanComponent component : kComponents) {
    std::string lines;
    std::set<std::string_view> said;
    for (const PlanItem& item : items) {
      if (item.component != component || !said.insert(item.text).second) continue;
      lines += (lines.empty() ? "" : " ") + item.text;
    }
    if (lines.empty()) continue;
    plan += fmt::format("{}{}: {}", plan.empty() ? "" : "\n", heading_of(component), lines);
  }
  return plan;
}

}  // namespace

Result<void> check_plan_list(const TermList& list) {
  for (const PlanComponent component : kComponents) {
    if (list.group(name_of(component))) continue;
    return fail(ErrorCode::invalid_input,
                fmt::format("the term list {} has no group [{}], which a plan is made from; the "
                            "list \"{}\" has",
                            list.name(), name_of(component), kDefaultPlanList));
  }
  return {};
}

std::vector<PlanText> told_texts(const Case& from) {
  std::vector<PlanText> texts = {{"patient_summary", from.patient_summary}};
  for (const CaseTurn& turn : from.turns) {
    texts.push_back({fmt::format("turn {}", turn.turn), turn.message});
  }
  return texts;
}

std::vector<PlanText> reasoning_texts(const Case& from) {
  std::vector<PlanText> texts;
  for (const std::string& text : from.reasoning) {
    texts.push_back({fmt::format("reasoning {}", texts.size() + 1), text});
  }
  return texts;
}

std::vector<PlanItem> entity_items(const Case& from) {
  const std::vector<SourceSentence> sentences = sentences_of(told_texts(from));
  std::vector<PlanItem> items;
  for (const std::string& entity : from.critical_entities) {
    const auto found = std::ranges::find_if(sentences, [&](const SourceSentence& sentence) {
      return MentionIndex(sentence.text).find(entity).has_value();
    });
    PlanItem item{
        PlanComponent::goal, fmt::format("Address {}.", entity), "critical_entities", {}, entity};
    if (found != sentences.end()) {
      item.source = found->source;
      item.sentence = found->text;
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<PlanItem> cue_items(std::span<const PlanText> texts, const TermList& list) {
  const std::vector<SourceSentence> sentences = sentences_of(texts);
  std::vector<PlanItem> items;
  for (const PlanComponent component : kComponents) add_cues(component, list, sentences, items);
  return items;
}

RulePlan plan_of(const Case& from, std::vector<PlanItem> entities, std::vector<PlanItem> cues) {
  RulePlan plan;
  plan.case_id = from.id;
  plan.items = std::move(entities);
  std::map<PlanComponent, std::size_t> taken;
  for (PlanItem& item : cues) {
    if (taken[item.component]++ < kMostSentences) plan.items.push_back(std::move(item));
  }
  plan.plan = written(plan.items);
  return plan;
}

RulePlan plan_by_rules(const Case& from, const TermList& list) {
  return plan_of(from, entity_items(from), cue_items(told_texts(from), list));
}

}  // namespace plumb
