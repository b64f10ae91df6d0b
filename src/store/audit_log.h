// Who wrote what: a line for each write, best in the same transaction (Store::atomically).
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "record/access.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

struct AuditFilter {
  std::optional<std::string> actor{};
  std::optional<std::string> action{};
};

class AuditLog {
 public:
  explicit AuditLog(Database& database) : database_(database) {}

  // Its id, project and time are the store's to give. Fails with not_found: no such project.
  Result<AuditLine> add(ProjectId project, const AuditLine& line);
  Result<Page<AuditLine>> list(ProjectId project, const AuditFilter& filter,
                               const PageRequest& request);

 private:
  Database& database_;
};

}  // namespace plumb
