#include "measure/profile_builder.h"

#include <gtest/gtest.h>

#include "model/locate.h"
#include "support/must.h"
#include "support/random_executions.h"
#include "text/utf8.h"

namespace plumb {
namespace {

ResponseSource source_of(const std::vector<Response>& results) {
  return [&results, at = std::size_t{0}]() mutable -> Result<const Response*> {
    return at < results.size() ? &results[at++] : nullptr;
  };
}

ProfileVectors no_model() {
  return {.wanted = true, .embedder = []() -> Result<Embedder*> {
            return fail(ErrorCode::not_found, "there is no model");
          }};
}

TEST(BuildProfile, TakesTheVectorsThatResultsBring) {
  const auto results = testing::random_execution(1, 50, 8);
  const auto built = build_profile(source_of(results), no_model(), {}, [] { return "theirs"; });
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(built->profile.results(), 50u);
  EXPECT_EQ(built->profile.embeddings().count(), 50 - built->profile.blank());
  ASSERT_TRUE(built->profile.origin);
  EXPECT_EQ(*built->profile.origin, (VectorOrigin{"theirs", "", "", "", 8}));
}

TEST(BuildProfile, AsksForTheModelOnlyWhereAVectorIsWanted) {
  const auto results = testing::random_execution(2, 20, 0);
  const auto refused = build_profile(source_of(results), no_model(), {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "there is no model");
  ProfileVectors none = no_model();
  none.wanted = false;
  const auto built = build_profile(source_of(results), none, {});
  ASSERT_TRUE(built);
  EXPECT_FALSE(built->profile.origin);
}

TEST(BuildProfile, RefusesResultsOfBothKinds) {
  auto results = testing::random_execution(3, 30, 2);
  for (Response& response : results) response.response = "text";
  results[17].embedding.clear();
  const auto built = build_profile(source_of(results), no_model(), {});
  ASSERT_FALSE(built);
  EXPECT_NE(
      built.error().message.find("\"r0\" brings an embedding and the result \"r17\" does not"),
      std::string::npos)
      << built.error().message;
}

TEST(BuildProfile, EmbedsAsTheEmbedderDoes) {
  const auto folder = locate_model("all-MiniLM-L6-v2");
  if (!folder) GTEST_SKIP() << folder.error().message;
  auto embedder = Embedder::load(*folder);
  ASSERT_TRUE(embedder);
  const auto results = testing::random_execution(4, 60, 0);
  const ProfileVectors vectors{.wanted = true,
                               .embedder = [&]() -> Result<Embedder*> { return &*embedder; }};
  const auto built = build_profile(source_of(results), vectors, {});
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(built->max_tokens, 256u);
  EXPECT_EQ(built->profile.origin->model, "all-MiniLM-L6-v2");
  EXPECT_EQ(built->profile.origin->dimension, 384u);

  ExecutionProfile expected;
  for (const Response& response : results) {
    const std::string_view text = response.response;
    const Embeddings one = must(embedder->embed(std::span(&text, 1)));
    const bool blank = is_blank(text);
    ASSERT_TRUE(expected.add(response, blank ? std::span<const float>() : one.vector(0),
                             !blank && one.truncated[0]));
  }
  expected.origin = built->profile.origin;
  EXPECT_EQ(built->profile, expected);
}

}  // namespace
}  // namespace plumb
