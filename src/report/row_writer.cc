#include "report/row_writer.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "report/json_value.h"

namespace plumb {
namespace {

// NumPy's format 1.0: magic, version, a 16-bit length, then a Python dict
// padded with spaces. 128 bytes hold any row count and keep the data aligned.
std::string npy_header(std::uint64_t rows, std::size_t columns) {
  constexpr std::size_t kHeaderBytes = 128;
  constexpr std::size_t kPrefixBytes = 10;
  constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
  std::string header(kMagic);
  header += static_cast<char>(kHeaderBytes - kPrefixBytes);
  header += '\0';
  header +=
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  header.resize(kHeaderBytes - 1, ' ');
  return header + '\n';
}

std::unexpected<Error> cannot_hold_npy(std::string_view output) {
  return fail(ErrorCode::invalid_input,
              fmt::format("{} cannot hold .npy: its header is written last, and this output "
                          "cannot go back; take .jsonl or a regular file",
                          output));
}

}  // namespace

std::optional<RowFormat> format_of_extension(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, RowFormat>, 5> kExtensions = {{
      {".json", RowFormat::json},
      {".jsonl", RowFormat::jsonl},
      {".csv", RowFormat::csv},
      {".txt", RowFormat::text},
      {".npy", RowFormat::npy},
  }};
  for (const auto& [extension, format] : kExtensions) {
    if (path.ends_with(extension)) return format;
  }
  return std::nullopt;
}

Result<void> check_can_hold(const std::string& path, RowFormat format) {
  std::error_code ignored;
  if (format != RowFormat::npy || !std::filesystem::is_fifo(path, ignored)) return {};
  return cannot_hold_npy(path);
}

RowWriter::RowWriter(OutputFile file, RowFormat format, RowEnvelope envelope)
    : file_(std::move(file)), format_(format), envelope_(std::move(envelope)) {}

Result<RowWriter> RowWriter::begin(OutputFile file, RowFormat format, RowEnvelope envelope) {
  RowWriter writer(std::move(file), format, std::move(envelope));
  PLUMB_CHECK_RESULT(writer.write_head());
  writer.file_.end_record();
  return writer;
}

Result<void> RowWriter::write_head() {
  switch (format_) {
    case RowFormat::json:
      return file_.write(fmt::format("{{\"plumb\":\"{}\",\"provenance\":{},\"results\":[",
                                     envelope_.kind, envelope_.provenance));
    case RowFormat::csv:
      return file_.write(envelope_.csv_header + '\n');
    case RowFormat::npy:
      return file_.write(npy_header(0, envelope_.npy_columns));
    case RowFormat::text:
      return envelope_.text_head.empty() ? Result<void>() : file_.write(envelope_.text_head + '\n');
    case RowFormat::jsonl:
      return {};
  }
  std::unreachable();
}

Result<void> RowWriter::add(std::string_view row) {
  if (format_ == RowFormat::json) PLUMB_CHECK_RESULT(file_.write(rows_ == 0 ? "\n" : ",\n"));
  PLUMB_CHECK_RESULT(file_.write(row));
  const bool line_each = format_ != RowFormat::json && format_ != RowFormat::npy;
  if (line_each) PLUMB_CHECK_RESULT(file_.write("\n"));
  file_.end_record();
  ++rows_;
  return {};
}

Result<void> RowWriter::checkpoint() {
  // Data first, then the count: a reader of the file never sees rows that are not there.
  if (format_ != RowFormat::npy) return file_.flush();
  PLUMB_TRY(const bool possible, file_.rewrite_start(npy_header(rows_, envelope_.npy_columns)));
  if (possible) return {};
  return cannot_hold_npy(file_.location());
}

Result<void> RowWriter::finish(std::string_view members) {
  if (format_ == RowFormat::json) {
    PLUMB_CHECK_RESULT(file_.write(fmt::format("\n]{}}}\n", members)));
  }
  PLUMB_CHECK_RESULT(checkpoint());
  PLUMB_CHECK_RESULT(file_.commit());
  finished_ = true;
  return {};
}

void RowWriter::abandon(std::string_view why) {
  if (finished_) return;
  // The reason is reported by whoever calls; a disk that is full may refuse the rest.
  (void)file_.flush();
  rows_ = file_.records() > 0 ? file_.records() - 1 : 0;  // the head is a record too
  if (rows_ == 0 && !file_.is_standard_output()) return file_.discard();
  if (format_ == RowFormat::json) {
    (void)file_.write(fmt::format("\n],\"error\":{}}}\n", json_string(why)));
  }
  (void)checkpoint();
}

}  // namespace plumb
