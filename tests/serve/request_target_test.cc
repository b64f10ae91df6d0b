#include "serve/request_target.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Query = std::vector<std::pair<std::string, std::string>>;

RequestTarget parsed(std::string_view target) {
  auto made = parse_request_target(target);
  EXPECT_TRUE(made) << target << ": " << made.error().message;
  return made ? *made : RequestTarget{};
}

TEST(RequestTarget, DecodesPathAndQueryApart) {
  const RequestTarget target = parsed("/a%2Fb/%C3%A9%3F?x=1&x=a%26b+c&flag&=v&&y==");
  EXPECT_EQ(target.path, "/a/b/\u00e9?");
  EXPECT_EQ(target.query, (Query{{"x", "1"}, {"x", "a&b c"}, {"flag", ""}, {"", "v"}, {"y", "="}}));
  EXPECT_EQ(target.authority, "");
  EXPECT_EQ(parsed("/a+b").path, "/a+b") << "a plus is a space in a query alone";
  EXPECT_EQ(parsed("/?%0A=%0a").query, (Query{{"\n", "\n"}}));
}

TEST(RequestTarget, TakesAbsoluteAndAsteriskForms) {
  EXPECT_EQ(parsed("http://host:80/a?b=c").authority, "host:80");
  EXPECT_EQ(parsed("http://host:80/a?b=c").path, "/a");
  EXPECT_EQ(parsed("http://host").path, "/");
  EXPECT_EQ(parsed("http://host?a=b").query, (Query{{"a", "b"}}));
  EXPECT_EQ(parsed("*").path, "*");
  EXPECT_EQ(parsed("/x://y").path, "/x://y");
}

TEST(RequestTarget, RefusesWhatIsNoTarget) {
  for (const std::string_view bad :
       {"",          "a",          "?a",         "host:443",      "*a",   "/%",   "/%4",
        "/%4g",      "/%00",       "/?%00",      "/%0a",          "/%7f", "/%ff", "/%C0%80",
        "/%C0%AF",   "/%E0%80%AF", "/%ED%A0%80", "/%F5%80%80%80", "/%C3", "/a#b", "/a b",
        "/\xC3\xA9", "/a\tb",      "/?a=%ff",    "/?%ff"}) {
    const auto made = parse_request_target(bad);
    ASSERT_FALSE(made) << bad;
    EXPECT_EQ(made.error().code, ErrorCode::invalid_input);
    EXPECT_LT(made.error().message.size(), 250U);
  }
}

}  // namespace
}  // namespace plumb
