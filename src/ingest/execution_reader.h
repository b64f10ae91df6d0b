// Results of an execution, one at a time, from JSON Lines or CSV, or from a file of another tool
// (ingest/import_reader.h), each of them as it is or packed with gzip.
//
// Memory is bounded by the longest line allowed, and about 24 bytes a result to find
// ids that come twice. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "ingest/execution_fields.h"
#include "ingest/import_format.h"
#include "ingest/line_reader.h"
#include "record/execution.h"

namespace plumb {

enum class ExecutionFormat { jsonl, csv };

struct ExecutionReaderOptions {
  std::optional<ExecutionFormat> format;        // none: by extension, else by the first byte
  std::optional<ImportFormat> import_format{};  // none: by content, where `format` is none too
  ExecutionColumns columns;
  bool skip_bad = false;  // count a bad line and go on instead of failing
  std::size_t max_line_bytes = LineReader::kDefaultMaxLineBytes;
};

class ExecutionReader {
 public:
  // `path` may be "-". Fails like LineReader::open, and where a CSV file's
  // header lacks the response's column (the sentence lists the columns).
  // ExecutionColumns are in execution_fields.h.
  static Result<ExecutionReader> open(const std::string& path,
                                      const ExecutionReaderOptions& options = {});
  static Result<ExecutionReader> from(LineReader reader, const ExecutionReaderOptions& options);
  ExecutionReader(ExecutionReader&&) noexcept;
  ExecutionReader& operator=(ExecutionReader&&) noexcept;
  ~ExecutionReader();

  // The next result, or nothing at the end; valid until the next call. A bad
  // line fails with invalid_input and `file:line:column: reason`; a second
  // result with an id that came before is a bad line, and so is a vector of
  // another length than those before it. Not skipped by skip_bad are: a header
  // of another version (unsupported), a CSV quote that is never closed
  // (corrupt), a file that changed while it was read (io), and at the end a
  // field that `columns` names and no line had (invalid_input).
  Result<const Response*> next();

  const ExecutionHeader& header() const;  // after the first next()
  std::uint64_t skipped() const;
  // What was wrong with the first line that was skipped, empty where none was.
  const std::string& first_skipped() const;
  // Records of another tool that say why they have no answer; they are no results.
  std::uint64_t failed() const;
  const std::string& first_failed() const;
  // Of another tool's records: labels past the 32 that a result has at most.
  std::uint64_t labels_left_out() const;
  // Of another tool's traces: spans that came again with another content.
  std::uint64_t repeated() const;
  const std::string& first_repeated() const;
  const LineReader& lines() const;

 private:
  struct State;
  explicit ExecutionReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb
