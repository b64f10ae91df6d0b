// A stored comparison as the API shows it.
#pragma once

#include "base/result.h"
#include "record/document_json.h"
#include "record/stored_documents.h"

namespace plumb {

// The document of `plumb compare --json` plus comparison_id, execution_id, baseline_execution_id
// and created_at. Fails with corrupt where the stored text is no document.
Result<nlohmann::ordered_json> comparison_answer(const StoredComparison& stored);

// The same without the document: what lists show.
nlohmann::ordered_json to_json(const StoredComparison& stored);

// drift_score, drift_grade, verdict, severity_counts, by_type.
Result<nlohmann::ordered_json> comparison_summary(const StoredComparison& stored);

}  // namespace plumb
