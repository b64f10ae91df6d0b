// What both databases can hold as text: valid UTF-8 without NUL. SQLite alone would take more,
// and then a store could not move to PostgreSQL.
#pragma once

#include "base/result.h"
#include "store/sql_value.h"

namespace plumb {

// Fails with invalid_input. Other types pass.
Result<void> check_text(const SqlValue& value);

}  // namespace plumb
