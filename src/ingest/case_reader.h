// Cases, the answers given to them and their target plans, from files.
//
// Cases and plans are whole JSON documents of at most kMaxDocumentBytes; answers
// (generations) are JSON Lines. Members that are not named here are ignored, and
// null is the same as absent. Errors name the file and the member ("cases[3].id")
// or the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/line_reader.h"
#include "record/case.h"

namespace plumb {

inline constexpr std::size_t kMaxDocumentBytes = 256 * 1024 * 1024;

struct CaseFile {
  std::vector<Case> cases;  // in the file's order
  // Sentences about what is odd but does no harm: a num_turns that is not the
  // number of turns.
  std::vector<std::string> warnings;
};

// {"cases": [{"id", "patient_summary", "critical_entities", "num_turns",
// "turns": [{"turn", "message"}], "reasoning", "metadata"}]}. Reasoning is a text or an array
// of texts; where it is absent, "counselor_think" of the metadata is. Fails with invalid_input
// for a wrong type, a case without id, an id that comes twice, turns out of order.
Result<CaseFile> read_cases(const std::string& path);
Result<CaseFile> parse_cases(std::string_view json, std::string_view name);

// {"meta": {...}, "plans": {"id": "plan" or {"plan": "...", ...}}}, ascending by
// id. As elsewhere in JSON, the last of two equal keys counts. Whether the cases
// exist is the measure's to say.
Result<TargetPlans> read_target_plans(const std::string& path);
Result<TargetPlans> parse_target_plans(std::string_view json, std::string_view name);

struct GenerationReaderOptions {
  const std::vector<Case>* cases = nullptr;  // where given, an answer to another is a bad line
  bool skip_bad = false;                     // count a bad line and go on instead of failing
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
};

struct GenerationFile {
  std::vector<Generation> generations;  // in the file's order
  std::uint64_t skipped = 0;
  std::string first_skipped;  // what was wrong with the first of them
};

// {"case_id", "turn_num" or "turn_idx", "variant", "response_text" or
// "output_text", "status"}, a line each. A row whose status is "ok", or that has
// none, needs a text, and is the only such row of its case, variant and turn.
Result<GenerationFile> read_generations(const std::string& path,
                                        const GenerationReaderOptions& options = {});
Result<GenerationFile> read_generations(LineReader lines, const GenerationReaderOptions& options);

}  // namespace plumb
