#include "measure/execution_profile.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <map>
#include <utility>

#include "base/hash.h"
#include "measure/profile_file.h"
#include "support/random_executions.h"
#include "text/utf8.h"

namespace plumb {
namespace {

void add_to(ExecutionProfile& profile, const Response& response) {
  const bool blank = is_blank(response.response);
  const std::span<const float> vector = blank ? std::span<const float>() : response.embedding;
  ASSERT_TRUE(profile.add(response, vector, response.response.size() > 100));
}

ExecutionProfile profile_of(std::span<const Response> results, const ProfileOptions& options = {}) {
  ExecutionProfile profile(options);
  for (const Response& response : results) add_to(profile, response);
  return profile;
}

std::string bytes_of(const ExecutionProfile& profile) {
  return encode_profile({profile, std::nullopt});
}

RC_GTEST_PROP(ExecutionProfileParts, MergedInAnyOrderAndGroupingAreTheWhole,
              (std::uint64_t seed, bool keep_text)) {
  const auto results = *rc::gen::inRange<std::size_t>(0, 120);
  const auto dimension = *rc::gen::inRange<std::size_t>(0, 6);
  const auto parts = *rc::gen::inRange<std::size_t>(1, 9);
  ProfileOptions options;
  options.seed = seed;
  options.sample_rows = *rc::gen::inRange<std::uint64_t>(0, 60);
  options.keep_text = keep_text;
  auto execution = testing::random_execution(seed, results, dimension);
  const ExecutionProfile whole = profile_of(execution, options);

  Rng rng(seed, 1);
  std::vector<ExecutionProfile> pieces(parts, ExecutionProfile(options));
  while (!execution.empty()) {  // in a random order, each to a random part
    std::swap(execution[rng.below(execution.size())], execution.back());
    add_to(pieces[rng.below(parts)], execution.back());
    execution.pop_back();
  }
  while (pieces.size() > 1) {  // any two, either way round: every tree of merges can come up
    std::swap(pieces[rng.below(pieces.size())], pieces.back());
    const ExecutionProfile last = std::move(pieces.back());
    pieces.pop_back();
    RC_ASSERT(pieces[rng.below(pieces.size())].merge(last).has_value());
  }
  RC_ASSERT(pieces.front() == whole);
  RC_ASSERT(bytes_of(pieces.front()) == bytes_of(whole));
}

RC_GTEST_PROP(ExecutionProfileSample, IsTheRowsOfTheSmallestHashes, (std::uint64_t seed)) {
  const auto execution = testing::random_execution(seed, 200, 3);
  ProfileOptions options;
  options.seed = seed;
  options.sample_rows = 37;
  const ExecutionProfile profile = profile_of(execution, options);
  std::map<std::uint64_t, const Response*> by_hash;
  for (const Response& response : execution) by_hash[hash64(response.id, seed)] = &response;
  RC_ASSERT(profile.sample().size() == 37u);
  auto expected = by_hash.begin();
  for (const ProfileRow& row : profile.sample()) {
    RC_ASSERT(row.hash == expected->first);
    RC_ASSERT(row.id == expected->second->id);
    RC_ASSERT(row.length == count_code_points(expected->second->response));
    RC_ASSERT(row.severity == expected->second->severity);
    RC_ASSERT(row.blank || row.embedding == expected->second->embedding);
    ++expected;
  }
}

Response response_of(std::string id, std::string text) {
  Response response;
  response.id = std::move(id);
  response.response = std::move(text);
  return response;
}

TEST(ExecutionProfile, CountsWhatItIsGiven) {
  Response called = response_of("a", "Hä");
  called.severity = Severity::high;
  called.tools = {{"search", "", ""}, {"calc", "", ""}};
  Response silent = response_of("b", " \n");
  silent.tools.emplace();
  ExecutionProfile profile;
  add_to(profile, called);
  add_to(profile, silent);

  EXPECT_EQ(profile.results(), 2u);
  EXPECT_EQ(profile.blank(), 1u);
  EXPECT_EQ(profile.with_trace(), 2u);
  EXPECT_EQ(profile.with_severity(), 1u);
  EXPECT_EQ(profile.severities()[1], 1u);
  EXPECT_EQ(profile.lengths().items(), (std::map<std::uint32_t, std::uint64_t>{{2, 1}}));
  EXPECT_EQ(profile.characters().items(),
            (std::map<char32_t, std::uint64_t>{{U'\n', 1}, {U' ', 1}, {U'h', 1}, {U'ä', 1}}));
  EXPECT_EQ(profile.tools().of("search"), 1u);
  EXPECT_EQ(profile.tools().of(std::string(kNoCall)), 1u);
  EXPECT_EQ(profile.transitions().of({std::string(kStartMark), "search"}), 1u);
  EXPECT_EQ(profile.transitions().of({"search", "calc"}), 1u);
  EXPECT_EQ(profile.transitions().of({"calc", std::string(kEndMark)}), 1u);
  EXPECT_EQ(profile.transitions().of({std::string(kStartMark), std::string(kEndMark)}), 1u);
}

TEST(ExecutionProfile, ABadVectorAddsNothing) {
  ExecutionProfile profile;
  const std::vector<float> bad = {1.0F, std::numeric_limits<float>::quiet_NaN()};
  const auto added = profile.add(response_of("r9", "text"), bad, false);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("\"r9\""), std::string::npos) << added.error().message;
  EXPECT_EQ(profile, ExecutionProfile());
}

void expect_refused(ExecutionProfile a, const ExecutionProfile& b, std::string_view clause) {
  const ExecutionProfile before = a;
  const auto merged = a.merge(b);
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().message.find(clause), std::string::npos) << merged.error().message;
  EXPECT_EQ(a, before);
}

TEST(ExecutionProfileMerge, RefusesWhatIsNoPartOfOneWhole) {
  ExecutionProfile one;
  add_to(one, response_of("a", "text"));
  ExecutionProfile again = one;
  expect_refused(one, again, "both profiles hold the result \"a\"");
  expect_refused(one, ExecutionProfile({.seed = 7}), "seeds 42 and 7");
  expect_refused(one, ExecutionProfile({.sample_rows = 5}), "10000 and 5 rows");
  expect_refused(one, ExecutionProfile({.keep_text = false}), "with text and one without");
  ExecutionProfile embedded;
  Response vector = response_of("b", "text");
  vector.embedding = {1, 0};
  add_to(embedded, vector);
  expect_refused(one, embedded, "with embeddings and one without");
}

TEST(ExecutionProfileMerge, KeepsNamesAndInstructionSetsWhateverTheOrder) {
  ExecutionProfile a;
  ExecutionProfile b;
  a.name = "nightly";
  a.origin = VectorOrigin{"m", "s", "f32", "portable", 3};
  b.origin = VectorOrigin{"m", "s", "f32", "avx2", 3};
  ExecutionProfile forward = a;
  ASSERT_TRUE(forward.merge(b));
  ASSERT_TRUE(b.merge(a));
  EXPECT_EQ(forward, b);
  EXPECT_EQ(b.name, "nightly");
  EXPECT_EQ(b.origin->instruction_set, "avx2, portable");
}

TEST(CheckComparable, RefusesAnotherModelOrPrecisionWithASentence) {
  ExecutionProfile a;
  ExecutionProfile b;
  a.origin = VectorOrigin{"all-MiniLM-L6-v2", "53aa", "f32", "avx2", 384};
  EXPECT_TRUE(check_comparable(a, b));  // one has none: the metric does not apply
  b.origin = a.origin;
  b.origin->instruction_set = "avx512";
  EXPECT_TRUE(check_comparable(a, b));
  b.origin->precision = "int8";
  const auto compared = check_comparable(a, b);
  ASSERT_FALSE(compared);
  EXPECT_NE(compared.error().message.find("precision int8"), std::string::npos);
  b.origin = VectorOrigin{"other", "", "f32", "", 384};
  EXPECT_FALSE(check_comparable(a, b));
}

TEST(Excerpt, IsOneLineOfAtMost160Characters) {
  EXPECT_EQ(excerpt_of("  a \n\t b\x1b[31m  "), "a b [31m");
  EXPECT_EQ(excerpt_of(" \n "), "");
  std::string umlauts;
  for (int i = 0; i < 200; ++i) umlauts += "ä";
  EXPECT_EQ(count_code_points(excerpt_of(umlauts)), 160u);
  EXPECT_EQ(excerpt_of(std::string(160, 'x')), std::string(160, 'x'));
  EXPECT_EQ(excerpt_of(std::string(161, 'x')), std::string(159, 'x') + "…");
  EXPECT_EQ(excerpt_of(std::string(159, 'x') + " y"), std::string(159, 'x') + "…");
  EXPECT_EQ(excerpt_of(std::string(158, 'x') + " yz"), std::string(158, 'x') + "…");
}

}  // namespace
}  // namespace plumb
