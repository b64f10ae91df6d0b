// The demo's data, for a page that has nothing to show yet.
#include <utility>

#include "serve/demo_data.h"
#include "serve/operation_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

template <class Ids>
Json numbers_of(const Ids& ids) {
  Json numbers = Json::array();
  for (const auto id : ids) numbers.push_back(number_of(id));
  return numbers;
}

Answer answer_of(const LoadedDemo& loaded) {
  Answer answer;
  answer.status = 201;
  answer.audit = "demo";
  answer.body = {{"execution_ids", numbers_of(loaded.executions)},
                 {"baseline_id", number_of(loaded.baseline)},
                 {"monitor_id", number_of(loaded.monitor)},
                 {"session_ids", numbers_of(loaded.sessions)},
                 {"experiment_id", number_of(loaded.experiment)},
                 {"stereotype_analysis_id", nullptr}};
  if (loaded.stereotype_analysis) {
    answer.body["stereotype_analysis_id"] = number_of(*loaded.stereotype_analysis);
  }
  return answer;
}

ServedResult<Answer> load(Call& call) {
  PLUMB_TRY(LoadedDemo runs, load_demo_runs(call.services, call.caller.project));
  Answer answer = answer_of(runs);
  answer.afterwards = [runs = std::move(runs)](Call& done) -> ServedResult<Answer> {
    PLUMB_TRY(const LoadedDemo all, load_demo_documents(done.services, done.caller.project, runs));
    return answer_of(all);
  };
  return answer;
}

}  // namespace

std::vector<Operation> demo_operations() {
  return {{.id = "demo.load", .answer = load}};
}

}  // namespace plumb
