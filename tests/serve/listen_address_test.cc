#include "serve/listen_address.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(ListenAddress, IsAnIpAddressAndAPort) {
  EXPECT_EQ(parse_listen_address("127.0.0.1:8000").value(), (ListenAddress{"127.0.0.1", 8000}));
  EXPECT_EQ(parse_listen_address("[::1]:0").value(), (ListenAddress{"::1", 0}));
  EXPECT_EQ(parse_listen_address("localhost:80").value(), (ListenAddress{"127.0.0.1", 80}));
  EXPECT_EQ(parse_listen_address("[::1]:80").value().text(), "[::1]:80");
  for (const char* bad :
       {"", "8000", ":8000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
        "127.0.0.1:80x", "::1:80", "[127.0.0.1]:80", "name:80", "[::1]80", "*:80", "127.1:80"}) {
    const auto parsed = parse_listen_address(bad);
    ASSERT_FALSE(parsed) << bad;
    EXPECT_NE(parsed.error().message.find('"' + std::string(bad) + '"'), std::string::npos);
  }
}

TEST(ListenAddress, KnowsLoopback) {
  const auto is_loopback = [](const char* text) {
    return parse_listen_address(text).value().is_loopback();
  };
  EXPECT_TRUE(is_loopback("127.0.0.1:1"));
  EXPECT_TRUE(is_loopback("127.9.9.9:1"));
  EXPECT_TRUE(is_loopback("[::1]:1"));
  EXPECT_TRUE(is_loopback("localhost:1"));
  EXPECT_FALSE(is_loopback("0.0.0.0:1"));
  EXPECT_FALSE(is_loopback("128.0.0.1:1"));
  EXPECT_FALSE(is_loopback("[::]:1"));
  EXPECT_FALSE(is_loopback("[::ffff:127.0.0.1]:1"));
}

}  // namespace
}  // namespace plumb
