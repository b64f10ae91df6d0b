// Writes every format of the example reports into a folder, for the checks that need
// another program: JSON Schema, an XML parser, a browser.
//
//   write_examples FOLDER
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "report/experiment_writers.h"
#include "report/formats.h"
#include "report/intent_writers.h"
#include "report/session_writers.h"
#include "report/stereotype_writers.h"
#include "support/example_comparison.h"
#include "support/example_reports.h"
#include "support/example_stereotypes.h"

namespace plumb {
namespace {

bool write_comparisons(const std::string& folder) {
  std::vector<Comparison> runs;
  for (int i = 0; i < 3; ++i) {
    runs.push_back(testing::example_comparison());
    runs.back().current.name += "-" + std::to_string(i);
  }
  runs[1].verdict = Verdict::stable;
  runs[1].results.front().verdict = Verdict::stable;
  const std::vector<std::pair<std::string, std::vector<Comparison>>> documents = {
      {"example", {testing::example_comparison()}},
      {"hostile", {testing::hostile_comparison()}},
      {"empty", {Comparison{}}},
      {"runs", runs},
      {"none", {}}};
  for (const auto& [name, comparisons] : documents) {
    for (const char* extension :
         {".json", ".jsonl", ".csv", ".md", ".html", ".junit.xml", ".sarif", ".png", ".svg"}) {
      const std::string path = folder + "/" + name + extension;
      if (const auto written = write_report(path, comparisons); !written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
        return false;
      }
    }
  }
  return true;
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

void write_conversations(const std::string& folder, const std::string& name,
                         const IntentReport& intent, const SessionReport& session,
                         const PlanReport& plans) {
  const std::string intent_path = folder + "/intent-" + name;
  write(intent_path + ".json", intent_json(intent));
  write(intent_path + ".csv", intent_csv(intent));
  write(intent_path + ".html", intent_html(intent));
  const std::string session_path = folder + "/session-" + name;
  write(session_path + ".json", session_json(session));
  write(session_path + ".csv", session_csv(session));
  write(session_path + ".html", session_html(session));
  write(folder + "/plans-" + name + ".json", plans_json(plans));
}

void write_experiment(const std::string& folder, const std::string& name,
                      const ExperimentReport& report) {
  const std::string path = folder + "/experiment-" + name;
  write(path + ".json", experiment_json(report));
  write(path + ".jsonl", experiment_jsonl(report));
  write(path + ".csv", experiment_csv(report));
  write(path + ".html", experiment_html(report));
  write(path + ".md", experiment_markdown(report, true));
  write(path + "-models.csv", cross_model_csv(report));
  if (report.models.empty()) return;
  write(path + "-tasks.csv", task_comparison_csv(report.models.front()));
  write(path + "-summary.csv", summary_stats_csv(report.models.front()));
  write(path + "-significance.csv", significance_stats_csv(report.models.front()));
}

void write_stereotypes(const std::string& folder, const std::string& name,
                       const StereotypeReport& report) {
  const std::string path = folder + "/stereotype-" + name;
  write(path + ".json", stereotype_json(report));
  write(path + ".jsonl", stereotype_jsonl(report));
  write(path + ".csv", stereotype_csv(report));
  write(path + ".html", stereotype_html(report));
  write(path + ".md", stereotype_markdown(report));
  write(path + ".svg", sheet_svg(stereotype_sheet(report)));
  if (report.models.empty()) return;
  write(path + "-summary.csv", stereotype_summary_csv(report, report.models.front()));
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  using namespace plumb;
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  for (const auto& [name, text] :
       {std::pair<std::string, std::string>{"example", "sleep"}, {"hostile", testing::kHostile}}) {
    write_conversations(folder, name, testing::example_intent(text), testing::example_session(text),
                        testing::example_plans(text));
    write_experiment(folder, name, testing::example_experiment(text));
    write_stereotypes(folder, name, testing::example_stereotypes(text));
  }
  ExperimentReport models = testing::example_experiment("sleep");
  models.models.push_back(testing::example_interpretation("walk"));
  models.models.push_back({});
  write_experiment(folder, "models", models);
  write_experiment(folder, "empty", {});
  StereotypeReport stereotypes = testing::example_stereotypes("sleep");
  stereotypes.models.push_back(testing::example_stereotypes("walk").models.front());
  stereotypes.models.push_back({});
  write_stereotypes(folder, "models", stereotypes);
  write_stereotypes(folder, "empty", {});
  write_conversations(folder, "empty", {}, {}, {});
  return write_comparisons(folder) ? 0 : 1;
}
