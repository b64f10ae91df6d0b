#include "report/markup.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

TEST(Markup, EscapesWhatWouldEndTextOrAnAttribute) {
  EXPECT_EQ(markup("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(markup("]]>"), "]]&gt;");
}

TEST(Markup, ReplacesWhatXmlForbids) {
  for (int c = 0; c < 0x20; ++c) {
    const std::string one(1, static_cast<char>(c));
    const bool allowed = c == '\t' || c == '\n' || c == '\r';
    EXPECT_EQ(markup(one) == kReplacement, !allowed) << c;
  }
  EXPECT_EQ(markup("\xEF\xBF\xBE\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(markup("\r"), "&#13;");
}

TEST(Markup, KeepsCharactersOfEveryLength) {
  const std::string text = "a\u00e9\u20ac\U0001F600";
  EXPECT_EQ(markup(text), text);
}

TEST(Markup, ReplacesBytesThatAreNotUtf8) {
  for (const std::string_view bad : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                                     "\xe2\x82", "\xf0\x9f\x98", "\x80"}) {
    EXPECT_EQ(utf8_length(bad), 0U);
    EXPECT_TRUE(markup(bad).starts_with(kReplacement));
    EXPECT_EQ(markup(bad).find_first_not_of(kReplacement), std::string::npos);
  }
}

TEST(Markup, ALineHasNoLineEnd) {
  EXPECT_EQ(valid_line("a\r\n\tb"), "a   b");
  EXPECT_EQ(valid_text("a\r\n\tb"), "a\r\n\tb");
}

}  // namespace
}  // namespace plumb
