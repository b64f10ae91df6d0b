// The demo's data, for a page that has nothing to show yet.
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

ServedResult<Answer> load(Call& call) {
  PLUMB_TRY(const LoadedDemo loaded, load_demo(call.services, call.caller.project));
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

}  // namespace

std::vector<Operation> demo_operations() {
  return {{.id = "demo.load", .answer = load}};
}

}  // namespace plumb
