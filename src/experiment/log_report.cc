#include "experiment/log_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiment/interpretation.h"
#include "experiment/rescore.h"
#include "ingest/experiment_log.h"
#include "ingest/run_facts.h"
#include "judge/experiment_verdict.h"
#include "measure/trend.h"

namespace plumb {
namespace {

constexpr std::string_view kManifest = "run.json";

// "MODEL/" and "run.json" of "MODEL/run.json".
std::pair<std::string_view, std::string_view> split_name(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  if (slash == name.npos) return {{}, name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

std::optional<AgentKind> agent_of_log(std::string_view file) {
  for (const AgentKind agent : kAgentKinds) {
    if (file == log_name_of(agent)) return agent;
  }
  return std::nullopt;
}

LineReader lines_of(std::string_view text, const std::string& name) {
  return LineReader(name, [text](std::span<char> out) mutable -> Result<std::size_t> {
    const std::size_t count = std::min(out.size(), text.size());
    std::copy_n(text.data(), count, out.data());
    text.remove_prefix(count);
    return count;
  });
}

Result<void> add_log(const std::string& name, std::string_view text, AgentKind agent,
                     ModelLogs& logs) {
  PLUMB_TRY(ExperimentLog log, read_experiment_log(lines_of(text, name), {.agent = agent}));
  if (!log.broken_tail.empty()) {
    logs.warnings.push_back("the last line of a log is broken off and left out: " +
                            log.broken_tail);
  }
  std::ranges::move(log.steps, std::back_inserter(logs.steps));
  return {};
}

void add_manifest(const std::string& name, std::string_view text, ModelLogs& logs) {
  if (auto facts = read_run_facts(text, name)) {
    logs.run = *std::move(facts);
  } else {
    logs.warnings.push_back("how the logs were made is not known: " + facts.error().message);
  }
}

}  // namespace

Result<std::vector<ModelLogs>> read_log_texts(
    const std::map<std::string, std::string, std::less<>>& texts) {
  std::map<std::string, ModelLogs, std::less<>> models;
  for (const auto& [name, text] : texts) {  // baseline before intent, as in a folder
    const auto [folder, file] = split_name(name);
    const auto agent = agent_of_log(file);
    if (!agent && file != kManifest) continue;
    ModelLogs& logs = models[std::string(folder)];
    logs.folder = folder;
    if (agent) {
      PLUMB_CHECK_RESULT(add_log(name, text, *agent, logs));
    } else {
      add_manifest(name, text, logs);
    }
  }
  std::vector<ModelLogs> found;
  for (auto& [folder, logs] : models) {
    if (logs.steps.empty()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("the logs{}{} hold no step of an experiment",
                              folder.empty() ? "" : " of ", folder));
    }
    found.push_back(std::move(logs));
  }
  if (!found.empty()) return found;
  return fail(ErrorCode::not_found,
              fmt::format("there is neither {} nor {}", log_name_of(AgentKind::baseline),
                          log_name_of(AgentKind::intent)));
}

Result<ExperimentReport> report_on_logs(std::vector<ModelLogs> models,
                                        const LogReportOptions& options) {
  InterpretationOptions interpretation;
  interpretation.resampling.seed = options.seed;
  ExperimentReport report;
  if (options.rescorer) report.provenance.vectors = options.rescorer->origin;
  report.provenance.plumb_version = PLUMB_VERSION;
  report.provenance.seed = options.seed;
  report.provenance.permutations = kTurningPointDraws;
  report.provenance.bootstrap_draws = interpretation.resampling.draws;
  report.provenance.thresholds = {{"alpha", kExperimentAlpha}};
  for (ModelLogs& logs : models) {
    std::optional<RescoreResult> rescored;
    if (options.rescorer) {
      PLUMB_TRY(rescored, rescore(logs.steps, options.rescorer->embed));
    }
    PLUMB_TRY(Interpretation model, interpret_experiment(logs.steps, interpretation));
    model.folder = std::move(logs.folder);
    model.run = std::move(logs.run);
    model.rescore = std::move(rescored);
    model.warnings.insert(model.warnings.begin(), logs.warnings.begin(), logs.warnings.end());
    report.models.push_back(std::move(model));
  }
  return report;
}

}  // namespace plumb
