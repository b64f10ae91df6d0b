#include "stats/mcnemar.h"

#include <algorithm>

#include "stats/distributions.h"

namespace plumb {

McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second) {
  McNemar result;
  if (only_first == only_second) return result;
  const auto [fewer, more] = std::minmax(only_first, only_second);
  const double gap = static_cast<double>(more - fewer) - 1;
  result.statistic = gap * gap / (static_cast<double>(fewer) + static_cast<double>(more));
  result.chi_square_p_value = chi_square_tail(result.statistic, 1);
  result.exact_p_value = std::min(1.0, 2 * fair_coin_cdf(fewer, fewer + more));
  return result;
}

}  // namespace plumb
