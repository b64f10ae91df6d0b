#include "serve/experiment_interpretation.h"

#include <utility>

#include "experiment/log_report.h"
#include "record/document_json.h"
#include "record/interpretation_json.h"

namespace plumb {

Result<std::string> interpretation_of(const LogTexts& logs, std::uint64_t seed, bool again,
                                      EmbeddingService& embeddings) {
  PLUMB_TRY(auto models, read_log_texts(logs));
  LogReportOptions options;
  options.seed = seed;
  if (again) {
    PLUMB_TRY(VectorOrigin origin, embeddings.origin());
    options.rescorer = Rescorer{embed_with(embeddings), std::move(origin)};
  }
  PLUMB_TRY(const ExperimentReport report, report_on_logs(std::move(models), options));
  return json_line(to_json(report));
}

}  // namespace plumb
