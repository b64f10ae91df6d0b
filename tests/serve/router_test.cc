#include "serve/router.h"

#include <gtest/gtest.h>

namespace plumb {
namespace {

class RouterTest : public ::testing::Test {
 protected:
  std::size_t add(const std::string& method, const std::string& path, bool takes_rest = false) {
    const auto added = router_.add({method, path, takes_rest});
    EXPECT_TRUE(added) << added.error().message;
    return count_++;
  }

  Router router_;
  std::size_t count_ = 0;
};

TEST_F(RouterTest, ALiteralBeatsAParameter) {
  const auto by_id = add("GET", "/baselines/{id}");
  const auto tag = add("GET", "/baselines/tag");
  EXPECT_EQ(router_.find("GET", "/baselines/7")->route, by_id);
  EXPECT_EQ(router_.find("GET", "/baselines/tag")->route, tag);
}

TEST_F(RouterTest, AParameterIsTriedWhereTheLiteralLeadsNowhere) {
  add("GET", "/a/tag/{name}");
  const auto other = add("GET", "/a/{id}/results");
  const auto found = router_.find("GET", "/a/tag/results");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->route, 0U);
  EXPECT_EQ(router_.find("GET", "/a/7/results")->route, other);
  EXPECT_FALSE(router_.find("GET", "/a/tag"));
}

TEST_F(RouterTest, GivesTheParametersByName) {
  add("GET", "/executions/{execution_id}/results/{result_id}", true);
  const auto found = router_.find("GET", "/executions/7/results/a/b c");
  ASSERT_TRUE(found);
  const std::vector<std::pair<std::string, std::string>> expected = {{"execution_id", "7"},
                                                                     {"result_id", "a/b c"}};
  EXPECT_EQ(found->parameters, expected);
}

TEST_F(RouterTest, AParameterIsOnePartAndNotEmpty) {
  add("GET", "/executions/{id}");
  EXPECT_FALSE(router_.find("GET", "/executions/"));
  EXPECT_FALSE(router_.find("GET", "/executions/1/2"));
  EXPECT_FALSE(router_.find("GET", "/executions"));
  EXPECT_FALSE(router_.find("GET", "executions/1"));
  EXPECT_FALSE(router_.find("GET", ""));
}

TEST_F(RouterTest, AKnownPathNamesItsMethods) {
  add("GET", "/a");
  add("POST", "/a");
  const auto found = router_.find("DELETE", "/a");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().methods, (std::vector<std::string>{"GET", "POST", "HEAD", "OPTIONS"}));
  EXPECT_TRUE(router_.find("GET", "/b").error().methods.empty());
}

TEST_F(RouterTest, GetAnswersHead) {
  const auto get = add("GET", "/a");
  add("POST", "/b");
  EXPECT_EQ(router_.find("HEAD", "/a")->route, get);
  EXPECT_FALSE(router_.find("HEAD", "/b"));
}

TEST_F(RouterTest, RefusesWhatCannotBeToldApart) {
  add("GET", "/a/{id}");
  EXPECT_FALSE(router_.add({"GET", "/a/{id}"}));
  EXPECT_FALSE(router_.add({"POST", "/a/{other}"}));
  EXPECT_FALSE(router_.add({"GET", "a"}));
}

}  // namespace
}  // namespace plumb
