// Which column of a table, or field of JSON by dots, holds what, where a file has names of its own.
// Results and steps of sessions are mapped by the same rules.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/json_line.h"

namespace plumb {

// Which column holds a field, "label" for one more of the labels.
struct ColumnMapping {
  std::string field;
  std::string column;
};

// The fields of a record, and where the names of their columns go.
struct MappedRecord {
  struct Field {
    std::string name;
    std::string* column;
  };
  std::string one;   // "a result"
  std::string many;  // "results"
  std::vector<Field> fields;
  std::optional<std::vector<std::string>>* labels = nullptr;  // none: it has no labels
};

// Fails with invalid_input where the record has no such field (the sentence lists what it has), or
// where one that is no label is named twice.
Result<void> map_columns(std::span<const ColumnMapping> mappings, const MappedRecord& record);

// Names that somebody gave to fields of JSON Lines. One that stands in no line is a slip.
class GivenNames {
 public:
  // `what` is the field in a sentence: "the severity".
  void expect(std::string path, std::string what);
  // Of a good line.
  void see(const JsonLineParser& line);
  // Fails with invalid_input where a name was in no line so far.
  Result<void> check(std::string_view file) const;

 private:
  struct Name {
    std::string path;
    std::string what;
  };
  std::vector<Name> unseen_;
};

}  // namespace plumb
