#include "serve/demo_data.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "base/hash.h"
#include "ingest/evaluation_reader.h"
#include "ingest/execution_line.h"
#include "record/document_json.h"
#include "record/stereotype_report_json.h"
#include "serve/demo_files.h"
#include "serve/experiment_interpretation.h"
#include "serve/job_queue.h"
#include "serve/session_measures.h"
#include "serve/stereotype_analysis.h"

namespace plumb {
namespace {

// How many of a hundred answers are those of the run that drifted, night by night. The first night
// is the baseline.
constexpr int kDriftedShare[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 20, 45, 75, 100};
constexpr int kNights = static_cast<int>(std::size(kDriftedShare));

Result<std::vector<Response>> results_in(std::string_view lines) {
  ExecutionLineParser parser;
  std::vector<Response> results;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    Response response;
    const auto read = parser.read(line, response);
    if (!parser.header_version().empty() || line.empty()) continue;
    if (!read) return fail(ErrorCode::corrupt, "an example of Plumb's own does not read back");
    results.push_back(std::move(response));
  }
  return results;
}

// The same number for a night and a question, in [0, 100).
int chance(int night, std::size_t question, std::string_view what) {
  return static_cast<int>(hash64(fmt::format("{} {} {}", what, night, question), 42) % 100);
}

struct Examples {
  std::vector<Response> baseline;
  std::vector<Response> good;
  std::vector<Response> drifted;
};

DemoRun run_of(const Examples& examples, int night) {
  DemoRun run;
  const bool is_new_model = kDriftedShare[night] > 0;
  run.header.name = kDemoName;
  run.header.labels = {{"demo", "true"},
                       {"model", is_new_model ? "fennick-support-8" : "fennick-support-7"}};
  for (std::size_t i = 0; i < examples.baseline.size(); ++i) {
    const bool is_drifted = chance(night, i, "drifted") < kDriftedShare[night];
    const bool is_other = night > 0 && chance(night, i, "other words") < 50;
    const std::vector<Response>& from = is_drifted ? examples.drifted
                                        : is_other ? examples.good
                                                   : examples.baseline;
    Response& result = run.results.emplace_back(from[i]);
    result.id = fmt::format("night-{:02}-{:02}", night + 1, i + 1);
  }
  return run;
}

Result<ExecutionId> load_run(Services& services, ProjectId project, const DemoRun& run,
                             UtcTime created) {
  Store& store = services.store;
  PLUMB_TRY(const auto execution, store.executions().create(project, run.header, created));
  std::vector<StoredResult> results;
  for (const Response& result : run.results) results.push_back(to_stored_result(result));
  PLUMB_CHECK_RESULT(store.results().append(project, execution.id, results));
  PLUMB_CHECK_RESULT(complete_execution(services, project, execution.id));
  return execution.id;
}

// Curves are left out where there is no model; the page then offers to measure.
void measure_sessions_of(Services& services, ProjectId project,
                         const std::vector<StepsOutcome>& sessions) {
  for (const StepsOutcome& each : sessions) {
    const auto steps = measured_steps(services.store, project, each.session);
    if (!steps) return;
    const auto count = static_cast<std::int64_t>(steps->size());
    const auto intent = intent_document(*steps, {}, services.embeddings);
    if (!intent) return;
    (void)services.store.sessions().put_curve(project, each.session.id, "intent/initial-output",
                                              *intent, count);
    if (!each.session.goal) continue;
    AlignmentRequest request;
    request.plan = *each.session.goal;
    request.list = "support";
    request.critical_entities = {"balcony", "pots"};
    const auto alignment = alignment_document(*steps, request, services.embeddings);
    if (alignment) {
      (void)services.store.sessions().put_curve(project, each.session.id, "alignment", *alignment,
                                                count);
    }
  }
}

Result<std::vector<SessionId>> load_sessions(Services& services, ProjectId project) {
  std::vector<SessionId> ids;
  for (const std::string_view lines : {demo_files().intent_log, demo_files().sessions}) {
    PLUMB_TRY(const auto steps, read_session_lines(lines, "examples"));
    PLUMB_TRY(const auto sessions, add_steps(services.store, project, steps));
    measure_sessions_of(services, project, sessions);
    for (const StepsOutcome& each : sessions) ids.push_back(each.session.id);
  }
  return ids;
}

Result<ExperimentId> load_experiment(Services& services, ProjectId project) {
  const LogTexts logs = {{"baseline_runs.jsonl", std::string(demo_files().baseline_runs)},
                         {"intent_runs.jsonl", std::string(demo_files().intent_runs)}};
  PLUMB_TRY(const std::string document, interpretation_of(logs, 42, false, services.embeddings));
  Store& store = services.store;
  return store.atomically([&]() -> Result<ExperimentId> {
    PLUMB_TRY(const auto experiment, store.experiments().create(project, "demo"));
    for (const auto& [name, text] : logs) {
      PLUMB_CHECK_RESULT(store.experiments().put_log(project, experiment.id, name, text));
    }
    PLUMB_CHECK_RESULT(store.experiments().set_interpretation(project, experiment.id, document));
    return experiment.id;
  });
}

Result<std::optional<StereotypeAnalysisId>> load_stereotypes(Services& services,
                                                             ProjectId project) {
  using Loaded = std::optional<StereotypeAnalysisId>;
  if (services.classifiers == nullptr || !services.classifiers->about()) return Loaded();
  std::vector<Evaluation> evaluations;
  for (const auto& [model, text] : {std::pair("harbour_7b", demo_files().harbour),
                                    std::pair("lantern_7b", demo_files().lantern)}) {
    Evaluation& evaluation = evaluations.emplace_back();
    evaluation.model = model;
    PLUMB_TRY(evaluation.entries, parse_evaluation(text, model));
  }
  const auto report =
      analyse_evaluations(std::move(evaluations), *services.classifiers, services.embeddings);
  if (!report) return Loaded();
  StoredStereotypeAnalysis made;
  made.name = "demo";
  made.classifier = report->classifier.model;
  made.document = json_line(to_json(*report));
  PLUMB_TRY(const auto stored, services.store.stereotype_analyses().add(project, made));
  return Loaded(stored.id);
}

}  // namespace

Result<std::vector<DemoRun>> demo_runs() {
  Examples examples;
  PLUMB_TRY(examples.baseline, results_in(demo_files().baseline));
  PLUMB_TRY(examples.good, results_in(demo_files().good));
  PLUMB_TRY(examples.drifted, results_in(demo_files().drifted));
  const std::size_t questions = examples.baseline.size();
  if (examples.good.size() != questions || examples.drifted.size() != questions) {
    return fail(ErrorCode::corrupt, "the examples of Plumb's own have not the same questions");
  }
  std::vector<DemoRun> runs;
  for (int night = 0; night < kNights; ++night) runs.push_back(run_of(examples, night));
  return runs;
}

Result<LoadedDemo> load_demo_runs(Services& services, ProjectId project) {
  PLUMB_TRY(const auto runs, demo_runs());
  Store& store = services.store;
  const UtcTime now = store.now();
  return store.atomically([&]() -> Result<LoadedDemo> {
    ExecutionFilter of_demo;
    of_demo.name = kDemoName;
    PLUMB_TRY(const auto there,
              store.executions().list(project, of_demo, ExecutionSort::created, {1, "", false}));
    if (!there.items.empty()) {
      return fail(ErrorCode::conflict,
                  fmt::format("the demo's data is here already: execution {} is one of its runs",
                              number_of(there.items.front().id)));
    }
    LoadedDemo loaded;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const auto nights_ago = std::chrono::hours(24) * static_cast<int>(runs.size() - 1 - i);
      PLUMB_TRY(const ExecutionId id, load_run(services, project, runs[i], now - nights_ago));
      loaded.executions.push_back(id);
      if (i > 0) continue;
      PLUMB_TRY(const auto baseline,
                store.baselines().create(project, {id, "Demo: the first night", "demo"}));
      loaded.baseline = baseline.id;
      MonitorSettings watch;
      watch.name = "Demo: every night";
      watch.baseline = baseline.id;
      watch.stream = kDemoName;
      PLUMB_TRY(const Monitor monitor, store.monitors().create(project, watch));
      loaded.monitor = monitor.id;
    }
    return loaded;
  });
}

Result<LoadedDemo> load_demo_documents(Services& services, ProjectId project, LoadedDemo loaded) {
  PLUMB_TRY(loaded.sessions, load_sessions(services, project));
  PLUMB_TRY(loaded.experiment, load_experiment(services, project));
  PLUMB_TRY(loaded.stereotype_analysis, load_stereotypes(services, project));
  return loaded;
}

}  // namespace plumb
