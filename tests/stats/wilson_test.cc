#include "stats/wilson.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// The values of scipy.stats.binomtest(k, n).proportion_ci(level, method="wilson").
TEST(Wilson, IsTheReferences) {
  struct Case {
    double share;
    std::uint64_t n;
    double level;
    double low;
    double high;
  };
  for (const Case& each : {
           Case{0.0, 10, 0.95, 0, 0.27753279986288926},
           Case{0.1, 10, 0.95, 0.017876213095072896, 0.4041500267952385},
           Case{1.0, 10, 0.95, 0.7224672001371109, 1},
           Case{0.2, 50, 0.95, 0.11243750015776106, 0.33037105932225413},
           Case{37.0 / 1158, 1158, 0.95, 0.023268690087869734, 0.04372965829238662},
           Case{0.375, 8, 0.9, 0.16117233776067347, 0.6520085615952673},
       }) {
    const auto found = wilson_interval(each.share, each.n, each.level);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->low, each.low, 1e-12);
    EXPECT_NEAR(found->high, each.high, 1e-12);
  }
}

TEST(Wilson, RefusesWhatIsNoShare) {
  EXPECT_FALSE(wilson_interval(0.5, 0));
  EXPECT_FALSE(wilson_interval(1.5, 10));
  EXPECT_FALSE(wilson_interval(-0.1, 10));
  EXPECT_FALSE(wilson_interval(0.5, 10, 1));
}

}  // namespace
}  // namespace plumb
