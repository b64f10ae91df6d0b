// What the store holds, as the API shows it: the schemas of src/serve/api.
#pragma once

#include <optional>

#include "base/clock.h"
#include "record/access.h"
#include "record/document_json.h"
#include "record/stored_documents.h"
#include "record/stored_execution.h"

namespace plumb {

nlohmann::ordered_json to_json(UtcTime time);
nlohmann::ordered_json to_json(const std::optional<UtcTime>& time);
nlohmann::ordered_json to_json(const StoredExecution& execution);
nlohmann::ordered_json to_json(const ListedExecution& listed);
nlohmann::ordered_json to_json(const StoredResult& result);
nlohmann::ordered_json to_json(const StoredBaseline& baseline);
nlohmann::ordered_json to_json(const Project& project);
nlohmann::ordered_json to_json(const ApiKey& key, UtcTime now);
nlohmann::ordered_json to_json(const AuditLine& line);

// {"critical": 7, ...}, every level.
nlohmann::ordered_json severity_counts_json(const StoredExecution& execution);

}  // namespace plumb
