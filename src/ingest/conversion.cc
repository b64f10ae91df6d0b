#include "ingest/conversion.h"

#include <fmt/format.h>

#include "ingest/genai_span.h"
#include "record/execution_json.h"
#include "record/session_json.h"

namespace plumb {

std::string left_out_sentence(std::uint64_t labels) {
  return fmt::format("{} label{} past the {} of a result {} left out", labels,
                     labels == 1 ? "" : "s", GenAiOptions().most_labels,
                     labels == 1 ? "was" : "were");
}

std::string repeated_sentence(std::uint64_t spans, std::string_view first) {
  return fmt::format("{} span{} came again with another content; the first: {}", spans,
                     spans == 1 ? "" : "s", first);
}

Result<Conversion> convert_results(ExecutionReader& reader, const std::string& name,
                                   const TakeLine& take) {
  Conversion count;
  std::string line;
  ExecutionHeader header;
  header.name = name;
  append_json_line(line, header);
  PLUMB_CHECK_RESULT(take(line));
  while (true) {
    PLUMB_TRY(const Response* result, reader.next());
    if (result == nullptr) break;
    line.clear();
    append_json_line(line, *result);
    PLUMB_CHECK_RESULT(take(line));
    ++count.written;
  }
  count.failed = reader.failed();
  count.first_failed = reader.first_failed();
  count.skipped = reader.skipped();
  count.first_skipped = reader.first_skipped();
  count.labels_left_out = reader.labels_left_out();
  count.repeated = reader.repeated();
  count.first_repeated = reader.first_repeated();
  return count;
}

Result<Conversion> convert_steps(SessionReader& reader, const TakeLine& take) {
  Conversion count;
  std::string line = "{\"plumb\": \"session/1\"}\n";
  PLUMB_CHECK_RESULT(take(line));
  while (true) {
    PLUMB_TRY(const SessionStep* step, reader.next());
    if (step == nullptr) break;
    line.clear();
    append_json_line(line, *step);
    PLUMB_CHECK_RESULT(take(line));
    ++count.written;
    if (step->error) ++count.failed;
  }
  count.skipped = reader.skipped();
  count.first_skipped = reader.first_skipped();
  count.repeated = reader.repeated();
  count.first_repeated = reader.first_repeated();
  return count;
}

}  // namespace plumb
