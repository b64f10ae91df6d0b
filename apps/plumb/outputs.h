// Where the rows of a command go: every -o, and standard output.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "report/row_writer.h"

namespace plumb {

// Whether two spellings, through links, "." and "..", name one file.
bool same_file(const std::string& a, const std::string& b);

// Whether a file written as `output` would take the place of `input`: a path, or "-" for the file
// that standard input is read from.
bool would_replace(const std::string& output, const std::string& input);

// --raw-csv of commands whose rows carry ids of their input.
void add_raw_csv_option(CLI::App& command, bool& raw_csv);

class Outputs {
 public:
  struct Formats {
    std::span<const RowFormat> files;    // that -o may ask for
    RowFormat plain = RowFormat::jsonl;  // of standard output without --json and -o
    bool plain_wanted = true;
  };

  // Fails with invalid_input for an extension that the command does not write.
  static Result<Outputs> open(const CommandContext& context, const Formats& formats,
                              const RowEnvelope& envelope);

  // Renders the row once for each output.
  template <class Row>
  Result<void> add(const Row& row) {
    for (RowWriter& writer : writers_) {
      render_row(row, writer.format(), scratch_);
      PLUMB_CHECK_RESULT(writer.add(scratch_));
    }
    ++rows_;
    return {};
  }

  Result<void> checkpoint();
  Result<void> finish(std::string_view json_members);

  // Ends every output after `error`, and says in it where the rows are.
  Error abandon(Error error);

  std::uint64_t rows() const { return rows_; }

 private:
  std::vector<RowWriter> writers_;
  std::string scratch_;
  std::uint64_t rows_ = 0;
};

}  // namespace plumb
