#include "record/session_report_json.h"

#include "record/document_json.h"
#include "record/inference_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json curve(const std::vector<std::optional<double>>& values) {
  Json out = Json::array();
  for (const auto& value : values) out.push_back(json_number(value));
  return out;
}

Json ranges(const std::vector<std::optional<SentenceRange>>& values) {
  Json out = Json::array();
  for (const auto& value : values) {
    out.push_back(value ? Json{{"low", json_number(value->low)}, {"high", json_number(value->high)}}
                        : Json(nullptr));
  }
  return out;
}

Json turns(const SessionResult& result) {
  Json out = Json::array();
  for (const SessionTurn& turn : result.turns) {
    Json each = {{"turn", turn.turn}, {"scored", turn.scored}, {"actions", turn.actions}};
    if (result.recall) each["missing_entities"] = turn.missing_entities;
    out.push_back(std::move(each));
  }
  return out;
}

void add_alignment(const SessionAlignment& alignment, Json& out) {
  out["alignment_score"] = json_number(alignment.score);
  out["alignment_band"] =
      alignment.score ? Json(name_of(band_of(*alignment.score))) : Json(nullptr);
  out["alignment_curve_actions"] = curve(alignment.curve);
  out["alignment_ranges"] = ranges(alignment.ranges);
  out["truncated"] = alignment.truncated;
  out["full_at_turn"] = json_or_null(alignment.full_at_turn);
}

void add_recall(const EntityRecall& recall, Json& out) {
  out["entity_recall_curve"] = curve(recall.curve);
  out["entity_recall_at_turn_10"] = json_number(recall.at_turn_10);
  if (!recall.f1.empty()) out["entity_f1_curve"] = curve(recall.f1);
  out["drift_slope"] = json_or_null(recall.slope);
  out["never_mentioned"] = recall.never_mentioned;
}

void add_conflicts(const ConflictRate& conflicts, Json& out) {
  out["knowledge_conflict_rate"] = json_number(conflicts.rate);
  out["contradicted_pairs"] = conflicts.contradicted;
  out["evaluated_pairs"] = conflicts.evaluated;
  out["unjudged_pairs"] = conflicts.unjudged;
  out["turns_without_advice"] = conflicts.skipped_turns;
}

Json pairs(const ConflictRate& conflicts) {
  Json out = Json::array();
  for (const JudgedPair& pair : conflicts.pairs) {
    Json each = {{"earlier_turn", pair.earlier}, {"later_turn", pair.later}};
    each.update(to_json(pair.inference));
    out.push_back(std::move(each));
  }
  return out;
}

Json evidence(const std::vector<PlanItem>& items, bool checked) {
  Json out = Json::array();
  for (const PlanItem& item : items) {
    Json each = {{"component", name_of(item.component)},
                 {"text", item.text},
                 {"source", item.source},
                 {"sentence", item.sentence},
                 {"term", item.term}};
    if (checked) {
      Json checks = Json::array();
      for (const PlanCheck& check : item.checks) {
        Json said = {{"hypothesis", check.hypothesis}};
        said.update(to_json(check.inference));
        checks.push_back(std::move(said));
      }
      each["checks"] = std::move(checks);
    }
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace

Json to_json(const SessionResult& result) {
  Json out = {
      {"case_id", result.case_id}, {"variant", name_of(result.variant)}, {"not_ok", result.not_ok}};
  if (result.alignment) add_alignment(*result.alignment, out);
  if (result.recall) add_recall(*result.recall, out);
  if (result.conflicts) {
    add_conflicts(*result.conflicts, out);
    out["pairs"] = pairs(*result.conflicts);
  }
  out["turns"] = turns(result);
  return out;
}

Json to_json(const SessionReport& report) {
  Json sessions = Json::array();
  for (const SessionResult& session : report.sessions) sessions.push_back(to_json(session));
  Json out = {{"plumb", kSessionReportKind},
              {"mode", name_of(report.mode)},
              {"pooling", name_of(report.pooling)},
              {"list", {{"name", report.list}, {"sha256", report.list_sha256}}}};
  if (!report.vocabulary.empty()) out["vocabulary"] = report.vocabulary;
  out["sessions"] = std::move(sessions);
  if (const auto total = total_conflicts(report)) {
    Json conflicts = Json::object();
    add_conflicts(*total, conflicts);
    out["conflicts"] = std::move(conflicts);
  }
  if (!report.no_conflicts.empty()) out["no_conflict_rate"] = report.no_conflicts;
  if (report.nli) out["nli"] = to_json(*report.nli);
  out["skipped"] = report.skipped;
  out["warnings"] = report.warnings;
  out["provenance"] = to_json(report.provenance);
  return out;
}

Json to_json(const PlanReport& report) {
  const bool checked = report.nli.has_value();
  const char* source = checked ? "nli" : "rules";
  Json plans = Json::object();
  Json rejected = Json::object();
  for (const RulePlan& plan : report.plans) {
    if (!plan.rejected.empty()) rejected[plan.case_id] = evidence(plan.rejected, checked);
    if (plan.plan.empty()) continue;
    plans[plan.case_id] = {
        {"plan", plan.plan}, {"source", source}, {"evidence", evidence(plan.items, checked)}};
  }
  Json meta = {{"source", source},
               {"list", {{"name", report.list}, {"sha256", report.list_sha256}}},
               {"plans", plans.size()},
               {"cases", report.plans.size()}};
  if (report.nli) meta["nli"] = to_json(*report.nli);
  Json out = {{"plumb", kPlansKind}, {"meta", std::move(meta)}, {"plans", std::move(plans)}};
  if (checked) out["rejected"] = std::move(rejected);
  return out;
}

}  // namespace plumb
