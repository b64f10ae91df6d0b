#include "report/stereotype_files.h"

#include <fmt/format.h>

#include <system_error>

#include "report/stereotype_writers.h"
#include "report/written_files.h"

namespace plumb {
namespace {

namespace fs = std::filesystem;

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return fail(ErrorCode::io, fmt::format("the folder {} for results cannot be made: {}",
                                         folder.string(), error.message()));
}

Result<void> write_model(WrittenFiles& files, const fs::path& folder,
                         const StereotypeReport& report, const StereotypeAnalysis& of,
                         bool raw_csv) {
  PLUMB_CHECK_RESULT(
      files.text(folder / "drift_analysis.csv", stereotype_csv(report, of, raw_csv)));
  PLUMB_CHECK_RESULT(
      files.text(folder / "summary.csv", stereotype_summary_csv(report, of, raw_csv)));
  PLUMB_CHECK_RESULT(files.picture(folder / "control_vs_bias.png", control_bias_sheet(report, of)));
  PLUMB_CHECK_RESULT(files.picture(folder / "drift_by_bias_type.png", bias_type_sheet(report, of)));
  PLUMB_CHECK_RESULT(
      files.picture(folder / "drift_by_stereotype_type.png", stereotype_type_sheet(report, of)));
  PLUMB_CHECK_RESULT(
      files.picture(folder / "drift_heat_map.png", stereotype_heat_map_sheet(report, of)));
  return files.picture(folder / "drift_direction.png", direction_sheet(report, of));
}

}  // namespace

Result<std::vector<fs::path>> write_stereotype_files(const fs::path& results,
                                                     const StereotypeReport& report,
                                                     const StereotypeAnalysis& of, bool raw_csv) {
  WrittenFiles files;
  const fs::path folder = results / of.evaluation.model / report.date;
  PLUMB_CHECK_RESULT(make_folder(folder));
  PLUMB_CHECK_RESULT(write_model(files, folder, report, of, raw_csv));
  const StereotypeReport one{report.date, report.classifier, {of}, report.provenance};
  PLUMB_CHECK_RESULT(files.text(folder / "stereotype_report.html", stereotype_html(one)));
  return files.paths();
}

}  // namespace plumb
