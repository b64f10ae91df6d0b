#include "base/suggest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace plumb {
namespace {

// Optimal string alignment: O(|a| |b|).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

// A name that was only begun is as near as one with a wrong letter.
std::size_t distance_of(std::string_view typed, std::string_view name) {
  const bool is_begun = name.starts_with(typed) && 2 * typed.size() >= name.size();
  return is_begun ? std::min<std::size_t>(1, name.size() - typed.size())
                  : edit_distance(typed, name);
}

}  // namespace

std::string nearest_name(std::string_view typed, std::span<const std::string> names) {
  constexpr std::size_t kLongestName = 64;  // nobody mistypes a name of this length
  if (typed.size() > kLongestName) return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = distance_of(typed, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string> names) {
  const std::string name = nearest_name(typed, names);
  return name.empty() ? std::string() : "; did you mean " + name + "?";
}

}  // namespace plumb
