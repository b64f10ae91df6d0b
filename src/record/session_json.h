// Steps of sessions as lines of their format, "session/1".
//
// What ingest/session_reader.h reads, it reads back from these lines equal in every field but
// `line`.
#pragma once

#include <string>

#include "record/session.h"

namespace plumb {

// Appends the line with its end. Numbers must be finite.
void append_json_line(std::string& out, const SessionStep& step);

}  // namespace plumb
