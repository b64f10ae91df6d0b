#include "measure/embedding_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/made_execution.h"

namespace plumb {
namespace {

using testing::made_responses;
using testing::profile_of;

TEST(EmbeddingMap, PointsAreAFairSampleThatIsAlwaysTheSame) {
  const ExecutionProfile baseline = profile_of(made_responses({.results = 300}, 1));
  const ExecutionProfile current = profile_of(made_responses({.results = 40, .shift = 2}, 2));
  const auto plane = fit_plane(baseline, {.most_fitted = 100});
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->fitted_rows, 100U);
  const MapOptions options{.most_points = 100};
  const EmbeddingMap map = map_onto(*plane, baseline, current, options);
  EXPECT_EQ(map.baseline.with_vector, 300U);
  EXPECT_EQ(map.baseline.points.size(), 60U);  // what the other side leaves over
  EXPECT_EQ(map.current.points.size(), 40U);
  const EmbeddingMap again = map_onto(*plane, baseline, current, options);
  EXPECT_EQ(map.baseline.points, again.baseline.points);
  EXPECT_EQ(map.baseline.x, again.baseline.x);
}

TEST(EmbeddingMap, APlaceIsTheProjectionOntoTheBaselinesDirections) {
  const ExecutionProfile baseline = profile_of(made_responses({.results = 60}, 3));
  const auto plane = fit_plane(baseline);
  ASSERT_TRUE(plane);
  const EmbeddingMap map = map_onto(*plane, baseline, baseline);
  double sum = 0;
  for (std::size_t i = 0; i < map.baseline.points.size(); ++i) {
    const auto places = plane->components.project(map.baseline.points[i]->embedding);
    EXPECT_EQ(map.baseline.x[i], places[0]);
    EXPECT_EQ(map.baseline.y[i], places[1]);
    sum += map.baseline.x[i];
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_GE(plane->components.explained(0), plane->components.explained(1));
}

TEST(EmbeddingMap, LongVectorsAreFittedOnFewerRows) {
  const ExecutionProfile baseline = profile_of(made_responses({.results = 300}, 3));
  const std::size_t dimension = baseline.sample().front().embedding.size();
  const auto rows = [&](std::size_t most_values, std::size_t least) {
    return fit_plane(baseline, {.most_fitted_values = most_values, .least_fitted = least})
        ->fitted_rows;
  };
  EXPECT_EQ(rows(120 * dimension, 5), 120U);
  EXPECT_EQ(rows(120 * dimension, 200), 200U);
  EXPECT_EQ(rows(1'000 * dimension, 5), 300U);
}

TEST(EmbeddingMap, NeedsTwoVectorsOfTheBaseline) {
  std::vector<Response> responses = made_responses({.results = 3}, 4);
  responses[0].embedding.clear();
  responses[2].embedding.clear();
  const auto plane = fit_plane(profile_of(responses));
  ASSERT_FALSE(plane);
  EXPECT_EQ(plane.error().code, ErrorCode::invalid_input);
}

Response answer(const std::string& id, const std::string& prompt, std::vector<float> vector) {
  Response response;
  response.id = id;
  if (!prompt.empty()) response.prompt = prompt;
  response.response = id;
  response.embedding = std::move(vector);
  return response;
}

TEST(MostMoved, ComparesAnswersToTheSamePrompt) {
  const ExecutionProfile baseline =
      profile_of({answer("b1", "p", {1, 0}), answer("b2", "q", {0, 1}), answer("b3", "q", {1, 0}),
                  answer("b4", "z", {1, 1})});
  const ExecutionProfile current =
      profile_of({answer("c1", "p", {0, 1}), answer("c2", "q", {0, 2}), answer("c3", "p", {1, 1}),
                  answer("c4", "new", {-1, 0}), answer("c5", "", {-1, 0})});
  const MovedResponses moved = most_moved(baseline, current, 10);
  EXPECT_TRUE(moved.paired);
  ASSERT_EQ(moved.first.size(), 3U);  // the others answer what nobody asked before
  EXPECT_EQ(moved.first[0].current->id, "c1");
  EXPECT_EQ(moved.first[0].baseline->id, "b1");
  EXPECT_NEAR(moved.first[0].distance, 1, 1e-12);
  EXPECT_EQ(moved.first[1].current->id, "c3");
  EXPECT_NEAR(moved.first[1].distance, 1 - std::sqrt(0.5), 1e-7);
  EXPECT_EQ(moved.first[2].baseline->id, "b2");  // the nearest of two answers
  EXPECT_NEAR(moved.first[2].distance, 0, 1e-12);
  EXPECT_EQ(most_moved(baseline, current, 2).first.size(), 2U);
}

TEST(MostMoved, WithoutSharedPromptsItIsTheDistanceFromTheMean) {
  const ExecutionProfile baseline =
      profile_of({answer("b1", "", {1, 0}), answer("b2", "", {0, 1})});
  const ExecutionProfile current =
      profile_of({answer("c1", "", {1, 1}), answer("c2", "x", {-1, -1}), answer("c3", "", {})});
  const MovedResponses moved = most_moved(baseline, current, 10);
  EXPECT_FALSE(moved.paired);
  ASSERT_EQ(moved.first.size(), 2U);
  EXPECT_EQ(moved.first[0].current->id, "c2");
  EXPECT_EQ(moved.first[0].baseline, nullptr);
  EXPECT_NEAR(moved.first[0].distance, 2, 1e-12);
  EXPECT_NEAR(moved.first[1].distance, 0, 1e-12);
}

}  // namespace
}  // namespace plumb
