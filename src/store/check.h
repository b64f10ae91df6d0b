// Is the database sound? The engine's own checks, and what Plumb promises on top of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/database.h"

namespace plumb {

struct StoreCheck {
  std::string database;  // its name, without a password
  int schema = 0;
  int newest_schema = 0;  // that this program knows
  std::int64_t projects = 0;
  std::int64_t executions = 0;
  std::int64_t results = 0;
  std::int64_t embeddings = 0;
  std::vector<std::string> problems;  // sentences; empty: sound

  bool is_sound() const { return problems.empty(); }
};

// Reads everything once. Fails where the database cannot be read at all; what is merely wrong in
// it is a problem of the report.
Result<StoreCheck> check_store(Database& database);

}  // namespace plumb
