// A backup is one SQLite file, of whichever database: `plumb serve --db sqlite:FILE` opens it.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "store/database.h"

namespace plumb {

// The content of one moment, while others write. `to` gets its name when all of it is on the disk
// and was read once without a problem. Fails with conflict where `to` exists.
Result<void> back_up(Database& database, const std::filesystem::path& to);

}  // namespace plumb
