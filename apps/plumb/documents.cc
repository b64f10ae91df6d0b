#include "documents.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "outputs.h"
#include "report/output_file.h"

namespace plumb {

Result<void> check_outputs(const CommandContext& context, std::span<const ReportFormat> formats,
                           std::span<const std::string> inputs) {
  for (const std::string& path : context.outputs) {
    PLUMB_CHECK_RESULT(report_format_of(path, formats));
    // A long computation should not end in a folder that was never there.
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
      return fail(
          ErrorCode::invalid_input,
          fmt::format("-o {}: there is no folder {}; make it first", path, folder.string()));
    }
    const auto same = [&](const std::string& other) { return same_file(other, path); };
    if (std::ranges::count_if(context.outputs, same) > 1) {
      return fail(ErrorCode::invalid_input, fmt::format("-o {} is given twice", path));
    }
    const auto replaced = [&](const std::string& input) {
      return !input.empty() && would_replace(path, input);
    };
    if (std::ranges::any_of(inputs, replaced)) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("-o {} would replace a file that is read; give another name", path));
    }
  }
  return {};
}

Result<void> check_folder(std::string_view option, const std::filesystem::path& folder) {
  std::error_code ignored;
  auto nearest = std::filesystem::absolute(folder, ignored);
  while (!std::filesystem::exists(nearest, ignored) && nearest != nearest.parent_path()) {
    nearest = nearest.parent_path();
  }
  if (!std::filesystem::is_directory(nearest, ignored)) {
    return fail(ErrorCode::invalid_input, fmt::format("{} {}: {} is no folder; name another place",
                                                      option, folder.string(), nearest.string()));
  }
  if (::access(nearest.c_str(), W_OK | X_OK) != 0) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} {}: the folder {} cannot be written to; name another place", option,
                            folder.string(), nearest.string()));
  }
  return {};
}

Result<void> write_output(const std::string& path, std::string_view bytes) {
  PLUMB_TRY(OutputFile file, OutputFile::create(path));
  auto written = file.write(bytes);
  if (written) written = file.commit();
  if (!written) file.discard();
  return written;
}

Result<void> write_document(CommandContext& context, const Document& document) {
  for (const std::string& path : context.outputs) {
    PLUMB_TRY(const ReportFormat format, report_format_of(path));
    PLUMB_TRY(const std::string bytes, document.render(format));
    PLUMB_CHECK_RESULT(write_output(path, bytes));
  }
  if (context.json) {
    PLUMB_TRY(const std::string json, document.render(ReportFormat::json));
    context.print(json);
  } else {
    context.print(document.table());
  }
  return {};
}

}  // namespace plumb
