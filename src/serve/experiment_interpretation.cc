#include "serve/experiment_interpretation.h"

#include <optional>
#include <utility>

#include "experiment/log_report.h"
#include "record/document_json.h"
#include "record/interpretation_json.h"
#include "serve/served_vectors.h"

namespace plumb {

Result<std::string> interpretation_of(const LogTexts& logs, std::uint64_t seed, bool again,
                                      EmbeddingService& embeddings) {
  PLUMB_TRY(auto models, read_log_texts(logs));
  LogReportOptions options;
  options.seed = seed;
  std::optional<ServedVectors> vectors;
  if (again) {
    PLUMB_TRY(vectors, ServedVectors::open(embeddings));
    options.rescorer = Rescorer{vectors->embed(), vectors->origin()};
  }
  PLUMB_TRY(const ExperimentReport report, report_on_logs(std::move(models), options));
  if (vectors) PLUMB_CHECK_RESULT(vectors->check());
  return json_line(to_json(report));
}

}  // namespace plumb
