// Sessions, experiments and stereotype analyses as the API shows them.
#pragma once

#include <string>
#include <string_view>

#include "record/document_json.h"
#include "record/stored_documents.h"

namespace plumb {

nlohmann::ordered_json to_json(const StoredSession& session);
nlohmann::ordered_json to_json(const SessionCurve& curve);
// Without the interpretation and the document, which have routes of their own.
nlohmann::ordered_json to_json(const StoredExperiment& experiment);
nlohmann::ordered_json to_json(const StoredStereotypeAnalysis& analysis);

// A document of the store, which wrote it.
nlohmann::ordered_json stored_document(std::string_view text);

}  // namespace plumb
