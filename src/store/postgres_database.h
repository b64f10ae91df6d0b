// PostgreSQL behind the store, through libpq: for many servers on one database.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "base/secret.h"
#include "store/database.h"

namespace plumb {

struct PostgresServer {
  std::string uri;  // postgresql://user@host/database, without a password
  Secret password;  // empty: libpq's own ways (PGPASSWORD, PGPASSFILE, ~/.pgpass)
};

// Host and database of an address, for sentences. Fails with invalid_input for what is no address
// or carries a password; the sentence repeats nothing of it, since a password may be in it.
Result<std::string> postgres_name(const std::string& uri);

// Everything lives in the schema "plumb", which is made where it is missing.
// Fails with io (nobody answers, connection refused), not_found (no such database) or
// invalid_input (the user is refused).
Result<std::unique_ptr<Database>> open_postgres(const PostgresServer& server,
                                                const DatabaseOptions& options);

}  // namespace plumb
