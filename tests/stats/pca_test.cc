#include "stats/pca.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/rng.h"
#include "support/places.h"

namespace plumb {
namespace {

using Json = nlohmann::json;

std::vector<float> values_of(const Json& rows) {
  std::vector<float> values;
  for (const Json& row : rows) {
    for (const Json& value : row) values.push_back(value.get<float>());
  }
  return values;
}

TEST(PrincipalComponents, AreThoseOfNumpy) {
  std::ifstream file(source_path("tests/golden/pca.json"));
  const Json golden = Json::parse(file);
  ASSERT_GE(golden.at("cases").size(), 7U);
  for (const Json& wanted : golden.at("cases")) {
    SCOPED_TRACE(wanted.at("name").get<std::string>());
    const auto dimension = wanted.at("mean").size();
    const auto found =
        principal_components(values_of(wanted.at("rows")), dimension, wanted.at("wanted"));
    ASSERT_TRUE(found) << found.error().message;
    const double total = wanted.at("total_variance");
    EXPECT_NEAR(found->total_variance, total, 1e-12 * total);
    for (std::size_t i = 0; i < dimension; ++i) {
      EXPECT_NEAR(found->mean[i], wanted.at("mean")[i].get<double>(), 1e-12);
    }
    ASSERT_EQ(found->variances.size(), wanted.at("variances").size());
    for (std::size_t k = 0; k < found->variances.size(); ++k) {
      EXPECT_NEAR(found->variances[k], wanted.at("variances")[k].get<double>(), 1e-9 * total);
      if (wanted.at("directions")[k].is_null()) continue;
      for (std::size_t i = 0; i < dimension; ++i) {
        EXPECT_NEAR(found->directions[k][i], wanted.at("directions")[k][i].get<double>(), 1e-6);
      }
    }
  }
}

// A table of the size of embeddings.
std::vector<float> made_rows(std::size_t rows, std::size_t dimension) {
  Rng random(7);
  std::vector<float> values;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < dimension; ++i) {
      const double spread = 1.0 / (1.0 + 0.01 * static_cast<double>(i));
      values.push_back(
          static_cast<float>(spread * (static_cast<double>(random.below(2'001)) / 1'000 - 1)));
    }
  }
  return values;
}

TEST(PrincipalComponents, DirectionsAreOrthonormalAndFallInVariance) {
  const auto found = principal_components(made_rows(300, 384), 384, 4);
  ASSERT_TRUE(found);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      double product = 0;
      for (std::size_t i = 0; i < 384; ++i) {
        product += found->directions[a][i] * found->directions[b][i];
      }
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-10);
    }
    if (a > 0) {
      EXPECT_LE(found->variances[a], found->variances[a - 1]);
    }
    EXPECT_GT(found->explained(a), 0);
  }
}

// |C v - lambda v| over lambda of the first direction, with C v from the rows themselves.
double residual_of(std::span<const float> values, const PrincipalComponents& found,
                   std::size_t direction) {
  const std::size_t dimension = found.mean.size();
  const std::size_t rows = values.size() / dimension;
  std::vector<double> product(dimension);
  for (std::size_t at = 0; at < values.size(); at += dimension) {
    const auto row = values.subspan(at, dimension);
    const double place = found.project(row)[direction];
    for (std::size_t i = 0; i < dimension; ++i) {
      product[i] +=
          place * (static_cast<double>(row[i]) - found.mean[i]) / static_cast<double>(rows - 1);
    }
  }
  double squares = 0;
  for (std::size_t i = 0; i < dimension; ++i) {
    const double rest = product[i] - found.variances[direction] * found.directions[direction][i];
    squares += rest * rest;
  }
  return std::sqrt(squares) / found.variances[0];
}

TEST(PrincipalComponents, AreThoseOfTheCovarianceWhicheverSideIsLonger) {
  for (const auto& [rows, dimension] :
       {std::pair<std::size_t, std::size_t>{60, 400}, {400, 60}, {80, 80}, {80, 81}, {2, 3'072}}) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(dimension));
    const std::vector<float> values = made_rows(rows, dimension);
    const auto found = principal_components(values, dimension, 2);
    ASSERT_TRUE(found);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_LT(residual_of(values, *found, k), 1e-8);
  }
}

TEST(PrincipalComponents, AreAsGoodAsIsAskedFor) {
  const std::vector<float> values = made_rows(90, 300);
  const auto rough = principal_components(values, 300, 2, {.residual = 1e-3});
  ASSERT_TRUE(rough);
  for (std::size_t k = 0; k < 2; ++k) EXPECT_LT(residual_of(values, *rough, k), 1e-2);
  const auto at_once = principal_components(values, 300, 2, {.most_rounds = 0});
  ASSERT_TRUE(at_once);
  EXPECT_LE(at_once->variances[0], rough->variances[0]);
}

TEST(PrincipalComponents, DirectionsPastTheNumberOfRowsHaveNoVariance) {
  const auto found = principal_components(made_rows(3, 10), 10, 5);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->directions.size(), 5U);
  EXPECT_GT(found->variances[1], 0);
  for (std::size_t a = 0; a < 5; ++a) {
    if (a > 1) {
      EXPECT_NEAR(found->variances[a], 0, 1e-12);
    }
    for (std::size_t b = 0; b < 5; ++b) {
      double product = 0;
      for (std::size_t i = 0; i < 10; ++i) {
        product += found->directions[a][i] * found->directions[b][i];
      }
      EXPECT_NEAR(product, a == b ? 1 : 0, 1e-10);
    }
  }
}

TEST(PrincipalComponents, ProjectionsHaveTheVarianceOfTheirDirection) {
  const std::size_t dimension = 40;
  const std::vector<float> values = made_rows(200, dimension);
  const auto found = principal_components(values, dimension, 2);
  ASSERT_TRUE(found);
  double squares[2] = {};
  double sums[2] = {};
  for (std::size_t at = 0; at < values.size(); at += dimension) {
    const auto places = found->project(std::span(values).subspan(at, dimension));
    for (std::size_t k = 0; k < 2; ++k) {
      sums[k] += places[k];
      squares[k] += places[k] * places[k];
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(sums[k], 0, 1e-9);
    EXPECT_NEAR(squares[k] / 199, found->variances[k], 1e-9);
  }
}

TEST(PrincipalComponents, TheSameRowsGiveTheSameBits) {
  const std::vector<float> values = made_rows(100, 64);
  const auto first = principal_components(values, 64, 2);
  const auto second = principal_components(values, 64, 2);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->directions, second->directions);
  EXPECT_EQ(first->variances, second->variances);
}

TEST(PrincipalComponents, RowsThatDoNotVaryExplainNothing) {
  const auto found = principal_components(std::vector<float>(12, 3.0F), 3, 2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->total_variance, 0);
  EXPECT_EQ(found->explained(0), 0);
  for (const double place : found->project(std::vector<float>(3, 3.0F))) EXPECT_EQ(place, 0);
}

TEST(PrincipalComponents, WhatIsNoTableIsRefused) {
  const std::vector<float> row = {1, 2, 3};
  EXPECT_FALSE(principal_components(row, 3, 2));
  EXPECT_FALSE(principal_components(row, 2, 2));
  EXPECT_FALSE(principal_components(row, 0, 2));
  EXPECT_FALSE(principal_components({}, 3, 2));
  for (const float bad : {std::numeric_limits<float>::infinity(), std::nanf("")}) {
    EXPECT_FALSE(principal_components(std::vector<float>{1, 2, bad, 4}, 2, 1));
  }
}

}  // namespace
}  // namespace plumb
