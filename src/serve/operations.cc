// Which lists of operations a server has: one line a file of routes. The document has the same
// operations, or the server does not start.
#include <iterator>

#include "serve/operation_json.h"

namespace plumb {
namespace {

using OperationList = std::vector<Operation> (*)();

constexpr OperationList kLists[] = {
    access_operations,     baseline_operations,        demo_operations,   drift_operations,
    execution_operations,  experiment_operations,      job_operations,    monitor_operations,
    otlp_operations,       overview_operations,        result_operations, session_operations,
    stereotype_operations, stereotype_pair_operations, view_operations,
};

}  // namespace

std::vector<Operation> all_operations() {
  std::vector<Operation> all;
  for (const OperationList list : kLists) {
    std::vector<Operation> some = list();
    all.insert(all.end(), std::make_move_iterator(some.begin()),
               std::make_move_iterator(some.end()));
  }
  return all;
}

}  // namespace plumb
