#include "store/page_query.h"

#include <fmt/format.h>

namespace plumb {

void PageQuery::add_condition(std::string_view condition, const std::vector<SqlValue>& values) {
  sql_ += has_condition_ ? " AND " : " WHERE ";
  has_condition_ = true;
  auto value = values.begin();
  for (const char c : condition) {
    if (c != '?') {
      sql_ += c;
      continue;
    }
    values_.push_back(*value++);
    sql_ += fmt::format("${}", values_.size());
  }
}

Result<void> PageQuery::sort_by(const PageSort& sort, const PageRequest& request) {
  if (request.limit < 1 || request.limit > kMostInPage) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a page has 1 to {} items, not {}", kMostInPage, request.limit));
  }
  sort_ = sort.column;
  ascending_ = request.ascending;
  limit_ = request.limit;
  const std::string_view direction = ascending_ ? "ASC" : "DESC";
  if (!request.cursor.empty()) {
    PLUMB_TRY(const Cursor cursor, parse_cursor(request.cursor));
    if (cursor.sort != sort_ || cursor.ascending != ascending_) {
      return fail(ErrorCode::invalid_input,
                  "the cursor is of a list with another sort; start again without it");
    }
    const std::string condition =
        fmt::format("({}, {}) {} (?, ?)", sort.column, sort.id_column, ascending_ ? ">" : "<");
    if (const auto* text = std::get_if<std::string>(&cursor.key)) {
      kept_.push_back(*text);
      where(condition, kept_.back(), cursor.id);
    } else {
      where(condition, std::get<std::int64_t>(cursor.key), cursor.id);
    }
  }
  sql_ += fmt::format(" ORDER BY {} {}", sort.column, direction);
  if (sort.id_column != sort.column) sql_ += fmt::format(", {} {}", sort.id_column, direction);
  values_.emplace_back(limit_ + 1);
  sql_ += fmt::format(" LIMIT ${}", values_.size());
  return {};
}

}  // namespace plumb
