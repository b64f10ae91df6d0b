// Lists: the parameters limit, cursor and order of a call, and a page as its answer.
#pragma once

#include <string>
#include <utility>

#include "serve/operation_json.h"
#include "serve/stored_json.h"
#include "store/page.h"

namespace plumb {

PageRequest page_request_of(const Call& call);

// Why there is no such page: 422 that names the cursor where it is one that was made up, or of
// another list.
Problem page_problem(const Call& call, const Error& error);

// {"items": [...], "next_cursor": ...}, each item by `as_json`.
template <class Item, class AsJson>
ServedResult<Answer> page_answer(const Call& call, Result<Page<Item>> page, const AsJson& as_json) {
  if (!page) return std::unexpected(page_problem(call, page.error()));
  Answer answer;
  auto& items = answer.body["items"] = nlohmann::ordered_json::array();
  for (const Item& item : page->items) items.push_back(as_json(item));
  answer.body["next_cursor"] = json_or_null(page->next);
  return answer;
}

// The same by to_json() of each item.
template <class Item>
ServedResult<Answer> page_answer(const Call& call, Result<Page<Item>> page) {
  return page_answer(call, std::move(page), [](const Item& item) { return to_json(item); });
}

}  // namespace plumb
