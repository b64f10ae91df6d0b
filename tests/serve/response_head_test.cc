#include "serve/response_head.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(ResponseHead, DatesAreThoseOfTheStandard) {
  using std::chrono::seconds;
  using std::chrono::sys_seconds;
  EXPECT_EQ(http_date(sys_seconds(seconds(784111777))), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(sys_seconds(seconds(0))), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(http_date(sys_seconds(seconds(951782399))), "Mon, 28 Feb 2000 23:59:59 GMT");
}

TEST(ResponseHead, AnswersWithoutContentHaveNoLength) {
  const std::string date = "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n";
  EXPECT_EQ(response_head({204, "text/plain", {{"a", "b"}}, ""}, {}),
            "HTTP/1.1 204 No Content\r\n" + date + "a: b\r\n\r\n");
  EXPECT_EQ(response_head({200, "text/plain", {}, "abc"}, {.keeps_alive = false}),
            "HTTP/1.1 200 OK\r\n" + date +
                "Content-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(response_head({299, "", {}, ""}, {.names_keep_alive = true}),
            "HTTP/1.1 299 \r\n" + date + "Content-Length: 0\r\nConnection: keep-alive\r\n\r\n");
}

}  // namespace
}  // namespace plumb
