// One line of a generations file as a record.
#pragma once

#include <expected>
#include <string_view>

#include "ingest/json_line.h"
#include "record/case.h"

namespace plumb {

class GenerationLineParser {
 public:
  GenerationLineParser();

  // All but `line`.
  std::expected<Generation, JsonProblem> read(std::string_view line);

 private:
  std::expected<void, JsonProblem> read_case_id(Generation& out) const;
  std::expected<void, JsonProblem> read_turn(Generation& out) const;
  std::expected<void, JsonProblem> read_variant(Generation& out) const;
  std::expected<void, JsonProblem> read_status(Generation& out) const;
  std::expected<void, JsonProblem> read_text(Generation& out) const;
  const JsonNode* given(std::string_view name) const;  // nullptr where absent or null

  JsonLineParser line_;
};

}  // namespace plumb
