// Sessions: their steps as they come, and the curves that were measured along them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/stored_documents.h"
#include "store/database.h"
#include "store/page.h"

namespace plumb {

// By `created`, which never changes, pages neither repeat nor hide a session. By `updated` one that
// gets a step meanwhile moves to the end of the newest: read ascending, it comes once more and none
// is left out; descending, it may be on no later page.
enum class SessionSort { created, updated };

struct SessionFilter {
  std::optional<std::string> name{};
  std::optional<UtcTime> updated_from{};  // inclusive
};

struct StepsOutcome {
  StoredSession session;
  std::size_t added = 0;
  std::size_t repeated = 0;               // were there already
  std::vector<std::int64_t> differing{};  // are there with another line: what is there stays
};

class Sessions {
 public:
  explicit Sessions(Database& database) : database_(database) {}

  // Adds to the session of this name, which is made where it is missing; one transaction. Session
  // and step number are unique together, so a retry doubles nothing. A goal that is given
  // replaces none, never another. Fails with not_found (the project) or invalid_input.
  Result<StepsOutcome> append(ProjectId project, std::string_view name,
                              const std::optional<std::string>& goal,
                              std::span<const StoredStep> steps);
  Result<StoredSession> get(ProjectId project, SessionId id);
  // Goals may be long: pages end by kMostPageBytes too.
  Result<Page<StoredSession>> list(ProjectId project, const SessionFilter& filter, SessionSort sort,
                                   const PageRequest& request);
  // In the order of their numbers, from number `from` on.
  Result<std::vector<StoredStep>> steps(ProjectId project, SessionId id, std::int64_t from,
                                        std::size_t most);
  // In the same order without the first `skipped`, as a page: it ends by kMostPageBytes too.
  Result<std::vector<StoredStep>> page_of_steps(ProjectId project, SessionId id,
                                                std::int64_t skipped, std::size_t most);

  // Replaces the curve of this name; `steps` is how many were measured.
  Result<SessionCurve> put_curve(ProjectId project, SessionId id, std::string_view name,
                                 std::string_view document, std::int64_t steps);
  Result<std::vector<SessionCurve>> curves(ProjectId project, SessionId id);
  Result<void> remove(ProjectId project, SessionId id);

 private:
  Database& database_;
};

}  // namespace plumb
