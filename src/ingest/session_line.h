// A step of a session out of named fields, whichever format they come in.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// A field whose name can be chosen.
struct SessionFieldName {
  std::string field;
  std::string SessionColumns::* column;
  std::vector<std::string> usual;
  bool is_required = false;  // by every step
};
std::span<const SessionFieldName> session_field_names();

// Where a field is looked for: by the name that `columns` gives it, else by the usual ones in turn.
std::vector<std::string> names_of(const SessionColumns& columns,
                                  std::string SessionColumns::* column);

}  // namespace plumb
