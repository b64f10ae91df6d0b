// Where a command's one result goes: every -o in the format of its extension, and
// standard output, as JSON or as a table.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "report/formats.h"

namespace plumb {

struct Document {
  std::vector<ReportFormat> formats;  // that -o may ask for
  std::function<Result<std::string>(ReportFormat)> render;
  std::function<std::string()> table;  // for standard output without --json
};

// Before any work: fails with invalid_input where -o asks for a format that is not
// among `formats`, is given twice, would replace one of `inputs`, or names a folder
// that is not there.
Result<void> check_outputs(const CommandContext& context, std::span<const ReportFormat> formats,
                           std::span<const std::string> inputs);

// Before any work too: fails with invalid_input where files cannot be written into the folder that
// `option` names, or where it has to be made.
Result<void> check_folder(std::string_view option, const std::filesystem::path& folder);

// One file as every -o is written: whole or not at all, and what is no regular file (a pipe, a
// device) straight.
Result<void> write_output(const std::string& path, std::string_view bytes);

// Each -o, then standard output: the JSON document with --json, else the table.
Result<void> write_document(CommandContext& context, const Document& document);

}  // namespace plumb
