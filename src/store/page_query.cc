#include "store/page_query.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/hash.h"

namespace plumb {
namespace {

void put_value(ByteWriter& out, const SqlValue& value) {
  out.put(static_cast<std::uint8_t>(value.type()));
  out.put(static_cast<std::uint8_t>(value.is_null()));
  out.put(value.integer());
  out.put(value.real());
  out.put_text(value.text());
}

}  // namespace

void PageQuery::add_condition(std::string_view condition, const std::vector<SqlValue>& values) {
  tail_ += has_condition_ ? " AND " : " WHERE ";
  has_condition_ = true;
  auto value = values.begin();
  for (const char c : condition) {
    if (c != '?') {
      tail_ += c;
      continue;
    }
    values_.push_back(*value++);
    tail_ += fmt::format("${}", values_.size());
  }
}

std::uint64_t PageQuery::list_sorted_by(const PageSort& sort, bool ascending) const {
  ByteWriter list;
  list.put_text(select_);
  list.put_text(tail_);
  for (const SqlValue& value : values_) put_value(list, value);
  list.put_text(sort.column);
  list.put(static_cast<std::uint8_t>(ascending));
  return hash64(list.bytes(), 0);
}

Result<void> PageQuery::sort_by(const PageSort& sort, const PageRequest& request) {
  if (request.limit < 1 || request.limit > kMostInPage) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a page has 1 to {} items, not {}", kMostInPage, request.limit));
  }
  list_ = list_sorted_by(sort, request.ascending);
  limit_ = request.limit;
  const std::string_view direction = request.ascending ? "ASC" : "DESC";
  if (!request.cursor.empty()) {
    PLUMB_TRY(const Cursor cursor, parse_cursor(request.cursor, list_));
    const std::string condition = fmt::format("({}, {}) {} (?, ?)", sort.column, sort.id_column,
                                              request.ascending ? ">" : "<");
    if (const auto* text = std::get_if<std::string>(&cursor.key)) {
      kept_.push_back(*text);
      where(condition, kept_.back(), cursor.id);
    } else {
      where(condition, std::get<std::int64_t>(cursor.key), cursor.id);
    }
  }
  tail_ += fmt::format(" ORDER BY {} {}", sort.column, direction);
  if (sort.id_column != sort.column) tail_ += fmt::format(", {} {}", sort.id_column, direction);
  values_.emplace_back(limit_ + 1);
  tail_ += fmt::format(" LIMIT ${}", values_.size());
  return {};
}

}  // namespace plumb
