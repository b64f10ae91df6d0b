#include "report/terminal_text.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Printable, CommandsToTheTerminalBecomeSpaces) {
  EXPECT_EQ(printable("a\033[31mb", 20), "a [31mb");
  EXPECT_EQ(printable("\r\n a \t\n b\x7F\n", 20), "a b");
  EXPECT_EQ(printable("a\xC2\x9B"
                      "31mb",
                      20),
            "a 31mb");  // the one-character CSI
  EXPECT_EQ(printable("a\xE2\x80\xAE"
                      "b",
                      20),
            "a b");  // right-to-left override
  EXPECT_EQ(printable(std::string_view("a\0b", 3), 20), "a b");
}

TEST(Printable, InvalidBytesAreReplaced) {
  EXPECT_EQ(printable("a\xFF"
                      "b",
                      20),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(printable("\xE2\x82", 20), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(printable("\xED\xA0\x80", 20), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Printable, LongTextEndsInDotsWithinItsColumns) {
  EXPECT_EQ(printable("0123456789", 10), "0123456789");
  EXPECT_EQ(printable("0123456789a", 10), "0123456...");
  EXPECT_EQ(printable("012345 789a", 10), "012345...");
  EXPECT_EQ(printable("0123456789", 2), "..");
  EXPECT_EQ(printable("\u65e5\u672c\u8a9e\u65e5\u672c\u8a9e", 8), "\u65e5\u672c...");
  EXPECT_LE(columns_of(printable(std::string(10'000'000, 'x'), 40)), 40u);
}

TEST(ColumnsOf, CountsWideAndCombiningCharacters) {
  EXPECT_EQ(columns_of("abc"), 3u);
  EXPECT_EQ(columns_of("\u65e5\u672c"), 4u);
  EXPECT_EQ(columns_of("e\u0301"), 1u);
}

TEST(Folded, KeepsWordsWithinTheWidth) {
  const TerminalStyle narrow{false, 12};
  EXPECT_EQ(folded("one two three four", 2, narrow), "  one two\n  three four\n");
  EXPECT_EQ(folded("one two three", 6, narrow, "note:"), "note: one\n      two\n      three\n");
  EXPECT_EQ(folded("unbreakableword x", 2, narrow), "  unbreakableword\n  x\n");
}

TEST(Painted, OnlyWhereColourIsAllowed) {
  EXPECT_EQ(painted("a", Emphasis::red, {false, 80}), "a");
  EXPECT_EQ(painted("a", Emphasis::red, {true, 80}), "\033[1;31ma\033[0m");
  EXPECT_EQ(painted("a", Emphasis::plain, {true, 80}), "a");
}

}  // namespace
}  // namespace plumb
