#include "store/cursor.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Cursor, ComesBackAsItWas) {
  for (const Cursor& cursor :
       {Cursor{"created_at", false, std::int64_t{-5}, 17}, Cursor{"name", true, "漢 字", 1},
        Cursor{"", true, "", INT64_MAX}, Cursor{"x", false, std::int64_t{INT64_MIN}, INT64_MIN}}) {
    const auto back = parse_cursor(to_text(cursor));
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, cursor);
  }
}

TEST(Cursor, WhatIsNoneIsRefused) {
  const std::string good = to_text(Cursor{"name", true, "key", 3});
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(parse_cursor(good.substr(0, length))) << length;
  }
  EXPECT_FALSE(parse_cursor(good + "00"));
  EXPECT_FALSE(parse_cursor(good + "0"));
  EXPECT_FALSE(parse_cursor("xyz"));
  EXPECT_FALSE(parse_cursor("01ffffffff"));
}

}  // namespace
}  // namespace plumb
