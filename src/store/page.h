// Lists come in pages. A cursor says where a page ended, so rows that come or go meanwhile neither
// repeat nor hide others, and the thousandth page costs what the first does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace plumb {

inline constexpr std::size_t kMostInPage = 1'000;

struct PageRequest {
  std::size_t limit = 50;  // 1 to kMostInPage
  std::string cursor{};    // `next` of the page before; empty: the first page
  bool ascending = false;  // the newest first, unless this is set
};

template <class Item>
struct Page {
  std::vector<Item> items;
  std::optional<std::string> next;  // none: this was the last
};

}  // namespace plumb
