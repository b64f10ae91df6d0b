// Files that belong together, written one after the other into folders that are there.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/chart.h"

namespace plumb {

class WrittenFiles {
 public:
  // Each file is whole or as it was. Fails with io.
  Result<void> text(const std::filesystem::path& path, std::string_view content);
  Result<void> picture(const std::filesystem::path& path, const ChartSheet& sheet);

  // What was written, in order.
  const std::vector<std::filesystem::path>& paths() const { return paths_; }

 private:
  std::vector<std::filesystem::path> paths_;
};

}  // namespace plumb
