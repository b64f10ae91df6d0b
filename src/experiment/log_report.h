// The report on an experiment's logs, wherever they came from: a folder, or texts that somebody
// sent.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/log_folder.h"
#include "measure/text_vectors.h"
#include "record/interpretation.h"
#include "record/provenance.h"

namespace plumb {

// Logs by name: "baseline_runs.jsonl", "intent_runs.jsonl" and, where there is one, "run.json"; of
// several models each below a folder, "MODEL/baseline_runs.jsonl". Fails with not_found where no
// log is among them, and like read_experiment_log.
Result<std::vector<ModelLogs>> read_log_texts(
    const std::map<std::string, std::string, std::less<>>& texts);

// Who computes the scores of the logs again.
struct Rescorer {
  EmbedTexts embed;
  VectorOrigin origin;
};

struct LogReportOptions {
  std::uint64_t seed = 42;
  std::optional<Rescorer> rescorer = std::nullopt;  // none: scores are as they were logged
};

// What `plumb experiment interpret` shows. Fails like interpret_experiment, and as the rescorer's
// embedder does.
Result<ExperimentReport> report_on_logs(std::vector<ModelLogs> models,
                                        const LogReportOptions& options = {});

}  // namespace plumb
