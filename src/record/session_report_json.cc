#include "record/session_report_json.h"

#include "record/document_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json curve(const std::vector<std::optional<double>>& values) {
  Json out = Json::array();
  for (const auto& value : values) out.push_back(json_number(value));
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
  out["turns_without_advice"] = conflicts.skipped_turns;
}

}  // namespace

Json to_json(const SessionResult& result) {
  Json out = {
      {"case_id", result.case_id}, {"variant", name_of(result.variant)}, {"not_ok", result.not_ok}};
  if (result.alignment) add_alignment(*result.alignment, out);
  if (result.recall) add_recall(*result.recall, out);
  if (result.conflicts) add_conflicts(*result.conflicts, out);
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
  if (!report.no_conflicts.empty()) out["no_conflict_rate"] = report.no_conflicts;
  out["warnings"] = report.warnings;
  out["provenance"] = to_json(report.provenance);
  return out;
}

Json to_json(const PlanReport& report) {
  Json plans = Json::object();
  for (const RulePlan& plan : report.plans) {
    if (plan.plan.empty()) continue;
    Json evidence = Json::array();
    for (const PlanItem& item : plan.items) {
      evidence.push_back({{"component", name_of(item.component)},
                          {"text", item.text},
                          {"source", item.source},
                          {"sentence", item.sentence},
                          {"term", item.term}});
    }
    plans[plan.case_id] = {
        {"plan", plan.plan}, {"source", "rules"}, {"evidence", std::move(evidence)}};
  }
  return {{"plumb", kPlansKind},
          {"meta",
           {{"source", "rules"},
            {"list", {{"name", report.list}, {"sha256", report.list_sha256}}},
            {"plans", plans.size()},
            {"cases", report.plans.size()}}},
          {"plans", std::move(plans)}};
}

}  // namespace plumb
