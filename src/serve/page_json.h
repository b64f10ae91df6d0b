// Pages of lists, from the parameters "limit", "cursor" and "order" to the answer.
#pragma once

#include <string>

#include "serve/operation_json.h"
#include "store/page.h"

namespace plumb {

inline PageRequest page_request(const Call& call) {
  PageRequest request;
  request.limit = call.parameter<std::size_t>("limit").value_or(request.limit);
  request.cursor = call.parameter<std::string>("cursor").value_or("");
  request.ascending = call.parameter<std::string>("order").value_or("desc") == "asc";
  return request;
}

// {"items": [...], "next_cursor": "..." or null}.
template <class Item, class ToJson>
Answer page_answer(const Page<Item>& page, const ToJson& to_json_of) {
  Answer answer;
  answer.body = {{"items", nlohmann::ordered_json::array()}, {"next_cursor", nullptr}};
  for (const Item& item : page.items) answer.body["items"].push_back(to_json_of(item));
  if (page.next) answer.body["next_cursor"] = *page.next;
  return answer;
}

}  // namespace plumb
