#include "stats/t_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace plumb {

Result<PairedT> paired_t(std::span<const double> differences, double level) {
  PLUMB_CHECK_RESULT(check_sample(differences, "the sample of differences", 2));
  PLUMB_CHECK_RESULT(check_share(level, "the interval's level"));
  const auto n = static_cast<double>(differences.size());
  PairedT result;
  result.degrees = n - 1;
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  if (*least == *most) {
    if (*least == 0) return result;
    return fail(ErrorCode::invalid_input,
                fmt::format("all {} differences are {}, so their spread is 0 and t is not defined",
                            differences.size(), *least));
  }
  result.mean = mean_of(differences);
  const double error = std::sqrt(squared_deviations(differences, result.mean) / result.degrees / n);
  PLUMB_TRY(result.statistic, check_result(result.mean / error, "t"));
  result.p_value = student_t_two_sided(result.statistic, result.degrees);
  const double half = student_t_half_width(level, result.degrees) * error;
  PLUMB_CHECK_RESULT(check_result(half, "t's interval"));
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

Result<PairedT> paired_t(std::span<const double> first, std::span<const double> second,
                         double level) {
  PLUMB_CHECK_RESULT(check_pairs(first, second));
  std::vector<double> differences(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) differences[i] = first[i] - second[i];
  return paired_t(differences, level);
}

}  // namespace plumb
