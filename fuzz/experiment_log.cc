// Foreign bytes as the log of an experiment. The first byte chooses the agent and the chunk
// size. What is read is written and read again: the two lines must be the same.
#include "ingest/experiment_log.h"

#include <cmath>
#include <cstdint>
#include <string_view>

#include "execution_round_trip.h"
#include "record/experiment_json.h"

namespace {

using plumb::require;

void check_step(const plumb::ExperimentStep& step) {
  require(!step.task_id.empty() && step.step >= 0 && step.line > 0);
  require(!step.ids || std::isfinite(*step.ids));
  require(!plumb::task_without_run(step.task_id).empty());
  std::string line;
  append_json_line(line, step);
  require(line.find('\n') + 1 == line.size());
  const auto again =
      plumb::read_experiment_log(plumb::fuzz_lines(line, line.size(), 64 * plumb::kFuzzLineBytes));
  require(again.has_value() && again->steps.size() == 1 && again->broken_tail.empty());
  require(again->whole_bytes == line.size() && again->ends_line);
  std::string written_again;
  append_json_line(written_again, again->steps.front());
  require(written_again == line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = 1 + static_cast<std::size_t>(data[0] >> 2);
  plumb::ExperimentLogOptions options;
  if ((data[0] & 1) != 0) options.agent = plumb::AgentKind::intent;
  options.skip_bad = (data[0] & 2) != 0;
  const auto log = plumb::read_experiment_log(plumb::fuzz_lines(bytes, chunk), options);
  if (!log) {
    require(!options.skip_bad && log.error().message.starts_with("fuzz:"));
    return 0;
  }
  require(log->whole_bytes <= bytes.size());
  for (const auto& step : log->steps) check_step(step);
  return 0;
}
