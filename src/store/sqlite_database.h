// SQLite behind the store: one file, many readers, one writer.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "store/database.h"

namespace plumb {

struct SqliteFile {
  std::filesystem::path path;
  bool create = true;  // where it is missing, readable by its owner alone
};

// Journal in WAL mode, synchronous=FULL: what is committed survives the loss of the process, of
// the system and of the power, as far as the disk keeps its word.
// Fails with not_found, corrupt (no SQLite file, or a damaged one), unsupported (another
// program's), io (permissions, no WAL on this file system).
Result<std::unique_ptr<Database>> open_sqlite(const SqliteFile& file,
                                              const DatabaseOptions& options);

// A copy as of one moment while others write, into a new file.
Result<void> copy_sqlite(const Database& database, const std::filesystem::path& to);

// Gives a closed database its name, once every byte of it is on the disk.
Result<void> publish_sqlite(const std::filesystem::path& draft, const std::filesystem::path& to);

}  // namespace plumb
