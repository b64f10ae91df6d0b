#include "serve/comparison_answer_json.h"

#include <fmt/format.h>

#include <utility>

#include "record/severity.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Result<Json> document_of(const StoredComparison& stored) {
  Json document = Json::parse(stored.document, nullptr, false);
  if (document.is_object() && document.contains("by_type") && document.contains("results")) {
    return document;
  }
  return fail(ErrorCode::corrupt,
              fmt::format("the document of comparison {} does not read back; run plumb db check",
                          number_of(stored.id)));
}

Json metric_line(const Json& result) {
  return {{"metric", result.value("metric", Json())},
          {"value", result.value("value", Json())},
          {"severity", result.value("severity", Json())},
          {"exceeded", result.value("exceeded", Json())},
          {"verdict", result.value("details", Json::object()).value("verdict", Json())}};
}

// The five types of the document, each with its metrics.
Json by_type(const Json& document) {
  Json types = document["by_type"];
  for (Json& type : types) {
    type["metrics"] = Json::array();
    for (const Json& result : document["results"]) {
      if (result.value("type", "") != type.value("type", "")) continue;
      type["metrics"].push_back(metric_line(result));
    }
  }
  return types;
}

// How many types have which severity: what the score is made of.
Json severity_counts(const Json& document) {
  Json counts = Json::object();
  for (const Severity severity :
       {Severity::critical, Severity::high, Severity::medium, Severity::low}) {
    int count = 0;
    for (const Json& type : document["by_type"]) {
      if (type.value("severity", Json()) == Json(name_of(severity))) ++count;
    }
    counts[std::string(name_of(severity))] = count;
  }
  return counts;
}

Json ids_of(const StoredComparison& stored) {
  return {{"comparison_id", number_of(stored.id)},
          {"execution_id", number_of(stored.execution)},
          {"baseline_execution_id", number_of(stored.baseline_execution)},
          {"created_at", utc_text(stored.created)}};
}

}  // namespace

Result<Json> comparison_answer(const StoredComparison& stored) {
  PLUMB_TRY(Json document, document_of(stored));
  document.update(ids_of(stored));
  return document;
}

Json to_json(const StoredComparison& stored) {
  Json line = ids_of(stored);
  line["verdict"] = name_of(stored.verdict);
  line["drift_score"] = json_number(stored.drift_score);
  line["drift_grade"] = name_of(stored.drift_grade);
  return line;
}

Result<Json> comparison_summary(const StoredComparison& stored) {
  PLUMB_TRY(const Json document, document_of(stored));
  Json summary = to_json(stored);
  summary["severity_counts"] = severity_counts(document);
  summary["by_type"] = by_type(document);
  return summary;
}

}  // namespace plumb
