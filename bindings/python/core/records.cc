#include "records.h"

#include <fmt/format.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>

#include "errors.h"
#include "ingest/conversion.h"
#include "ingest/file_format.h"
#include "input.h"
#include "reading.h"
#include "report/output_file.h"

namespace plumb::python {
namespace nb = nanobind;
using namespace nb::literals;
namespace {

// Lines of the input in Plumb's own format, header first. Ctrl-C is heard.
Conversion convert(Input& input, const std::string& as, const Reading& reading,
                   const std::string& name, const TakeLine& take) {
  std::uint64_t lines = 0;
  const TakeLine take_some = [&](std::string_view line) {
    if (++lines % 256 == 0) check_signals();
    return take(line);
  };
  if (as == "session") {
    SessionReader reader = value(SessionReader::from(value(input.lines()), reading.of_steps()));
    return value(convert_steps(reader, take_some));
  }
  if (as != "execution") {
    refuse(fmt::format("as_ is \"{}\"; it can be \"execution\" or \"session\"", as));
  }
  ExecutionReader reader = value(ExecutionReader::from(value(input.lines()), reading.of_results()));
  return value(convert_results(reader, name, take_some));
}

// (written, failed, skipped, repeated, warnings)
nb::tuple told(const Conversion& count, const std::string& name, bool is_execution) {
  nb::list warnings;
  if (count.skipped > 0) {
    warnings.append(skipped_sentence(count.skipped, name, count.first_skipped));
  }
  if (count.failed > 0 && is_execution) {
    warnings.append(failed_sentence(count.failed, count.first_failed));
  }
  if (count.labels_left_out > 0) warnings.append(left_out_sentence(count.labels_left_out));
  if (count.repeated > 0) {
    warnings.append(repeated_sentence(count.repeated, count.first_repeated));
  }
  return nb::make_tuple(count.written, count.failed, count.skipped, count.repeated, warnings);
}

// Whether the service can be sent the file as it is: JSON Lines of Plumb's own.
bool is_native_file(const std::string& path) {
  const nb::gil_scoped_release unlocked;
  constexpr std::string_view kPacked = "\x1f\x8b";
  LineReader lines = value(LineReader::open(path));
  if (value(lines.peek(kPacked.size())) == kPacked || value(detect_import(lines))) return false;
  return value(detect_format(lines)) == ExecutionFormat::jsonl;
}

// ([line, ...], failed, skipped, warnings), without the header.
nb::tuple read_records(nb::handle source, const std::string& as, const std::string& format,
                       const Columns& columns, bool skip_bad) {
  Input input(source);
  const Reading reading{format, columns, skip_bad};
  std::vector<std::string> lines;
  std::optional<Conversion> count;
  {
    const nb::gil_scoped_release unlocked;
    count = convert(input, as, reading, "", [&](std::string_view line) -> Result<void> {
      lines.emplace_back(line);
      return {};
    });
  }
  nb::list records;
  for (std::size_t i = 1; i < lines.size(); ++i) records.append(lines[i]);
  return nb::make_tuple(records, told(*count, input.name(), as == "execution"));
}

nb::tuple write_records(nb::handle source, const std::string& output, const std::string& as,
                        const std::string& name, const std::string& format, const Columns& columns,
                        bool skip_bad) {
  Input input(source);
  const Reading reading{format, columns, skip_bad};
  std::optional<Conversion> count;
  {
    const nb::gil_scoped_release unlocked;
    OutputFile out = value(OutputFile::create(output));
    try {
      count = convert(input, as, reading, name, [&](std::string_view line) -> Result<void> {
        PLUMB_CHECK_RESULT(out.write(line));
        out.end_record();
        return {};
      });
      if (count->written == 0) {
        refuse(fmt::format("{} holds nothing that can be imported as {}{}", input.name(),
                           as == "session" ? "a session" : "an execution",
                           count->failed > 0 ? "; every record failed" : ""));
      }
    } catch (...) {
      out.discard();
      throw;
    }
    value(out.commit());
  }
  return told(*count, input.name(), as == "execution");
}

}  // namespace

void bind_records(nb::module_& module) {
  module.def(
      "check_columns",
      [](const Columns& columns, const std::string& as) {
        const Reading reading{"auto", columns, false};
        if (as == "session") {
          static_cast<void>(reading.of_steps());
        } else {
          static_cast<void>(reading.of_results());
        }
      },
      "columns"_a, "as_"_a);
  module.def("is_native_file", &is_native_file, "path"_a);
  module.def("read_records", &read_records, "source"_a, "as_"_a, "format"_a, "columns"_a,
             "skip_bad"_a);
  module.def("write_records", &write_records, "source"_a, "output"_a, "as_"_a, "name"_a, "format"_a,
             "columns"_a, "skip_bad"_a);
}

}  // namespace plumb::python
