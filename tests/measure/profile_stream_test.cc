#include "measure/profile_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/random_executions.h"

namespace plumb {
namespace {

ProfileDocument document_of(std::uint64_t seed, std::size_t results) {
  ExecutionProfile profile({.sample_rows = 20});
  for (const Response& response : testing::random_execution(seed, results, 0)) {
    EXPECT_TRUE(profile.add(response, {}, false));
  }
  return {profile, std::nullopt};
}

// Gives the bytes so many at a time, as a pipe does.
ProfileStream stream_of(std::string_view bytes, std::size_t at_once) {
  return ProfileStream("<stdin>", [rest = bytes, at_once]() mutable -> Result<std::string_view> {
    const std::string_view some = rest.substr(0, std::min(at_once, rest.size()));
    rest.remove_prefix(some.size());
    return some;
  });
}

TEST(ProfileStream, GivesOneProfileAfterTheOtherHoweverTheBytesCome) {
  const std::vector<ProfileDocument> documents = {document_of(1, 30), document_of(2, 0),
                                                  document_of(3, 1)};
  std::string bytes;
  for (const ProfileDocument& document : documents) bytes += encode_profile(document);
  for (const std::size_t at_once : {1U, 7U, 64U, 100'000U}) {
    ProfileStream stream = stream_of(bytes, at_once);
    for (const ProfileDocument& document : documents) {
      const auto next = stream.next();
      ASSERT_TRUE(next) << next.error().message;
      ASSERT_TRUE(*next);
      EXPECT_EQ(**next, document);
    }
    const auto end = stream.next();
    ASSERT_TRUE(end);
    EXPECT_FALSE(*end);
  }
}

TEST(ProfileStream, NothingIsNoProfile) {
  const auto next = stream_of("", 1).next();
  ASSERT_TRUE(next);
  EXPECT_FALSE(*next);
}

TEST(ProfileStream, EveryCutIsRefusedByTheNumberOfItsProfile) {
  const std::string first = encode_profile(document_of(4, 2));
  const std::string both = first + encode_profile(document_of(5, 2));
  for (std::size_t size = first.size() + 1; size < both.size(); ++size) {
    ProfileStream stream = stream_of(std::string_view(both).substr(0, size), 1'000);
    ASSERT_TRUE(stream.next());
    const auto second = stream.next();
    ASSERT_FALSE(second) << size;
    EXPECT_TRUE(second.error().message.starts_with("profile 2 of <stdin> is "))
        << second.error().message;
  }
}

TEST(ProfileStream, ASectionThatPromisesMoreThanComesIsRefused) {
  std::string bytes = encode_profile(document_of(6, 1));
  for (const char high : {'\x7F', '\x01'}) {
    bytes[16 + 4 + 7] = high;  // the length of the first section
    const auto next = stream_of(bytes, 1'000).next();
    ASSERT_FALSE(next);
    EXPECT_EQ(next.error().code, ErrorCode::corrupt);
  }
}

TEST(ProfileStream, HandsOnWhatTheSourceSays) {
  ProfileStream stream("x", [] { return fail(ErrorCode::io, "the pipe broke"); });
  const auto next = stream.next();
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().message, "the pipe broke");
}

}  // namespace
}  // namespace plumb
