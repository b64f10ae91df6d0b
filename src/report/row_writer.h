// Rows into one output, in the envelope that its format asks for.
//
// Whoever has rows renders them (report/vectors.h); the
// writer puts them into a document, a table or an array that is valid at every
// checkpoint and after every failure:
//   json   {"plumb":"embed/1","provenance":{...},"results":[...],...}, closed with an
//          "error" member where the run failed
//   jsonl  a JSON value a line
//   csv    a header line, then a line a row
//   text   a line a row
//   npy    NumPy's format 1.0, float32 [rows, columns], its header rewritten as rows come
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "report/output_file.h"

namespace plumb {

enum class RowFormat { json, jsonl, csv, text, npy };

// ".npy" and so on; none for an extension that is not known.
std::optional<RowFormat> format_of_extension(std::string_view path);

// Before a file is opened, which waits where it is a pipe that nobody reads: fails with
// invalid_input where that is to hold .npy, whose header is written last.
Result<void> check_can_hold(const std::string& path, RowFormat format);

struct RowEnvelope {
  std::string kind;        // "embed/1"
  std::string provenance;  // a JSON object
  std::string csv_header;
  std::size_t npy_columns = 0;
  std::string text_head = {};  // a line before the rows of a text; empty: none
};

class RowWriter {
 public:
  // Writes what stands before the first row.
  static Result<RowWriter> begin(OutputFile file, RowFormat format, RowEnvelope envelope);

  RowFormat format() const { return format_; }
  // Rows added; after abandon(), rows that are in the file.
  std::uint64_t rows() const { return rows_; }
  const OutputFile& file() const { return file_; }

  // One row, rendered for format(), without a line end.
  Result<void> add(std::string_view row);

  // Everything so far reaches the file, which is valid as it stands (a JSON
  // document excepted: it ends with finish or abandon).
  Result<void> checkpoint();

  // `members` are more of the JSON document's: ",\"skipped\":2".
  Result<void> finish(std::string_view members = {});

  // Ends the output after a failure: what was written stays, valid, under
  // file().location(); without a row the file goes.
  void abandon(std::string_view why);

 private:
  RowWriter(OutputFile file, RowFormat format, RowEnvelope envelope);
  Result<void> write_head();

  OutputFile file_;
  RowFormat format_;
  RowEnvelope envelope_;
  std::uint64_t rows_ = 0;
  bool finished_ = false;
};

}  // namespace plumb
