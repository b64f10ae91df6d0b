// The schema's history. A database is brought forward step by step, each step in a transaction;
// a step that was released is never changed, and no way leads back.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace plumb {

struct Migration {
  int version;            // from 1, without a gap
  std::string_view name;  // "executions"
  std::string_view sql;   // with the dialect's words in braces
};

// src/store/migrations, in order.
std::span<const Migration> all_migrations();
int newest_schema();

// 0 for a database without any table of Plumb's.
Result<int> schema_version(SqlConnection& connection, Dialect dialect);

// Brings the database to `version`, the newest by default; one that is there already is left
// alone. Of several processes one does it, the others wait. Fails with unsupported where the
// database is newer than this program.
Result<void> migrate(Database& database, int version = newest_schema());

// Fails with unsupported where the database's schema is not this program's newest.
Result<void> check_schema(Database& database);

}  // namespace plumb
