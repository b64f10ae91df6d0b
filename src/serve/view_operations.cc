// Routes of the page about an execution: what the server adds up, so that no page loads all
// results; and the matrix of several executions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "measure/embedding_map.h"
#include "measure/execution_view.h"
#include "record/comparison_json.h"
#include "serve/comparison_answer_json.h"
#include "serve/drift_view.h"
#include "serve/stored_comparison.h"
#include "serve/stored_json.h"
#include "store/page.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

Json labels_json(const Labels& labels) {
  Json list = Json::array();
  for (const auto& [name, value] : labels) list.push_back({{"name", name}, {"value", value}});
  return list;
}

Json start_of(const DriftView& view) {
  return {{"execution_id", number_of(view.current.execution.id)},
          {"baseline_execution_id", number_of(view.baseline.execution.id)},
          {"labels", labels_json(view.labels)}};
}

// ---- aggregates

Json side_json(const ViewedSide& side) {
  return {{"name", side.execution.header.name}, {"results", side.execution.results},
          {"rows", side.part->results()},       {"is_exact", side.is_exact()},
          {"blank", side.part->blank()},        {"is_embedded", !side.encoder.empty()}};
}

Json quantiles_json(const std::optional<LengthQuantiles>& quantiles) {
  if (!quantiles) return nullptr;
  return {{"p5", quantiles->p5},
          {"p25", quantiles->p25},
          {"p50", quantiles->p50},
          {"p75", quantiles->p75},
          {"p95", quantiles->p95}};
}

Json lengths_json(const ExecutionView& view) {
  if (view.lengths.edges.empty()) return nullptr;
  return {{"unit", view.lengths.unit},
          {"edges", view.lengths.edges},
          {"baseline", view.lengths.baseline},
          {"current", view.lengths.current},
          {"baseline_quantiles", quantiles_json(view.baseline_lengths)},
          {"current_quantiles", quantiles_json(view.current_lengths)}};
}

Json severities_json(const DriftView& view) {
  Json list = Json::array();
  for (std::size_t i = 0; i < kSeverities.size(); ++i) {
    list.push_back({{"severity", name_of(kSeverities[i])},
                    {"baseline", view.baseline.part->severities()[i]},
                    {"current", view.current.part->severities()[i]}});
  }
  return list;
}

Json label_values_json(const DriftView& view) {
  Json list = Json::array();
  for (const LabelValues& label : label_values(*view.baseline.whole, *view.current.whole)) {
    Json values = Json::array();
    for (const LabelValue& each : label.values) {
      values.push_back(
          {{"value", each.value}, {"baseline", each.baseline}, {"current", each.current}});
    }
    list.push_back(
        {{"name", label.name}, {"values", std::move(values)}, {"more_values", label.more_values}});
  }
  return list;
}

constexpr std::size_t kMostListed = 200;  // tools, and transitions

Json row_json(const ToolCount& tool) {
  return {{"name", tool.name}, {"baseline", tool.baseline}, {"current", tool.current}};
}

Json row_json(const Transition& each) {
  return {
      {"from", each.from}, {"to", each.to}, {"baseline", each.baseline}, {"current", each.current}};
}

// The first rows, and the sums of both sides over all of them, listed or not.
template <class Row>
void add_counts(Json& body, const char* list_name, const char* totals_name,
                const std::vector<Row>& rows) {
  Json list = Json::array();
  std::uint64_t baseline = 0;
  std::uint64_t current = 0;
  for (const Row& row : rows) {
    if (list.size() < kMostListed) list.push_back(row_json(row));
    baseline += row.baseline;
    current += row.current;
  }
  const std::size_t listed = list.size();
  body[list_name] = std::move(list);
  body[totals_name] = {{"listed", listed},
                       {"left_out", rows.size() - listed},
                       {"baseline", baseline},
                       {"current", current}};
}

ServedResult<Answer> aggregates(Call& call) {
  const auto view = drift_view(call, false);
  if (!view) return std::unexpected(view.error());
  const ExecutionView sums = view_of(*view->baseline.part, *view->current.part);
  Answer answer{start_of(*view)};
  Json& body = answer.body;
  body["baseline"] = side_json(view->baseline);
  body["current"] = side_json(view->current);
  body["lengths"] = lengths_json(sums);
  body["severities"] = severities_json(*view);
  add_counts(body, "tools", "tool_totals", sums.tools);
  add_counts(body, "transitions", "transition_totals", sums.transitions);
  body["label_values"] = label_values_json(*view);
  return answer;
}

// ---- the comparison of a part

// The request is sound; it is the executions that cannot be put together.
Problem not_comparable(const Error& error) {
  Problem problem(error);
  if (problem.status == 422) problem.status = 409;
  return problem;
}

Problem no_part(const ViewedSide& side, std::string_view which) {
  return Problem(404, fmt::format("no result of the {} execution {} has these labels{}; GET "
                                  ".../aggregates lists those that there are",
                                  which, number_of(side.execution.id),
                                  side.is_exact() ? "" : ", among those that were sampled"));
}

ServedResult<Answer> part(Call& call) {
  const auto view = drift_view(call, false);
  if (!view) return std::unexpected(view.error());
  if (view->current.part->results() == 0) return std::unexpected(no_part(view->current, "current"));
  if (view->baseline.part->results() == 0) {
    return std::unexpected(no_part(view->baseline, "baseline"));
  }
  const auto document =
      call.services.views.comparisons.find_or_make(view->name, [&]() -> Result<std::string> {
        PLUMB_TRY(const auto comparison,
                  compare_profiles(call.services, view->current.execution, *view->current.part,
                                   view->baseline.execution, *view->baseline.part));
        return json_line(to_json(comparison));
      });
  if (!document) return std::unexpected(not_comparable(document.error()));
  Answer answer;
  answer.body = Json::parse(**document, nullptr, false);
  answer.body.update(start_of(*view));
  answer.body["is_exact"] = view->current.is_exact() && view->baseline.is_exact();
  return answer;
}

// ---- the map

double rounded(double value) {
  return std::round(value * 1e5) / 1e5;  // a hundred thousandth of a cosine is no pixel
}

Json map_side_json(const MapSide& side, const ViewedSide& of) {
  Json ids = Json::array();
  Json x = Json::array();
  Json y = Json::array();
  Json excerpts = Json::array();
  for (std::size_t i = 0; i < side.points.size(); ++i) {
    ids.push_back(side.points[i]->id);
    excerpts.push_back(side.points[i]->excerpt);
    x.push_back(rounded(side.x[i]));
    y.push_back(rounded(side.y[i]));
  }
  return {{"results", of.part->results()},
          {"total", side.with_vector},
          {"ids", std::move(ids)},
          {"x", std::move(x)},
          {"y", std::move(y)},
          {"excerpts", std::move(excerpts)}};
}

Result<std::shared_ptr<const EmbeddingPlane>> plane_of(Services& services,
                                                       const ViewedSide& baseline) {
  const std::string name = fmt::format("{}/{}", number_of(baseline.execution.id), baseline.encoder);
  return services.views.planes.find_or_make(name, [&] { return fit_plane(*baseline.whole); });
}

// Both sides with vectors of one maker.
ServedResult<DriftView> embedded_view(Call& call) {
  auto view = drift_view(call, true);
  if (!view) return view;
  const auto same = check_same_vectors(*view->current.whole, *view->baseline.whole);
  if (!same) return std::unexpected(not_comparable(same.error()));
  return view;
}

ServedResult<Answer> map(Call& call) {
  const auto view = embedded_view(call);
  if (!view) return std::unexpected(view.error());
  const auto fitted = plane_of(call.services, view->baseline);
  if (!fitted) return std::unexpected(not_comparable(fitted.error()));
  const std::shared_ptr<const EmbeddingPlane>& plane = *fitted;
  MapOptions options;
  options.most_points = call.parameter<std::size_t>("points").value_or(options.most_points);
  const EmbeddingMap points = map_onto(*plane, *view->baseline.part, *view->current.part, options);
  const auto& origin = view->baseline.whole->origin;
  Answer answer{start_of(*view)};
  answer.body["model"] = origin ? Json(origin->model) : Json();
  answer.body["dimension"] = plane->components.mean.size();
  answer.body["fitted_rows"] = plane->fitted_rows;
  answer.body["explained_variance"] = Json::array();
  for (std::size_t i = 0; i < plane->components.directions.size(); ++i) {
    answer.body["explained_variance"].push_back(plane->components.explained(i));
  }
  answer.body["baseline"] = map_side_json(points.baseline, view->baseline);
  answer.body["current"] = map_side_json(points.current, view->current);
  return answer;
}

// ---- the responses that moved most

constexpr std::size_t kMostCharacters = 4'000;

// The start of a text in UTF-8, whole characters of it, and whether more follows.
std::pair<std::string, bool> cut(const std::string& text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_character = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (starts_character && ++characters > kMostCharacters) return {text.substr(0, i), true};
  }
  return {text, false};
}

Json said(const Json& line) {
  const auto [text, is_cut] = cut(line.value("response", ""));
  return {{"id", line.value("id", "")}, {"response", text}, {"is_cut", is_cut}};
}

Result<Json> line_of(Call& call, const ViewedSide& side, const std::string& id) {
  PLUMB_TRY(const StoredResult result,
            call.services.store.results().get(call.caller.project, side.execution.id, id));
  Json line = to_json(result);
  line["id"] = id;
  return line;
}

Result<Json> moved_json(Call& call, const DriftView& view, const MovedResponse& moved) {
  PLUMB_TRY(const Json line, line_of(call, view.current, moved.current->id));
  Json json = said(line);
  json["distance"] = rounded(moved.distance);
  const auto prompt = line.find("prompt");
  json["prompt"] = prompt != line.end() && prompt->is_string()
                       ? Json(cut(prompt->get<std::string>()).first)
                       : Json();
  json["severity"] = moved.current->severity ? Json(name_of(*moved.current->severity)) : Json();
  json["labels"] = Json::object();
  for (const auto& [name, value] : moved.current->labels) json["labels"][name] = value;
  json["baseline"] = nullptr;
  if (moved.baseline != nullptr) {
    PLUMB_TRY(const Json before, line_of(call, view.baseline, moved.baseline->id));
    json["baseline"] = said(before);
  }
  return json;
}

ServedResult<Answer> moved(Call& call) {
  const auto view = embedded_view(call);
  if (!view) return std::unexpected(view.error());
  const MovedResponses found = most_moved(*view->baseline.part, *view->current.part,
                                          call.parameters.at("limit").get<std::size_t>());
  Answer answer{start_of(*view)};
  answer.body["is_paired"] = found.paired;
  Json items = Json::array();
  std::int64_t bytes = 0;  // labels may be of any length: no more than those of a page
  for (const MovedResponse& each : found.first) {
    PLUMB_TRY(Json item, moved_json(call, *view, each));
    bytes += static_cast<std::int64_t>(item.dump().size());
    if (bytes > kMostPageBytes && !items.empty()) break;
    items.push_back(std::move(item));
  }
  answer.body["items"] = std::move(items);
  return answer;
}

// ---- the matrix

Json cell_json(const Json& result) {
  const Json details = result.value("details", Json::object());
  Json cell = {{"metric", result.value("metric", Json())}};
  for (const char* name : {"value", "threshold", "severity", "exceeded"}) {
    cell[name] = result.value(name, Json());
  }
  for (const char* name :
       {"p_value", "p_adjusted", "interval", "verdict", "n_current", "n_baseline"}) {
    cell[name] = result.contains(name) ? result.at(name) : details.value(name, Json());
  }
  return cell;
}

Result<std::vector<StoredExecution>> asked_executions(Call& call) {
  constexpr std::size_t kUsual = 20;
  auto executions = call.services.store.executions();
  std::vector<StoredExecution> found;
  const auto ids = call.parameter<std::vector<std::int64_t>>("execution_id");
  if (!ids) {
    ExecutionFilter completed;
    completed.state = ExecutionState::completed;
    PLUMB_TRY(auto page, executions.list(call.caller.project, completed, ExecutionSort::created,
                                         {kUsual, "", false}));
    return std::move(page.items);
  }
  for (const std::int64_t id : *ids) {
    PLUMB_TRY(auto execution, executions.get(call.caller.project, ExecutionId{id}));
    found.push_back(std::move(execution));
  }
  return found;
}

ServedResult<Answer> matrix(Call& call) {
  std::optional<ExecutionId> baseline;
  if (const auto id = call.parameter<std::int64_t>("baseline_execution_id")) {
    PLUMB_CHECK_RESULT(call.services.store.executions().get(call.caller.project, ExecutionId{*id}));
    baseline = ExecutionId{*id};
  }
  PLUMB_TRY(const auto executions, asked_executions(call));
  Json metrics = Json::array();
  Json runs = Json::array();
  for (const StoredExecution& execution : executions) {
    PLUMB_TRY(const auto newest, call.services.store.comparisons().newest(call.caller.project,
                                                                          execution.id, baseline));
    Json run = newest ? to_json(*newest)
                      : Json{{"comparison_id", nullptr},
                             {"execution_id", number_of(execution.id)},
                             {"baseline_execution_id", nullptr},
                             {"created_at", nullptr},
                             {"verdict", nullptr},
                             {"drift_score", nullptr},
                             {"drift_grade", nullptr}};
    run["name"] = execution.header.name;
    run["executed_at"] = to_json(execution.created);
    run["cells"] = Json::array();
    if (newest) {
      PLUMB_TRY(const Json document, comparison_answer(*newest));
      const bool is_first = metrics.empty();
      for (const Json& result : document.at("results")) {
        run["cells"].push_back(cell_json(result));
        if (is_first) {
          metrics.push_back(
              {{"metric", result.value("metric", Json())}, {"type", result.value("type", Json())}});
        }
      }
    }
    runs.push_back(std::move(run));
  }
  return Answer{{{"metrics", std::move(metrics)}, {"runs", std::move(runs)}}};
}

}  // namespace

std::vector<Operation> view_operations() {
  return {{.id = "drift.aggregates", .answer = aggregates},
          {.id = "drift.part", .answer = part},
          {.id = "drift.map", .answer = map},
          {.id = "drift.moved", .answer = moved},
          {.id = "drift.matrix", .answer = matrix}};
}

}  // namespace plumb
