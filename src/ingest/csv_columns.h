// The columns of a CSV file, as its first record names them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ingest/csv.h"

namespace plumb {

class CsvColumns {
 public:
  // Takes the first record. Fails with invalid_input where there is none, or where a column
  // comes twice.
  static Result<CsvColumns> read(CsvReader& reader);

  // Without the blanks around them; may be empty.
  std::span<const std::string> names() const { return names_; }
  std::optional<std::size_t> find(std::string_view name) const;

  // Fails with invalid_input: there is no column by any of these names for `what` ("the response");
  // the sentence lists those that are there.
  std::unexpected<Error> missing(std::span<const std::string> wanted, std::string_view what) const;

  // Fails with invalid_input where the record at hand has more or fewer fields than there are
  // columns.
  Result<void> check_width(const CsvReader& reader, std::span<const CsvField> record) const;

 private:
  std::string place_;  // "file:line:1"
  std::vector<std::string> names_;
};

// A cell without the blanks around it.
std::string_view stripped_cell(std::string_view cell);

}  // namespace plumb
