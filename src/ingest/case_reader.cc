#include "ingest/case_reader.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <utility>

#include "base/file.h"
#include "ingest/execution_fields.h"
#include "ingest/json_document.h"
#include "text/utf8.h"

namespace plumb {
namespace {

Result<std::string> read_text_or_empty(const DocumentMember& parent, const char* key) {
  const auto member = parent.find(key);
  if (!member) return std::string();
  return member->text();
}

Result<std::string> read_object_text(const DocumentMember& parent, const char* key) {
  const auto member = parent.find(key);
  if (!member) return std::string();
  if (!member->is_object()) return member->not_a("an object");
  return member->json();
}

Result<std::vector<std::string>> read_entities(const DocumentMember& parent) {
  std::vector<std::string> entities;
  const auto list = parent.find("critical_entities");
  if (!list) return entities;
  if (!list->is_array()) return list->not_a("an array of texts");
  for (std::size_t i = 0; i < list->size(); ++i) {
    const DocumentMember entity = list->element(i);
    PLUMB_TRY(std::string text, entity.text());
    if (is_blank(text)) return entity.bad(fmt::format("{} is blank", entity.path()));
    entities.push_back(std::move(text));
  }
  return entities;
}

// A text or an array of texts; blank ones are left out.
Result<std::vector<std::string>> read_texts(const DocumentMember& member) {
  std::vector<std::string> texts;
  if (!member.is_array()) {
    PLUMB_TRY(std::string text, member.text());
    if (!is_blank(text)) texts.push_back(std::move(text));
    return texts;
  }
  for (std::size_t i = 0; i < member.size(); ++i) {
    PLUMB_TRY(std::string text, member.element(i).text());
    if (!is_blank(text)) texts.push_back(std::move(text));
  }
  return texts;
}

Result<std::vector<std::string>> read_reasoning(const DocumentMember& parent) {
  std::vector<std::string> texts;
  const auto metadata = parent.find("metadata");
  if (const auto think = metadata ? metadata->find("counselor_think") : std::nullopt) {
    PLUMB_TRY(texts, read_texts(*think));
  }
  if (const auto reasoning = parent.find("reasoning")) {
    PLUMB_TRY(texts, read_texts(*reasoning));
  }
  return texts;
}

Result<std::vector<CaseTurn>> read_turns(const DocumentMember& parent) {
  std::vector<CaseTurn> turns;
  const auto list = parent.find("turns");
  if (!list) return turns;
  if (!list->is_array()) return list->not_a("an array of turns");
  for (std::size_t i = 0; i < list->size(); ++i) {
    const DocumentMember turn = list->element(i);
    if (!turn.is_object()) return turn.not_a("an object");
    PLUMB_TRY(const DocumentMember number, turn.at("turn"));
    CaseTurn read;
    PLUMB_TRY(read.turn, number.whole_number());
    PLUMB_TRY(read.message, read_text_or_empty(turn, "message"));
    if (!turns.empty() && read.turn <= turns.back().turn) {
      return turn.bad(
          fmt::format("{} is turn {}, behind turn {} in {}[{}]; turns of a case "
                      "ascend, each once",
                      turn.path(), read.turn, turns.back().turn, list->path(), i - 1));
    }
    turns.push_back(std::move(read));
  }
  return turns;
}

Result<Case> read_case(const DocumentMember& member, std::vector<std::string>& warnings) {
  if (!member.is_object()) return member.not_a("an object");
  PLUMB_TRY(const DocumentMember id, member.at("id"));
  Case read;
  PLUMB_TRY(read.id, id.name());
  PLUMB_TRY(read.patient_summary, read_text_or_empty(member, "patient_summary"));
  PLUMB_TRY(read.critical_entities, read_entities(member));
  PLUMB_TRY(read.turns, read_turns(member));
  PLUMB_TRY(read.metadata, read_object_text(member, "metadata"));
  PLUMB_TRY(read.reasoning, read_reasoning(member));
  if (const auto count = member.find("num_turns")) {
    PLUMB_TRY(const std::int64_t said, count->whole_number());
    if (!read.turns.empty() && said != static_cast<std::int64_t>(read.turns.size())) {
      warnings.push_back(
          fmt::format("case \"{}\" says num_turns {}, but has {} turns; the turns "
                      "count",
                      shown(read.id), said, read.turns.size()));
    }
  }
  return read;
}

Result<TargetPlan> read_plan(const std::string& id, const DocumentMember& member) {
  TargetPlan plan{id, {}, {}};
  if (!member.is_object()) {
    PLUMB_TRY(plan.plan, member.text());
    return plan;
  }
  PLUMB_TRY(const DocumentMember text, member.at("plan"));
  PLUMB_TRY(plan.plan, text.text());
  plan.details = member.json_without("plan");
  return plan;
}

}  // namespace

Result<CaseFile> parse_cases(std::string_view json, std::string_view name) {
  PLUMB_TRY(const JsonDocument document, JsonDocument::parse(json, name));
  const DocumentMember root = document.root();
  const auto list = root.find("cases");
  if (!list || !list->is_array()) {
    return root.bad("there is no array \"cases\"; the file is {\"cases\": [{\"id\": ...}, ...]}");
  }
  CaseFile file;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const DocumentMember member = list->element(i);
    PLUMB_TRY(Case read, read_case(member, file.warnings));
    const auto [place, is_new] = places.try_emplace(read.id, i);
    if (!is_new) {
      return member.bad(fmt::format("{} has the id \"{}\" of cases[{}]; give each case its own",
                                    member.path(), shown(read.id), place->second));
    }
    file.cases.push_back(std::move(read));
  }
  return file;
}

Result<CaseFile> read_cases(const std::string& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxDocumentBytes));
  return parse_cases(text, path);
}

Result<TargetPlans> parse_target_plans(std::string_view json, std::string_view name) {
  PLUMB_TRY(const JsonDocument document, JsonDocument::parse(json, name));
  const DocumentMember root = document.root();
  const auto list = root.find("plans");
  if (!list || !list->is_object()) {
    return root.bad("there is no object \"plans\"; the file is {\"plans\": {\"ID\": \"...\"}}");
  }
  TargetPlans plans;
  PLUMB_TRY(plans.meta, read_object_text(root, "meta"));
  for (const auto& [id, member] : list->members()) {
    if (is_blank(id)) return member.bad("the id of a plan is blank");
    if (member.is_null()) continue;
    PLUMB_TRY(TargetPlan plan, read_plan(id, member));
    plans.plans.push_back(std::move(plan));
  }
  return plans;
}

Result<TargetPlans> read_target_plans(const std::string& path) {
  PLUMB_TRY(const std::string text, read_file(path, kMaxDocumentBytes));
  return parse_target_plans(text, path);
}

}  // namespace plumb
