#include "serve/drift_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "serve/label_filter.h"
#include "serve/stored_comparison.h"
#include "serve/stored_profile.h"

namespace plumb {
namespace {

ServedResult<ExecutionId> baseline_id(const Call& call, ExecutionId execution) {
  if (const auto given = call.parameter<std::int64_t>("baseline_execution_id")) {
    return ExecutionId{*given};
  }
  PLUMB_TRY(const auto newest,
            call.services.store.comparisons().newest(call.caller.project, execution, std::nullopt));
  if (newest) return newest->baseline_execution;
  return refused(404, fmt::format("execution {} was not compared yet; POST /api/v1/drift/compare, "
                                  "or name a baseline_execution_id",
                                  number_of(execution)));
}

std::string text_of(const Labels& labels) {
  std::string text;  // each with its length: a value may hold anything
  for (const auto& [name, value] : labels) {
    text += fmt::format("/{}:{}={}:{}", name.size(), name, value.size(), value);
  }
  return text;
}

Result<ViewedSide> side_of(Services& services, const StoredExecution& execution,
                           const Labels& labels, bool needs_vectors) {
  PLUMB_CHECK_RESULT(check_completed(execution));
  ViewedSide side;
  side.execution = execution;
  // A server that has no encoder shows what needs none.
  const auto embedded = is_embedded(services, execution);
  if (!embedded && needs_vectors) return fail(ErrorCode::conflict, embedded.error().message);
  const bool has_vectors = embedded.value_or(false);
  if (has_vectors && execution.results > 0) {
    PLUMB_TRY(const VectorChoice choice, vectors_of(services, execution));
    side.encoder = choice.encoder.empty() ? "given" : choice.encoder;
  } else if (needs_vectors && execution.results > 0) {
    return fail(
        ErrorCode::conflict,
        fmt::format("execution {} is not embedded yet; GET /api/v1/jobs shows how far it is",
                    number_of(execution.id)));
  }
  ViewCache& views = services.views;
  PLUMB_TRY(side.whole,
            views.profiles.run(
                fmt::format("{}/{}", number_of(execution.id), has_vectors ? "vectors" : "none"),
                [&] { return stored_profile(services, execution, has_vectors); }));
  side.part = side.whole;
  if (labels.empty()) return side;
  const std::string name =
      fmt::format("{}/{}{}", number_of(execution.id), side.encoder, text_of(labels));
  PLUMB_TRY(side.part, views.parts.find_or_make(name, [&] {
    return Result<ExecutionProfile>(side.whole->part(labels));
  }));
  return side;
}

// Sorted, each once: what is kept of a part has one name.
Labels distinct_labels(const Call& call) {
  Labels labels = asked_labels(call);
  std::ranges::sort(labels);
  const auto repeated = std::ranges::unique(labels);
  labels.erase(repeated.begin(), repeated.end());
  return labels;
}

}  // namespace

ServedResult<DriftView> drift_view(Call& call, bool needs_vectors) {
  const ExecutionId id{call.id("execution_id")};
  auto executions = call.services.store.executions();
  PLUMB_TRY(const StoredExecution current, executions.get(call.caller.project, id));
  const auto with = baseline_id(call, id);
  if (!with) return std::unexpected(with.error());
  PLUMB_TRY(const StoredExecution baseline, executions.get(call.caller.project, *with));
  DriftView view;
  view.labels = distinct_labels(call);
  PLUMB_TRY(view.current, side_of(call.services, current, view.labels, needs_vectors));
  PLUMB_TRY(view.baseline, side_of(call.services, baseline, view.labels, needs_vectors));
  view.name = fmt::format("{}/{}/{}/{}{}", number_of(current.id), number_of(baseline.id),
                          view.current.encoder, view.baseline.encoder, text_of(view.labels));
  return view;
}

}  // namespace plumb
