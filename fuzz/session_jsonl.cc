// Foreign bytes as steps of sessions and as generations. The first byte chooses
// the format and the chunk size.
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>

#include "execution_round_trip.h"
#include "ingest/case_reader.h"
#include "ingest/session_reader.h"

namespace {

using plumb::require;

void check_steps(std::string_view bytes, std::size_t chunk, plumb::ExecutionFormat format) {
  plumb::SessionReaderOptions options;
  options.format = format;
  auto reader = plumb::SessionReader::from(plumb::fuzz_lines(bytes, chunk), options);
  if (!reader) return;
  std::map<std::pair<std::string, std::optional<std::string>>, std::int64_t> last;
  while (true) {
    const auto next = reader->next();
    if (!next) {
      require(next.error().message.starts_with("fuzz:"));
      if (next.error().code != plumb::ErrorCode::invalid_input) return;
      continue;
    }
    if (*next == nullptr) return;
    const plumb::SessionStep& step = **next;
    require(!step.session.empty() && step.step >= 0);
    require(!step.ids || std::isfinite(*step.ids));
    const auto [known, is_new] = last.try_emplace({step.session, step.agent}, step.step);
    require(is_new || known->second < step.step);
    known->second = step.step;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t chunk = 1 + static_cast<std::size_t>(data[0] >> 1);
  check_steps(bytes, chunk,
              (data[0] & 1) != 0 ? plumb::ExecutionFormat::csv : plumb::ExecutionFormat::jsonl);
  const auto rows = plumb::read_generations(plumb::fuzz_lines(bytes, chunk), {.skip_bad = true});
  require(rows.has_value());
  for (const auto& row : rows->generations) require(!row.case_id.empty());
  return 0;
}
