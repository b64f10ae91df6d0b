// Results of an execution as lines of its format, "execution/1".
//
// What ingest/execution_reader.h reads, it reads back from these lines equal in
// every field but `line`; docs/formats says what each member means.
#pragma once

#include <string>

#include "record/execution.h"

namespace plumb {

// Appends the line with its end. Tool arguments and results must be JSON, which
// they are where a reader made them; numbers of the embedding must be finite.
// An embedding is written by the shortest decimals that read back as the same floats.
void append_json_line(std::string& out, const Response& response);
void append_json_line(std::string& out, const ExecutionHeader& header);
// The line without its end and without the vector.
void append_json_without_vector(std::string& out, const Response& response);
void append_json_without_vector(std::string& out, const ResponseView& response);

}  // namespace plumb
