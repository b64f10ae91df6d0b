// Three short tasks, and a run of them with the scripted backend and the word embedder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "experiment/run_manifest.h"
#include "experiment/runner.h"
#include "support/scripted_backend.h"
#include "support/word_embedder.h"

namespace plumb::testing {

inline Experiment small_experiment() {
  Experiment experiment;
  experiment.prompts = {"You help.", "You keep to this.\n{intent_block}"};
  const auto add = [&](std::string id, std::string goal, std::vector<std::string> steps) {
    Task task;
    task.type = *task_type_of(id);
    task.id = std::move(id);
    task.initial_intent = std::move(goal);
    task.source_text = "the ferry to the island sails again in spring";
    task.steps = std::move(steps);
    experiment.tasks.push_back(std::move(task));
  };
  add("summarization_0", "summarize the news of the ferry",
      {"summarize the news", "summarize the news of the ferry shorter", "write a poem",
       "summarize the ferry news again"});
  add("planning_1", "plan a trip to the island",
      {"plan the trip", "plan the trip to the island in two days", "sell me a boat"});
  add("planning_2", "plan a feast", {"plan the feast", "plan a feast for ten"});
  return experiment;
}

inline std::string small_manifest(const Experiment& experiment, const ChatBackend& backend) {
  return manifest_text(experiment, {"0.0.0", backend.provenance(), {}});
}

// A run from the folder to its last line.
inline Result<RunProgress> run_small(const std::filesystem::path& folder, ScriptedBackend& backend,
                                     RunStart start = RunStart::afresh,
                                     const Experiment& experiment = small_experiment()) {
  PLUMB_TRY(RunFolder run, RunFolder::open(folder, experiment.settings.agents,
                                           small_manifest(experiment, backend), start));
  TextVectors vectors(word_embedder());
  return run_experiment(experiment, backend, vectors, run);
}

// Empties the texts of all members by that name.
inline void forget_member(std::string& json, std::string_view name) {
  const std::string start = "\"" + std::string(name) + "\":\"";
  for (std::size_t at = json.find(start); at != std::string::npos; at = json.find(start, at)) {
    at += start.size();
    json.erase(at, json.find('"', at) - at);
  }
}

// Both logs, without their times.
inline std::string logs_without_times(const std::filesystem::path& folder) {
  std::string all;
  for (const AgentKind agent : kAgentKinds) {
    const auto log = read_file(folder / log_name_of(agent), 1 << 20);
    all += log ? *log : "absent\n";
  }
  forget_member(all, "timestamp");
  forget_member(all, "last_confirmed");
  return all;
}

}  // namespace plumb::testing
