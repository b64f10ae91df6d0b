#include "report/experiment_files.h"

#include "report/experiment_writers.h"
#include "report/written_files.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

Result<void> write_reports(WrittenFiles& files, const fs::path& folder,
                           const ExperimentReport& report) {
  PLUMB_CHECK_RESULT(
      files.text(folder / "experiment_report.md", experiment_markdown(report, true)));
  return files.text(folder / "experiment_report.html", experiment_html(report));
}

Result<void> write_model(WrittenFiles& files, const fs::path& folder, const Interpretation& of,
                         bool raw_csv) {
  PLUMB_CHECK_RESULT(files.text(folder / "task_comparison.csv", task_comparison_csv(of, raw_csv)));
  PLUMB_CHECK_RESULT(files.text(folder / "summary_stats.csv", summary_stats_csv(of, raw_csv)));
  PLUMB_CHECK_RESULT(
      files.text(folder / "significance_stats.csv", significance_stats_csv(of, raw_csv)));
  PLUMB_CHECK_RESULT(files.picture(folder / "ids_by_step.png", ids_by_step_sheet(of)));
  PLUMB_CHECK_RESULT(files.picture(folder / "ids_by_task_type.png", ids_by_task_type_sheet(of)));
  return files.picture(folder / "ids_per_task.png", ids_per_task_sheet(of));
}

}  // namespace

Result<std::vector<fs::path>> write_experiment_files(const fs::path& folder,
                                                     const ExperimentReport& report, bool raw_csv) {
  WrittenFiles files;
  const bool several = report.models.size() > 1;
  for (const Interpretation& of : report.models) {
    const fs::path own = of.folder.empty() ? folder : folder / of.folder;
    PLUMB_CHECK_RESULT(write_model(files, own, of, raw_csv));
    if (several && of.folder.empty()) continue;  // the report on all of them has its name
    ExperimentReport one{{of}, report.warnings, report.provenance};
    one.models.front().folder.clear();  // its pictures are beside it
    PLUMB_CHECK_RESULT(write_reports(files, own, one));
  }
  if (several) {
    PLUMB_CHECK_RESULT(files.text(folder / "cross_model.csv", cross_model_csv(report, raw_csv)));
    PLUMB_CHECK_RESULT(files.picture(folder / "cross_model.png", cross_model_sheet(report)));
    PLUMB_CHECK_RESULT(write_reports(files, folder, report));
  }
  return files.paths();
}

}  // namespace plumb
