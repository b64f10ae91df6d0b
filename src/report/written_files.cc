#include "report/written_files.h"

#include "base/file.h"

namespace plumb {

Result<void> WrittenFiles::text(const std::filesystem::path& path, std::string_view content) {
  PLUMB_CHECK_RESULT(write_file(path, content));
  paths_.push_back(path);
  return {};
}

Result<void> WrittenFiles::picture(const std::filesystem::path& path, const ChartSheet& sheet) {
  PLUMB_TRY(const std::string bytes, sheet_png(sheet));
  return text(path, bytes);
}

}  // namespace plumb
