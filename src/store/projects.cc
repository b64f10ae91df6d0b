#include "store/projects.h"

#include <fmt/format.h>

#include "store/page_query.h"

namespace plumb {
namespace {

constexpr std::string_view kSelect = "SELECT id, name, created_at, retention_days FROM projects";
constexpr std::string_view kById =
    "SELECT id, name, created_at, retention_days FROM projects WHERE id = $1";
constexpr std::string_view kByName =
    "SELECT id, name, created_at, retention_days FROM projects WHERE name = $1";
constexpr std::string_view kInsert =
    "INSERT INTO projects (name, created_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING "
    "RETURNING id, name, created_at, retention_days";
constexpr std::string_view kSetRetention = "UPDATE projects SET retention_days = $2 WHERE id = $1";

Result<Project> read_project(const SqlRow& row) {
  Project project;
  PLUMB_CHECK_RESULT(row.read(project.id, project.name, project.created, project.retention_days));
  return project;
}

Result<void> check_name(std::string_view name) {
  constexpr std::size_t kMostBytes = 200;
  if (name.empty() || name.size() > kMostBytes ||
      name.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a project's name has 1 to {} bytes and is not blank", kMostBytes));
  }
  return {};
}

}  // namespace

Result<Project> Projects::create(std::string_view name) {
  PLUMB_CHECK_RESULT(check_name(name));
  return database_.write([&](SqlConnection& connection) -> Result<Project> {
    PLUMB_TRY(auto made, connection.row(read_project, kInsert, name, database_.now()));
    if (made) return *std::move(made);
    return fail(ErrorCode::conflict,
                fmt::format("there is a project {} already; take another name", name));
  });
}

Result<Project> Projects::ensure(std::string_view name) {
  PLUMB_CHECK_RESULT(check_name(name));
  return database_.write([&](SqlConnection& connection) -> Result<Project> {
    PLUMB_TRY(auto made, connection.row(read_project, kInsert, name, database_.now()));
    if (made) return *std::move(made);
    return find(name);
  });
}

Result<Project> Projects::get(ProjectId id) {
  return database_.read([&](SqlConnection& connection) -> Result<Project> {
    PLUMB_TRY(auto found, connection.row(read_project, kById, id));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(id)));
  });
}

Result<Project> Projects::find(std::string_view name) {
  return database_.read([&](SqlConnection& connection) -> Result<Project> {
    PLUMB_TRY(auto found, connection.row(read_project, kByName, name));
    if (found) return *std::move(found);
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", name));
  });
}

Result<Page<Project>> Projects::list(const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<Project>> {
    PageQuery query(kSelect);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_project, key_by_id<Project>);
  });
}

Result<void> Projects::set_retention(ProjectId id, std::optional<std::int64_t> days) {
  constexpr std::int64_t kMostDays = 36'500;
  if (days && (*days < 1 || *days > kMostDays)) {
    return fail(ErrorCode::invalid_input,
                fmt::format("results are kept for 1 to {} days, not {}", kMostDays, *days));
  }
  return database_.write([&](SqlConnection& connection) -> Result<void> {
    PLUMB_TRY(const auto changed, connection.change(kSetRetention, id, days));
    if (changed == 1) return {};
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(id)));
  });
}

}  // namespace plumb
