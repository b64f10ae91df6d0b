// A project at a glance: what it holds, and what came since the last visit.
#include <string>

#include "serve/comparison_answer_json.h"
#include "serve/date_time.h"
#include "serve/operation_json.h"
#include "serve/stored_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json totals_json(const ProjectTotals& totals) {
  return {{"executions", totals.executions},
          {"results", totals.results},
          {"baselines", totals.baselines},
          {"comparisons", totals.comparisons},
          {"monitors", totals.monitors},
          {"monitors_firing", totals.monitors_firing},
          {"sessions", totals.sessions},
          {"experiments", totals.experiments},
          {"stereotype_analyses", totals.stereotype_analyses}};
}

Json changes_json(const ProjectChanges& changes) {
  Json json = {{"executions", changes.executions},   {"results", changes.results},
               {"baselines", changes.baselines},     {"sessions", changes.sessions},
               {"failed_jobs", changes.failed_jobs}, {"comparisons", Json::object()},
               {"drifted", Json::array()},           {"monitors", Json::array()}};
  for (const Verdict verdict : {Verdict::stable, Verdict::undecided, Verdict::drifted}) {
    json["comparisons"][std::string(name_of(verdict))] =
        changes.comparisons[static_cast<std::size_t>(verdict)];
  }
  for (const StoredComparison& each : changes.drifted) json["drifted"].push_back(to_json(each));
  for (const MovedMonitor& each : changes.monitors) {
    json["monitors"].push_back({{"id", number_of(each.id)},
                                {"name", each.name},
                                {"verdict", each.verdict ? Json(name_of(*each.verdict)) : Json()},
                                {"firing", each.firing},
                                {"updated_at", to_json(each.updated)}});
  }
  return json;
}

ServedResult<Answer> overview(Call& call) {
  Store& store = call.services.store;
  const ProjectId id = call.caller.project;
  PLUMB_TRY(const Project project, store.projects().get(id));
  PLUMB_TRY(const ProjectTotals totals, store.overview().totals(id));
  const auto given = call.parameter<std::string>("since");
  const auto since = given ? parse_date_time(*given) : std::nullopt;
  Answer answer;
  answer.body = {{"now", to_json(store.now())},
                 {"since", to_json(since)},
                 {"project", to_json(project)},
                 {"totals", totals_json(totals)},
                 {"changes", nullptr}};
  if (since) {
    PLUMB_TRY(const ProjectChanges changes, store.overview().changes(id, *since));
    answer.body["changes"] = changes_json(changes);
  }
  return answer;
}

}  // namespace

std::vector<Operation> overview_operations() {
  return {{.id = "overview.get", .answer = overview}};
}

}  // namespace plumb
