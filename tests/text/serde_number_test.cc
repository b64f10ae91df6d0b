#include "text/serde_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "support/golden.h"

namespace plumb {
namespace {

TEST(SerdeNumber, RoundsAsTheReferenceDoes) {
  std::istringstream lines(testing::read_golden("scores.txt.z"));
  std::string text;
  std::string bits;
  int numbers = 0;
  int not_nearest = 0;
  while (lines >> text >> bits) {
    const auto score = parse_serde_number(text);
    ASSERT_TRUE(score) << text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(*score), std::stoull(bits, nullptr, 16)) << text;
    not_nearest += *score != std::strtod(text.c_str(), nullptr);
    ++numbers;
  }
  EXPECT_EQ(numbers, 3000);
  EXPECT_GT(not_nearest, 100);  // else the nearest double would do
}

TEST(SerdeNumber, WhiteSpaceMayFollow) {
  EXPECT_EQ(parse_serde_number("-2.5 \n\t\r"), -2.5);
}

TEST(SerdeNumber, RefusesWhatIsNoFiniteNumber) {
  for (const char* text : {"", "-", "\"1\"", "null", "1e309", "1e400", "NaN", "1 2", "0x1", "+1"}) {
    EXPECT_FALSE(parse_serde_number(text)) << text;
  }
}

}  // namespace
}  // namespace plumb
