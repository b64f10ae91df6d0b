// Baselines: executions that others are compared with, found by number or by tag.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/stored_documents.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

struct NewBaseline {
  ExecutionId execution{};
  std::string name;
  std::optional<std::string> tag;
};

// What is not given stays.
struct BaselineChange {
  std::optional<std::string> name{};
  std::optional<std::optional<std::string>> tag{};  // an inner none takes the tag away
};

class Baselines {
 public:
  explicit Baselines(Database& database) : database_(database) {}

  // Fails with not_found, or conflict where the execution is not completed or has no result.
  Result<StoredBaseline> create(ProjectId project, const NewBaseline& wanted);
  Result<StoredBaseline> get(ProjectId project, BaselineId id);
  // The newest that carries the tag. Fails with not_found.
  Result<StoredBaseline> find_by_tag(ProjectId project, std::string_view tag);
  // All, or those that carry the tag.
  Result<Page<StoredBaseline>> list(ProjectId project, const std::optional<std::string>& tag,
                                    const PageRequest& request);
  // Fails with not_found.
  Result<StoredBaseline> change(ProjectId project, BaselineId id, const BaselineChange& change);
  // Fails with not_found, or conflict while a monitor compares with it.
  Result<void> remove(ProjectId project, BaselineId id);

 private:
  Database& database_;
};

}  // namespace plumb
