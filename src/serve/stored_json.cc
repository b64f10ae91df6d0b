#include "serve/stored_json.h"

#include <cstddef>

#include "serve/comparison_answer_json.h"
#include "serve/page_json.h"

namespace plumb {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(UtcTime time) {
  return utc_text(time);
}
OrderedJson to_json(const std::optional<UtcTime>& time) {
  return time ? to_json(*time) : OrderedJson();
}

OrderedJson severity_counts_json(const StoredExecution& execution) {
  OrderedJson counts = OrderedJson::object();
  for (std::size_t i = 0; i < kSeverities.size(); ++i) {
    counts[std::string(name_of(kSeverities[i]))] = execution.severity_counts[i];
  }
  return counts;
}

OrderedJson to_json(const StoredExecution& execution) {
  OrderedJson labels = OrderedJson::object();
  for (const auto& [name, value] : execution.header.labels) labels[name] = value;
  const std::string& model = execution.header.embedding_model;
  return {{"id", number_of(execution.id)},
          {"name", execution.header.name},
          {"state", name_of(execution.state)},
          {"labels", std::move(labels)},
          {"embedding_model", model.empty() ? OrderedJson() : OrderedJson(model)},
          {"created_at", to_json(execution.created)},
          {"completed_at", to_json(execution.completed)},
          {"total_results", execution.results},
          {"severity_counts", severity_counts_json(execution)}};
}

OrderedJson to_json(const ListedExecution& listed) {
  OrderedJson json = to_json(listed.execution);
  json["newest_comparison"] = listed.newest ? to_json(*listed.newest) : OrderedJson();
  OrderedJson& baselines = json["baselines"] = OrderedJson::array();
  for (const StoredBaseline& each : listed.baselines) {
    baselines.push_back(
        {{"id", number_of(each.id)}, {"name", each.name}, {"tag", json_or_null(each.tag)}});
  }
  return json;
}

OrderedJson to_json(const StoredResult& result) {
  OrderedJson json = {{"number", result.number}};
  // The store's own line: of Plumb's making, and sound.
  const OrderedJson line = OrderedJson::parse(result.line, nullptr, false);
  if (line.is_object()) json.update(line);
  return json;
}

OrderedJson to_json(const StoredBaseline& baseline) {
  return {{"id", number_of(baseline.id)},
          {"execution_id", number_of(baseline.execution)},
          {"name", baseline.name},
          {"tag", json_or_null(baseline.tag)},
          {"created_at", to_json(baseline.created)}};
}

OrderedJson to_json(const Project& project) {
  return {{"id", number_of(project.id)},
          {"name", project.name},
          {"created_at", to_json(project.created)},
          {"retention_days", json_or_null(project.retention_days)}};
}

OrderedJson to_json(const ApiKey& key, UtcTime now) {
  return {{"id", number_of(key.id)},
          {"name", key.name},
          {"prefix", key.prefix},
          {"scope", name_of(key.scope)},
          {"status", name_of(key.status_at(now))},
          {"created_at", to_json(key.created)},
          {"expires_at", to_json(key.expires)},
          {"revoked_at", to_json(key.revoked)},
          {"rate", json_or_null(key.limits.rate)},
          {"body_limit", json_or_null(key.limits.body_limit)}};
}

OrderedJson to_json(const AuditLine& line) {
  return {{"id", number_of(line.id)}, {"time", to_json(line.time)}, {"actor", line.actor},
          {"action", line.action},    {"subject", line.subject},    {"detail", line.detail}};
}

PageRequest page_request_of(const Call& call) {
  PageRequest request;
  request.limit = call.parameter<std::size_t>("limit").value_or(request.limit);
  request.cursor = call.parameter<std::string>("cursor").value_or("");
  request.ascending = call.parameter<std::string>("order") == "asc";
  return request;
}

Problem page_problem(const Call& call, const Error& error) {
  Problem problem(error);
  const auto cursor = call.parameter<std::string>("cursor");
  if (cursor && error.code == ErrorCode::invalid_input) {
    problem.errors.push_back({"cursor", shown_value(*cursor), error.message});
  }
  return problem;
}

}  // namespace plumb
