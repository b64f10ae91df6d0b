// Writes results for ever, and says on standard output which are acknowledged. For tests that kill
// it, or the database's server, while it writes.
//
//   store_writer ADDRESS EXECUTION FIRST
//
// Batches of 50 results from number FIRST on; "durable N" when all below N are acknowledged. Where
// a batch fails it is sent again: a retry doubles nothing.
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "store/store.h"

namespace plumb {
namespace {

// One write, so that a kill leaves no half of a line that would read as another number.
void acknowledge(long count) {
  const std::string line = "durable " + std::to_string(count) + "\n";
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(4);
}

std::vector<StoredResult> batch_from(long first) {
  constexpr long kBatch = 50;
  std::vector<StoredResult> results;
  for (long i = first; i < first + kBatch; ++i) {
    Response response;
    response.id = "r" + std::to_string(i);
    response.response = std::string(400, 'a') + std::to_string(i);
    response.severity = Severity::low;
    results.push_back(to_stored_result(response));
  }
  return results;
}

int write_for_ever(const std::string& text, ExecutionId execution, long first) {
  const auto address = parse_store_address(text);
  if (!address) return 2;
  auto store = Store::open(*address);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 3;
  }
  const auto project = store->projects().ensure("kill");
  if (!project) return 3;
  for (long next = first;;) {
    const auto batch = batch_from(next);
    const auto sent = store->results().append(project->id, execution, batch);
    if (sent && sent->durable() == batch.size() && sent->differing == 0) {
      next += static_cast<long>(batch.size());
      acknowledge(next);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));  // the server may be back soon
    }
  }
}

}  // namespace
}  // namespace plumb

int main(int count, char** words) {
  if (count != 4) return 2;
  return plumb::write_for_ever(words[1], plumb::ExecutionId{std::atoll(words[2])},
                               std::atol(words[3]));
}
