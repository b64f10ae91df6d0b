// Lists: the parameters limit, cursor and order of a call, and a page as its answer.
#pragma once

#include <string>
#include <utility>

#include "serve/operation_json.h"
#include "serve/stored_json.h"
#include "store/page.h"

namespace plumb {

PageRequest page_request_of(const Call& call);

// {"items": [...], "next_cursor": ...}, each item by `as_json`. A cursor that leads nowhere is a
// 404, as any other name that was made up.
template <class Item, class AsJson>
ServedResult<Answer> page_answer(const Call& call, Result<Page<Item>> page, const AsJson& as_json) {
  if (!page) {
    const bool is_cursor = page.error().code == ErrorCode::invalid_input &&
                           call.parameter<std::string>("cursor").has_value();
    if (is_cursor) return refused(404, page.error().message);
    return std::unexpected(Problem(page.error()));
  }
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
