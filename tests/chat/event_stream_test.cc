#include "chat/event_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plumb {
namespace {

using Events = std::vector<std::string>;

// The events of the bytes, fed in pieces of `piece`.
Events events_of(std::string_view bytes, std::size_t piece) {
  Events events;
  EventStream stream(1 << 20, [&](std::string_view data) -> Result<void> {
    events.emplace_back(data);
    return {};
  });
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    const auto fed = stream.feed(bytes.substr(at, piece));
    EXPECT_TRUE(fed) << fed.error().message;
  }
  EXPECT_TRUE(stream.finish());
  return events;
}

TEST(EventStream, GivesTheSameEventsHoweverTheBytesAreSplit) {
  const std::string bytes =
      "\xEF\xBB\xBF"
      "data: one\n\n: a comment\n\ndata:two\r\ndata: lines\r\n\r\nevent: x\rid: 7\rdata: three\r\r"
      "data\n\ndata:  kept space\n\nretry: 10\n\ndata: last";
  const Events expected = {"one", "two\nlines", "three", "", " kept space", "last"};
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    EXPECT_EQ(events_of(bytes, piece), expected) << "in pieces of " << piece;
  }
}

TEST(EventStream, TakesLlamaCppsErrorFieldAsData) {
  EXPECT_EQ(events_of("error: {\"code\": 500}\n\n", 5), Events{"{\"code\": 500}"});
}

TEST(EventStream, RefusesAnEventWithoutEnd) {
  for (const std::string part : {"data: 0123456789", "data: 0123456789\n"}) {
    EventStream stream(64, [](std::string_view) { return Result<void>(); });
    Result<void> fed;
    for (int i = 0; i < 16 && fed; ++i) fed = stream.feed(part);
    ASSERT_FALSE(fed);
    EXPECT_EQ(fed.error().code, ErrorCode::corrupt);
  }
}

TEST(EventStream, HandsOnWhatTheTakerSays) {
  EventStream stream(64, [](std::string_view) { return fail(ErrorCode::io, "enough"); });
  const auto fed = stream.feed("data: x\n\n");
  ASSERT_FALSE(fed);
  EXPECT_EQ(fed.error().message, "enough");
}

}  // namespace
}  // namespace plumb
