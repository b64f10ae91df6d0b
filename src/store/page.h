// Lists come in pages. A cursor says where a page ended, so rows that come or go meanwhile neither
// repeat nor hide others, and the thousandth page costs what the first does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plumb {

inline constexpr std::size_t kMostInPage = 1'000;
// Where rows hold texts of any length, a page also ends before these pass so many bytes, though not
// before its first row.
inline constexpr std::int64_t kMostPageBytes = std::int64_t{8} << 20;

// How many of the rows, from the first on, such a page takes; each by its bytes.
std::size_t how_many_fit(std::span<const std::int64_t> rows);

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
