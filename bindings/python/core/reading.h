// How records are read, as Python says it: a format's name, columns, whether bad lines are left
// out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ingest/execution_reader.h"
#include "ingest/session_reader.h"

namespace plumb::python {

// (field, column) pairs, "label" any number of times.
using Columns = std::vector<std::pair<std::string, std::string>>;

struct Reading {
  std::string format;  // "auto", "jsonl", "csv", or the name of another tool's
  Columns columns;
  bool skip_bad = false;

  // Throw InvalidInput where the format or a field is not known.
  ExecutionReaderOptions of_results() const;
  SessionReaderOptions of_steps() const;
};

// What was left out, for a warning.
std::string skipped_sentence(std::uint64_t lines, const std::string& name,
                             const std::string& first);
std::string failed_sentence(std::uint64_t records, const std::string& first);

}  // namespace plumb::python
