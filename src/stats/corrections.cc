#include "stats/corrections.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace plumb {
namespace {

std::vector<double> within_bounds(std::span<const double> p_values) {
  std::vector<double> p(p_values.begin(), p_values.end());
  for (double& value : p) value = std::isnan(value) ? 1.0 : std::clamp(value, 0.0, 1.0);
  return p;
}

// Positions of `p`, ascending by value. Equal values get equal adjustments, so
// their order does not matter; it is fixed all the same.
std::vector<std::size_t> ascending(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p[a] != p[b] ? p[a] < p[b] : a < b; });
  return order;
}

}  // namespace

std::vector<double> adjust_benjamini_hochberg(std::span<const double> p_values) {
  std::vector<double> p = within_bounds(p_values);
  const std::vector<std::size_t> order = ascending(p);
  const auto n = static_cast<double>(p.size());
  double least = 1;
  for (std::size_t i = p.size(); i-- > 0;) {
    least = std::min(least, p[order[i]] * n / static_cast<double>(i + 1));
    p[order[i]] = least;
  }
  return p;
}

std::vector<double> adjust_holm(std::span<const double> p_values) {
  std::vector<double> p = within_bounds(p_values);
  const std::vector<std::size_t> order = ascending(p);
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto tests_left = static_cast<double>(p.size() - i);
    largest = std::max(largest, std::min(1.0, p[order[i]] * tests_left));
    p[order[i]] = largest;
  }
  return p;
}

}  // namespace plumb
