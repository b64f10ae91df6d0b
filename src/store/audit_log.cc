#include "store/audit_log.h"

#include <fmt/format.h>

#include "store/page_query.h"

namespace plumb {
namespace {

#define PLUMB_AUDIT_COLUMNS "id, project_id, created_at, actor, action, subject, detail"
constexpr std::string_view kSelect = "SELECT " PLUMB_AUDIT_COLUMNS " FROM audit_lines";
constexpr std::string_view kInsert =
    "INSERT INTO audit_lines (project_id, created_at, actor, action, subject, detail) "
    "SELECT id, $2, $3, $4, $5, $6 FROM projects WHERE id = $1 RETURNING " PLUMB_AUDIT_COLUMNS;

Result<AuditLine> read_line(const SqlRow& row) {
  AuditLine line;
  PLUMB_CHECK_RESULT(row.read(line.id, line.project, line.time, line.actor, line.action,
                              line.subject, line.detail));
  return line;
}

}  // namespace

Result<AuditLine> AuditLog::add(ProjectId project, const AuditLine& line) {
  return database_.write([&](SqlConnection& connection) -> Result<AuditLine> {
    PLUMB_TRY(auto made, connection.row(read_line, kInsert, project, database_.now(), line.actor,
                                        line.action, line.subject, line.detail));
    if (made) return *std::move(made);
    return fail(ErrorCode::not_found, fmt::format("there is no project {}", number_of(project)));
  });
}

Result<Page<AuditLine>> AuditLog::list(ProjectId project, const AuditFilter& filter,
                                       const PageRequest& request) {
  return database_.read([&](SqlConnection& connection) -> Result<Page<AuditLine>> {
    PageQuery query(kSelect);
    query.where("project_id = ?", project);
    query.where_if("actor = ?", filter.actor);
    query.where_if("action = ?", filter.action);
    PLUMB_CHECK_RESULT(query.sort_by({"id"}, request));
    return query.run(connection, read_line, key_by_id<AuditLine>);
  });
}

}  // namespace plumb
