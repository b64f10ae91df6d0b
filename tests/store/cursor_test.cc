#include "store/cursor.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Cursor, ComesBackAsItWas) {
  for (const Cursor& cursor :
       {Cursor{1, std::int64_t{-5}, 17}, Cursor{2, "漢 字", 1}, Cursor{0, "", INT64_MAX},
        Cursor{UINT64_MAX, std::int64_t{INT64_MIN}, INT64_MIN}}) {
    const auto back = parse_cursor(to_text(cursor), cursor.list);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, cursor);
  }
}

TEST(Cursor, WhatIsNoneIsRefused) {
  const std::string good = to_text(Cursor{7, "key", 3});
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_FALSE(parse_cursor(good.substr(0, length), 7)) << length;
  }
  EXPECT_FALSE(parse_cursor(good + "00", 7));
  EXPECT_FALSE(parse_cursor(good + "0", 7));
  EXPECT_FALSE(parse_cursor("xyz", 7));
  EXPECT_FALSE(parse_cursor("02ffffffff", 7));
}

TEST(Cursor, OneOfAnotherListIsRefused) {
  const auto refused = parse_cursor(to_text(Cursor{7, "key", 3}), 8);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_input);
  EXPECT_TRUE(refused.error().message.starts_with("the cursor is of another list"));
}

}  // namespace
}  // namespace plumb
