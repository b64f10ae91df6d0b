// A step of a session out of named fields, whichever format they come in.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ingest/json_line.h"
#include "ingest/session_reader.h"
#include "record/session.h"

namespace plumb {

// One field as its format gives it.
struct SessionField {
  JsonKind kind = JsonKind::string;
  std::string_view text;
  std::string_view raw;            // for a sentence
  const JsonNode* node = nullptr;  // of JSON
  std::size_t place = 0;           // of CSV: where its cell starts
};

struct SessionProblem {
  std::string reason;
  std::optional<SessionField> field;  // none: the whole line is meant
};

// The field by that name; none where it is absent, null or an empty cell.
using FindField = std::function<std::optional<SessionField>(std::string_view)>;

// Fills `out` but for `line`, and what only JSON can hold: see read_session_objects.
std::expected<void, SessionProblem> read_session_step(const FindField& find,
                                                      const SessionColumns& columns,
                                                      SessionStep& out);

// "policy_thresholds" and "intent", which are objects.
std::expected<void, SessionProblem> read_session_objects(const JsonLineParser& line,
                                                         SessionStep& out);

// The usual names of a field that `columns` leaves empty.
std::vector<std::string> session_field_names(const std::string& chosen,
                                             std::initializer_list<const char*> usual);

}  // namespace plumb
