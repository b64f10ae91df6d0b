// The fields of a result, whichever format they come in.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/column_mapping.h"
#include "ingest/json_line.h"
#include "record/execution.h"

namespace plumb {

// Which CSV column, or JSON field by dots, holds what. A label's name is its column's.
struct ExecutionColumns {
  std::string id = "id";
  std::string prompt = "prompt";
  std::string response = "response";
  std::string severity = "severity";
  std::string tools = "tools";  // of CSV: JSON, or names separated by ";" or ","
  std::string embedding = "embedding";
  // Columns that become labels; none: of CSV every column that is nothing else. JSON has its object
  // "labels" besides.
  std::optional<std::vector<std::string>> labels;

  friend bool operator==(const ExecutionColumns&, const ExecutionColumns&) = default;
};

// Fails like map_columns.
Result<ExecutionColumns> execution_columns_of(std::span<const ColumnMapping> mappings);

// A value for a sentence: as it is written, the start of it where it is long.
std::string shown(std::string_view raw);

// `"severity" is 3, not text`, at the value's column.
JsonProblem wrong_type(const JsonLineParser& line, const JsonNode& node, std::string_view field,
                       std::string_view expected);

// The members of an object by name, ascending; of equal names the last.
std::vector<const JsonNode*> last_members(const JsonLineParser& line, const JsonNode& object);

// A clause where the word is no severity: it lists the levels.
std::expected<Severity, std::string> read_severity(std::string_view word);

// A clause where a tool cannot have that name.
std::expected<void, std::string> check_tool_name(std::string_view name);

// An array of names and of objects with name, arguments, result.
std::expected<void, JsonProblem> read_tools(const JsonLineParser& line, const JsonNode& node,
                                            std::string_view field, std::vector<ToolCall>& out);

// An object of texts, numbers and booleans; null members are left out.
std::expected<void, JsonProblem> read_labels(const JsonLineParser& line, const JsonNode& node,
                                             std::string_view field, Labels& out);

// An array of numbers that a 32-bit float can hold.
std::expected<void, JsonProblem> read_embedding(const JsonLineParser& line, const JsonNode& node,
                                                std::string_view field, std::vector<float>& out);

}  // namespace plumb
