// A SELECT with optional conditions, a sort and a cursor: what every list is made of.
//
//   PageQuery query("SELECT id, name FROM projects");
//   query.where("name = ?", name);
//   query.sort_by({"created_at", "id"}, request);
//   return query.run(connection, read_project, key_of_project);
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "store/cursor.h"
#include "store/page.h"
#include "store/sql_connection.h"
#include "store/sql_value.h"

namespace plumb {

struct PageSort {
  std::string_view column;
  std::string_view id_column = "id";  // unique; decides between equal keys
};

// Of an item: what it is sorted by, and its number.
struct PageKey {
  std::variant<std::int64_t, std::string> key;
  std::int64_t id = 0;
};

class PageQuery {
 public:
  explicit PageQuery(std::string_view select) : select_(select) {}

  // Each "?" of the condition stands for one of the values, in their order.
  template <class... Values>
  void where(std::string_view condition, const Values&... values) {
    add_condition(condition, {SqlValue(values)...});
  }
  template <class Value>
  void where_if(std::string_view condition, const std::optional<Value>& value) {
    if (value) where(condition, *value);
  }

  // Fails with invalid_input for a limit out of range, or a cursor of another list: one whose
  // SELECT, conditions, values or sort differ.
  Result<void> sort_by(const PageSort& sort, const PageRequest& request);

  template <class Read, class KeyOf>
  auto run(SqlConnection& connection, const Read& read, const KeyOf& key_of)
      -> Result<Page<typename std::invoke_result_t<Read, const SqlRow&>::value_type>> {
    Page<typename std::invoke_result_t<Read, const SqlRow&>::value_type> page;
    PLUMB_TRY(page.items, connection.rows_of(read, select_ + tail_, values_));
    if (page.items.size() > limit_) {  // one more was asked for, to know whether there is more
      page.items.pop_back();
      const PageKey last = key_of(page.items.back());
      page.next = to_text(Cursor{list_, last.key, last.id});
    }
    return page;
  }

  // As run(), for rows with texts of any length: the page also ends by kMostPageBytes. `sizes`
  // selects the bytes of each row from the same table, so that no text is read in vain.
  template <class Read, class KeyOf>
  auto run_within_bytes(SqlConnection& connection, std::string_view sizes, const Read& read,
                        const KeyOf& key_of) -> decltype(run(connection, read, key_of)) {
    PLUMB_TRY(const auto bytes, connection.numbers_of(std::string(sizes) + tail_, values_));
    limit_ = std::min(limit_, how_many_fit(bytes));
    values_.back() = limit_ + 1;
    return run(connection, read, key_of);
  }

 private:
  void add_condition(std::string_view condition, const std::vector<SqlValue>& values);
  std::uint64_t list_sorted_by(const PageSort& sort, bool ascending) const;

  std::string select_;
  std::string tail_;  // from WHERE on
  std::vector<SqlValue> values_;
  std::deque<std::string> kept_;  // texts of the cursor, which values_ point at
  std::uint64_t list_ = 0;        // which list its cursors are of
  std::size_t limit_ = 0;
  bool has_condition_ = false;
};

// For lists in the order in which things were made: numbers only grow.
template <class Item>
PageKey key_by_id(const Item& item) {
  const auto id = static_cast<std::int64_t>(item.id);
  return {id, id};
}

}  // namespace plumb
