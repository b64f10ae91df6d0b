#include "outputs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace plumb {
namespace {

std::string_view extension_of(RowFormat format) {
  switch (format) {
    case RowFormat::json:
      return ".json";
    case RowFormat::jsonl:
      return ".jsonl";
    case RowFormat::csv:
      return ".csv";
    case RowFormat::text:
      return ".txt";
    case RowFormat::npy:
      return ".npy";
  }
  std::unreachable();
}

Result<RowFormat> format_of(const std::string& path, std::span<const RowFormat> allowed) {
  const auto format = format_of_extension(path);
  if (format && std::ranges::find(allowed, *format) != allowed.end()) return *format;
  std::string names;
  for (const RowFormat each : allowed) {
    names += (names.empty() ? "" : ", ") + std::string(extension_of(each));
  }
  return fail(
      ErrorCode::invalid_input,
      fmt::format("-o {}: the extension says no format that is written here; take one of {}", path,
                  names));
}

std::filesystem::path full_path(const std::string& path) {
  std::error_code error;
  auto full = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? std::filesystem::path(path) : full;
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
  return full_path(a) == full_path(b);
}

bool would_replace(const std::string& output, const std::string& input) {
  if (input != "-") return same_file(input, output);
  struct stat read{};
  struct stat there{};
  return ::fstat(STDIN_FILENO, &read) == 0 && ::stat(output.c_str(), &there) == 0 &&
         S_ISREG(read.st_mode) && read.st_dev == there.st_dev && read.st_ino == there.st_ino;
}

void add_raw_csv_option(CLI::App& command, bool& raw_csv) {
  command.add_flag("--raw-csv", raw_csv,
                   "do not escape cells of text that a spreadsheet would run");
}

Result<Outputs> Outputs::open(const CommandContext& context, const Formats& formats,
                              const RowEnvelope& envelope) {
  std::vector<RowFormat> file_formats;  // all looked at before the first file is made
  for (const std::string& path : context.outputs) {
    PLUMB_TRY(const RowFormat format, format_of(path, formats.files));
    PLUMB_CHECK_RESULT(check_can_hold(path, format));
    file_formats.push_back(format);
    const auto same = [&](const std::string& other) { return same_file(other, path); };
    if (std::ranges::count_if(context.outputs, same) > 1) {
      return fail(ErrorCode::invalid_input, fmt::format("-o {} is given twice", path));
    }
  }
  Outputs outputs;
  for (std::size_t i = 0; i < file_formats.size(); ++i) {
    PLUMB_TRY(auto file, OutputFile::create(context.outputs[i]));
    PLUMB_TRY(auto writer, RowWriter::begin(std::move(file), file_formats[i], envelope));
    outputs.writers_.push_back(std::move(writer));
  }
  const bool plain = formats.plain_wanted && context.outputs.empty();
  if (context.json || plain) {
    const RowFormat format = context.json ? RowFormat::json : formats.plain;
    PLUMB_TRY(auto writer, RowWriter::begin(OutputFile::standard_output(), format, envelope));
    outputs.writers_.push_back(std::move(writer));
  }
  return outputs;
}

Result<void> Outputs::checkpoint() {
  for (RowWriter& writer : writers_) PLUMB_CHECK_RESULT(writer.checkpoint());
  return {};
}

Result<void> Outputs::finish(std::string_view json_members) {
  for (RowWriter& writer : writers_) PLUMB_CHECK_RESULT(writer.finish(json_members));
  return {};
}

Error Outputs::abandon(Error error) {
  std::string kept;
  for (RowWriter& writer : writers_) {
    writer.abandon(error.message);
    if (writer.file().is_standard_output() || writer.rows() == 0) continue;
    kept += fmt::format("{}{} row{} in {}", kept.empty() ? "; kept: " : ", ", writer.rows(),
                        writer.rows() == 1 ? "" : "s", writer.file().location());
  }
  error.message += kept;
  return error;
}

}  // namespace plumb
