#include "record/stored_execution.h"

#include <utility>

#include "record/execution_json.h"

namespace plumb {

std::string_view name_of(ExecutionState state) {
  switch (state) {
    case ExecutionState::receiving:
      return "receiving";
    case ExecutionState::completed:
      return "completed";
  }
  std::unreachable();
}

StoredResult to_stored_result(const Response& response) {
  StoredResult stored;
  stored.id = response.id;
  stored.severity = response.severity;
  stored.embedding = response.embedding;
  Response without_vector = response;
  without_vector.embedding.clear();
  append_json_line(stored.line, without_vector);
  stored.line.pop_back();  // the line's end
  return stored;
}

}  // namespace plumb
