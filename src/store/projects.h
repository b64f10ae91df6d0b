// Projects: everything else belongs to one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "record/access.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

class Projects {
 public:
  explicit Projects(Database& database) : database_(database) {}

  // Fails with invalid_input (a blank name, or one past 200 bytes) or conflict (it is taken).
  Result<Project> create(std::string_view name);
  // The project of this name, made where it is missing.
  Result<Project> ensure(std::string_view name);
  // Both fail with not_found.
  Result<Project> get(ProjectId id);
  Result<Project> find(std::string_view name);
  Result<Page<Project>> list(const PageRequest& request);

  // None: kept for ever. Fails with invalid_input below one day, or not_found.
  Result<void> set_retention(ProjectId id, std::optional<std::int64_t> days);

 private:
  Database& database_;
};

}  // namespace plumb
