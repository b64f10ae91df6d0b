// Records of any format as lines of Plumb's own: what `plumb import` writes, and Python's import_.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ingest/execution_reader.h"
#include "ingest/session_reader.h"

namespace plumb {

// Takes a line with its end; what it fails with ends the conversion.
using TakeLine = std::function<Result<void>(std::string_view line)>;

struct Conversion {
  std::uint64_t written = 0;  // records, without the header
  std::uint64_t failed = 0;   // that say why they have no answer; as steps they are written
  std::string first_failed;   // of results
  std::uint64_t skipped = 0;
  std::string first_skipped;
  std::uint64_t labels_left_out = 0;  // of results
  std::uint64_t repeated = 0;         // spans that came again with another content
  std::string first_repeated;
};

// For a warning: "3 labels past the 32 of a result were left out".
std::string left_out_sentence(std::uint64_t labels);
// "2 spans came again with another content; the first: ..."
std::string repeated_sentence(std::uint64_t spans, std::string_view first);

// The header with `name`, then a line a result. Fails as the reader does.
Result<Conversion> convert_results(ExecutionReader& reader, const std::string& name,
                                   const TakeLine& take);
// The header, then a line a step.
Result<Conversion> convert_steps(SessionReader& reader, const TakeLine& take);

}  // namespace plumb
