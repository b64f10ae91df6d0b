// Experiments: the logs that were uploaded, and what was read from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/stored_documents.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

class Experiments {
 public:
  explicit Experiments(Database& database) : database_(database) {}

  // Fails with not_found: no such project.
  Result<StoredExperiment> create(ProjectId project, std::string_view name);
  // Replaces the log of this name: any bytes. The interpretation goes: it was one of other logs.
  Result<void> put_log(ProjectId project, ExperimentId id, std::string_view name,
                       std::string_view content);
  Result<std::vector<std::string>> log_names(ProjectId project, ExperimentId id);
  Result<std::string> log(ProjectId project, ExperimentId id, std::string_view name);
  Result<void> set_interpretation(ProjectId project, ExperimentId id, std::string_view document);

  Result<StoredExperiment> get(ProjectId project, ExperimentId id);
  // Each with an empty interpretation where it has one: they are large.
  Result<Page<StoredExperiment>> list(ProjectId project, const PageRequest& request);
  Result<void> remove(ProjectId project, ExperimentId id);

 private:
  Database& database_;
};

}  // namespace plumb
