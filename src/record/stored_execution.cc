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
  constexpr std::size_t kNames = 200;  // of members, and brackets
  stored.line.reserve(response.response.size() + response.id.size() + kNames);
  append_json_without_vector(stored.line, response);
  return stored;
}

StoredResult to_stored_result(const ResponseView& response) {
  StoredResult stored;
  stored.id = response.id;
  stored.severity = response.severity;
  constexpr std::size_t kNames = 200;  // as above, with tools and labels
  stored.line.reserve(response.response.size() + response.prompt.value_or("").size() +
                      response.id.size() + kNames);
  append_json_without_vector(stored.line, response);
  return stored;
}

}  // namespace plumb
