#include "serve/document_answers_json.h"
#include "serve/stored_json.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json to_json(const StoredSession& session) {
  return {{"id", number_of(session.id)},
          {"name", session.name},
          {"goal", json_or_null(session.goal)},
          {"created_at", to_json(session.created)},
          {"updated_at", to_json(session.updated)},
          {"total_steps", session.steps}};
}

Json to_json(const SessionCurve& curve) {
  return {{"name", curve.name},
          {"created_at", to_json(curve.created)},
          {"document", stored_document(curve.document)}};
}

Json to_json(const StoredExperiment& experiment) {
  return {{"id", number_of(experiment.id)},
          {"name", experiment.name},
          {"created_at", to_json(experiment.created)},
          {"is_interpreted", experiment.interpretation.has_value()}};
}

Json to_json(const StoredStereotypeAnalysis& analysis) {
  return {{"id", number_of(analysis.id)},
          {"name", analysis.name},
          {"classifier", analysis.classifier},
          {"created_at", to_json(analysis.created)}};
}

Json stored_document(std::string_view text) {
  Json document = Json::parse(text, nullptr, false);
  return document.is_discarded() ? Json() : document;
}

}  // namespace plumb
