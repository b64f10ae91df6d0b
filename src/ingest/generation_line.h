// One line of a generations file as a record.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "ingest/json_line.h"
#include "record/case.h"

namespace plumb {

class GenerationLineParser {
 public:
  GenerationLineParser();

  // All but `line`.
  std::expected<Generation, JsonProblem> read(std::string_view line);

  // Of the line that was read last, with the column of its case or of its turn.
  JsonProblem problem_of_case(std::string reason) const;
  JsonProblem problem_of_turn(std::string reason) const;

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
