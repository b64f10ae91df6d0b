// Routes of comparisons: made, shown, listed; and the summary of an execution's results.
#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/judge.h"
#include "record/comparison_json.h"
#include "serve/compare_request_json.h"
#include "serve/comparison_answer_json.h"
#include "serve/job_queue.h"
#include "serve/page_json.h"
#include "serve/stored_comparison.h"

namespace plumb {
namespace {

using Json = nlohmann::ordered_json;

// A request compares at once up to so many results of both sides: some seconds of reading. What is
// larger is a job.
constexpr std::int64_t kMostAtOnce = 200'000;

std::chrono::milliseconds wait_of(const Call& call) {
  return std::chrono::seconds(call.body.value("wait_seconds", 30));
}
bool wants_vectors(const Call& call) {
  return call.body.value("embeddings", true);
}

struct ComparedSides {
  Comparison comparison;
  StoredComparison to_keep;
};

ServedResult<ComparedSides> compare_sides(const Call& call, const StoredExecution& current,
                                          const StoredExecution& baseline) {
  PLUMB_TRY(Comparison comparison,
            compare_stored(call.services, current, baseline, wants_vectors(call)));
  StoredComparison to_keep = to_stored(comparison, current.id, baseline.id);
  return ComparedSides{std::move(comparison), std::move(to_keep)};
}

Result<StoredComparison> keep(const Call& call, const ComparedSides& sides) {
  PLUMB_TRY(StoredComparison stored,
            call.services.store.comparisons().add(call.caller.project, sides.to_keep));
  PLUMB_CHECK_RESULT(tell_score(call.services, stored));
  return stored;
}

ServedResult<Answer> answer_with(const StoredComparison& stored) {
  Answer answer;
  PLUMB_TRY(answer.body, comparison_answer(stored));
  answer.audit = fmt::format("comparisons/{}", number_of(stored.id));
  return answer;
}

// Its comparison where the job is done in time, else 202.
ServedResult<Answer> wait_for_comparison(const Call& call, const CompareTask& task,
                                         const Job& queued, std::chrono::milliseconds wait) {
  auto job = wait_for_job(call.services, queued, wait);
  if (!job) return std::unexpected(std::move(job.error()));
  if (job->state != JobState::done) return accepted(*job);
  PLUMB_TRY(const auto newest, call.services.store.comparisons().newest(
                                   call.caller.project, task.execution, task.baseline_execution));
  if (newest) return answer_with(*newest);
  return accepted(*job);
}

AnswerFunction compare_by_job(const CompareTask& task, std::chrono::milliseconds wait) {
  return [task, wait](Call& writing) -> ServedResult<Answer> {
    PLUMB_TRY(const Job queued, queue_compare(writing.services, writing.caller.project, task));
    Answer answer = accepted(queued);
    answer.afterwards = [task, wait, queued](Call& waiting) {
      return wait_for_comparison(waiting, task, queued, wait);
    };
    return answer;
  };
}

ServedResult<AnswerFunction> compare(Call& call) {
  const ExecutionId id{call.body.at("execution_id").get<std::int64_t>()};
  const auto current = completed_execution(call, id);
  if (!current) return std::unexpected(current.error());
  const auto baseline = baseline_of(call, id);
  if (!baseline) return std::unexpected(baseline.error());
  const auto wait = wait_of(call);
  const CompareTask task{current->id, baseline->id, wants_vectors(call)};
  if (current->results + baseline->results > kMostAtOnce) return compare_by_job(task, wait);
  if (wants_vectors(call)) {
    const auto ready = wait_for_vectors(call.services, std::array{*current, *baseline}, wait);
    if (!ready) return std::unexpected(ready.error());
    if (!*ready) return compare_by_job(task, {});
  }
  auto compared = compare_sides(call, *current, *baseline);
  if (!compared) return std::unexpected(std::move(compared.error()));
  return [sides = *std::move(compared)](Call& writing) -> ServedResult<Answer> {
    PLUMB_TRY(const StoredComparison stored, keep(writing, sides));
    return answer_with(stored);
  };
}

// Jobs for all, in the order that was asked for.
AnswerFunction several_by_jobs(const Call& call, std::span<const StoredExecution> currents,
                               const StoredExecution& baseline) {
  std::vector<CompareTask> tasks;
  for (const StoredExecution& current : currents) {
    tasks.push_back({current.id, baseline.id, wants_vectors(call)});
  }
  return [tasks = std::move(tasks)](Call& writing) -> ServedResult<Answer> {
    Answer answer;
    answer.status = 202;
    answer.body = {{"jobs", Json::array()}};
    answer.headers = {{"retry-after", "2"}};
    answer.audit = "jobs";
    for (const CompareTask& task : tasks) {
      PLUMB_TRY(const Job job, queue_compare(writing.services, writing.caller.project, task));
      answer.body["jobs"].push_back({{"execution_id", number_of(task.execution)},
                                     {"job_id", number_of(job.id)},
                                     {"status_url", status_url(job)}});
    }
    return answer;
  };
}

ServedResult<Answer> keep_several(const Call& call, std::span<const ComparedSides> several) {
  std::vector<Comparison> comparisons;
  Json documents = Json::array();
  for (const ComparedSides& sides : several) {
    PLUMB_TRY(const StoredComparison stored, keep(call, sides));
    PLUMB_TRY(Json document, comparison_answer(stored));
    comparisons.push_back(sides.comparison);
    documents.push_back(std::move(document));
  }
  Answer answer;
  answer.body = {{"plumb", kComparisonsKind},
                 {"verdict", name_of(worst_verdict(comparisons))},
                 {"comparisons", std::move(documents)}};
  answer.audit = "comparisons";
  return answer;
}

ServedResult<AnswerFunction> compare_several(Call& call) {
  std::vector<StoredExecution> sides;
  std::int64_t results = 0;
  for (const auto& id : call.body.at("execution_ids")) {
    auto current = completed_execution(call, ExecutionId{id.get<std::int64_t>()});
    if (!current) return std::unexpected(std::move(current.error()));
    results += current->results;
    sides.push_back(*std::move(current));
  }
  auto baseline = baseline_of(call, std::nullopt);
  if (!baseline) return std::unexpected(std::move(baseline.error()));
  sides.push_back(*baseline);
  const std::span currents(sides.data(), sides.size() - 1);
  if (results + baseline->results > kMostAtOnce) return several_by_jobs(call, currents, *baseline);
  if (wants_vectors(call)) {
    const auto ready = wait_for_vectors(call.services, sides, wait_of(call));
    if (!ready) return std::unexpected(ready.error());
    if (!*ready) return several_by_jobs(call, currents, *baseline);
  }
  std::vector<ComparedSides> several;
  for (const StoredExecution& current : currents) {
    auto compared = compare_sides(call, current, *baseline);
    if (!compared) return std::unexpected(std::move(compared.error()));
    several.push_back(*std::move(compared));
  }
  return [several = std::move(several)](Call& writing) { return keep_several(writing, several); };
}

// The newest comparison of the execution in the path, or that with one baseline.
ServedResult<StoredComparison> newest_of(const Call& call) {
  const ExecutionId id{call.id("execution_id")};
  std::optional<ExecutionId> baseline;
  if (const auto given = call.parameter<std::int64_t>("baseline_execution_id")) {
    baseline = ExecutionId{*given};
  }
  PLUMB_TRY(auto newest,
            call.services.store.comparisons().newest(call.caller.project, id, baseline));
  if (newest) return *std::move(newest);
  return refused(404, fmt::format("execution {} was not compared{} yet; POST /api/v1/drift/compare",
                                  number_of(id),
                                  baseline ? fmt::format(" with {}", number_of(*baseline)) : ""));
}

ServedResult<Answer> drift_of_execution(Call& call) {
  const auto newest = newest_of(call);
  if (!newest) return std::unexpected(newest.error());
  Answer answer;
  PLUMB_TRY(answer.body, comparison_answer(*newest));
  return answer;
}

ServedResult<Answer> drift_summary_of_execution(Call& call) {
  const auto newest = newest_of(call);
  if (!newest) return std::unexpected(newest.error());
  Answer answer;
  PLUMB_TRY(answer.body, comparison_summary(*newest));
  return answer;
}

// Severities of the results, and the score that they give; null where none has one.
void add_safety(Json& body, const StoredExecution& execution) {
  std::array<std::uint64_t, kSeverityCount> counts{};
  std::uint64_t all = 0;
  Json by_name = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = static_cast<std::uint64_t>(execution.severity_counts[i]);
    all += counts[i];
    by_name[std::string(name_of(kSeverities[i]))] = counts[i];
  }
  body["severity_counts"] = std::move(by_name);
  body["safety_score"] = nullptr;
  body["safety_grade"] = nullptr;
  if (all == 0) return;
  const double score = safety_score(counts);
  body["safety_score"] = json_number(score);
  body["safety_grade"] = name_of(grade_of(score));
}

ServedResult<Answer> results_summary_of_execution(Call& call) {
  const ExecutionId id{call.id("execution_id")};
  PLUMB_TRY(const auto execution, call.services.store.executions().get(call.caller.project, id));
  PLUMB_TRY(const auto newest,
            call.services.store.comparisons().newest(call.caller.project, id, std::nullopt));
  Answer answer;
  answer.body = {{"execution_id", number_of(id)},
                 {"state", name_of(execution.state)},
                 {"total_results", execution.results}};
  add_safety(answer.body, execution);
  answer.body["drift_score"] = newest ? json_number(newest->drift_score) : Json(nullptr);
  answer.body["drift_grade"] = newest ? Json(name_of(newest->drift_grade)) : Json(nullptr);
  answer.body["verdict"] = newest ? Json(name_of(newest->verdict)) : Json(nullptr);
  answer.body["comparison_id"] = newest ? Json(number_of(newest->id)) : Json(nullptr);
  return answer;
}

ServedResult<Answer> list_comparisons(Call& call) {
  ComparisonFilter filter;
  if (const auto id = call.parameter<std::int64_t>("execution_id")) {
    filter.execution = ExecutionId{*id};
  }
  if (const auto id = call.parameter<std::int64_t>("baseline_execution_id")) {
    filter.baseline_execution = ExecutionId{*id};
  }
  if (const auto name = call.parameter<std::string>("verdict")) {
    for (const Verdict verdict : {Verdict::stable, Verdict::undecided, Verdict::drifted}) {
      if (name_of(verdict) == *name) filter.verdict = verdict;
    }
  }
  return page_answer(call, call.services.store.comparisons().list(call.caller.project, filter,
                                                                  page_request_of(call)));
}

ServedResult<Answer> get_comparison(Call& call) {
  PLUMB_TRY(const auto stored, call.services.store.comparisons().get(
                                   call.caller.project, ComparisonId{call.id("comparison_id")}));
  Answer answer;
  PLUMB_TRY(answer.body, comparison_answer(stored));
  return answer;
}

}  // namespace

std::vector<Operation> drift_operations() {
  return {{.id = "drift.compare", .prepare = compare},
          {.id = "drift.compare_several", .prepare = compare_several},
          {.id = "drift.get", .answer = drift_of_execution},
          {.id = "drift.summary", .answer = drift_summary_of_execution},
          {.id = "drift.results_summary", .answer = results_summary_of_execution},
          {.id = "comparison.list", .answer = list_comparisons},
          {.id = "comparison.get", .answer = get_comparison}};
}

}  // namespace plumb
