// Stereotype analyses that were made, with their whole document.
#pragma once

#include "base/result.h"
#include "record/stored_documents.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

class StereotypeAnalyses {
 public:
  explicit StereotypeAnalyses(Database& database) : database_(database) {}

  // Its id, project and time are the store's to give. Fails with not_found: no such project.
  Result<StoredStereotypeAnalysis> add(ProjectId project, const StoredStereotypeAnalysis& analysis);
  Result<StoredStereotypeAnalysis> get(ProjectId project, StereotypeAnalysisId id);
  // Without their documents, which are large.
  Result<Page<StoredStereotypeAnalysis>> list(ProjectId project, const PageRequest& request);
  Result<void> remove(ProjectId project, StereotypeAnalysisId id);

 private:
  Database& database_;
};

}  // namespace plumb
