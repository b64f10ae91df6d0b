// Results or steps out of another tool's file, one at a time. ExecutionReader and SessionReader
// use it for what is not in Plumb's own formats; docs/formats has a page for each.
//
// Records that stand for themselves (openai, promptfoo, deepeval, inspect) are read in memory
// bounded by the largest of them. Spans (otlp, langfuse, langsmith) belong together wherever in
// the file they stand: what they say is kept until the end, of at most kMostSpans of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "ingest/import_format.h"
#include "ingest/line_reader.h"
#include "record/execution.h"
#include "record/session.h"

namespace plumb {

class ImportReader {
 public:
  static constexpr std::size_t kMostSpans = 5'000'000;
  static constexpr std::size_t kMostSpansOfTrace = 25'000;

  // `source` is how results without an id of their own are called: "source:12".
  // Fails like ImportRecords::open.
  static Result<ImportReader> open(LineReader lines, ImportFormat format, std::string source,
                                   std::size_t max_record_bytes);
  ImportReader(ImportReader&&) noexcept;
  ImportReader& operator=(ImportReader&&) noexcept;
  ~ImportReader();

  // The next, or nothing at the end; valid until the next call. One of the two is asked for.
  // A bad record fails with invalid_input, its place and what is wrong; the call after it goes on.
  Result<const Response*> next_result();
  Result<const SessionStep*> next_step();

  // Where the one at hand comes from: "runs.jsonl:12", or the file where it is of several records.
  const std::string& place() const;
  // Records that say why there is no answer: steps have that, results do not.
  std::uint64_t failed() const;
  const std::string& first_failed() const;  // a sentence on the first of them
  // Labels past the 32 that a result has at most.
  std::uint64_t labels_left_out() const;
  // Spans, observations and runs that came again with another content: of OTLP the first record
  // counts, of Langfuse and LangSmith the last.
  std::uint64_t repeated() const;
  const std::string& first_repeated() const;  // a sentence on the first of them
  const LineReader& lines() const;

 private:
  struct State;
  explicit ImportReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace plumb
