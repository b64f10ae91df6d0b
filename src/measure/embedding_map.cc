#include "measure/embedding_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

namespace plumb {
namespace {

// A hundred thousandth of the widest spread is no pixel.
constexpr PrincipalComponentOptions kForAPicture{.residual = 1e-5, .most_rounds = 100};

template <class A, class B>
double cosine(std::span<const A> a, std::span<const B> b) {
  double product = 0;
  double squares_a = 0;
  double squares_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto x = static_cast<double>(a[i]);
    const auto y = static_cast<double>(b[i]);
    product += x * y;
    squares_a += x * x;
    squares_b += y * y;
  }
  const double lengths = std::sqrt(squares_a) * std::sqrt(squares_b);
  return lengths > 0 ? std::clamp(product / lengths, -1.0, 1.0) : 0.0;
}

std::vector<const ProfileRow*> rows_with_vector(const ExecutionProfile& profile) {
  std::vector<const ProfileRow*> rows;
  for (const ProfileRow& row : profile.sample()) {
    if (!row.embedding.empty()) rows.push_back(&row);
  }
  return rows;
}

void place(const EmbeddingPlane& plane, std::size_t most, MapSide& side) {
  side.with_vector = side.points.size();
  side.points.resize(std::min(most, side.points.size()));
  for (const ProfileRow* row : side.points) {
    const std::vector<double> places = plane.components.project(row->embedding);
    side.x.push_back(places.empty() ? 0.0 : places[0]);
    side.y.push_back(places.size() < 2 ? 0.0 : places[1]);
  }
}

using RowsByPrompt = std::unordered_map<std::uint64_t, std::vector<const ProfileRow*>>;

// The nearest of the earlier answers to the row's prompt.
MovedResponse moved_from(const ProfileRow& row, const std::vector<const ProfileRow*>& before) {
  MovedResponse moved{&row, nullptr, 3};
  for (const ProfileRow* answer : before) {
    const double distance = 1 - cosine(std::span<const float>(row.embedding),
                                       std::span<const float>(answer->embedding));
    if (distance < moved.distance) moved = {&row, answer, distance};
  }
  return moved;
}

}  // namespace

Result<EmbeddingPlane> fit_plane(const ExecutionProfile& baseline, const MapOptions& options) {
  std::vector<const ProfileRow*> rows = rows_with_vector(baseline);
  if (rows.size() < 2) {
    return fail(ErrorCode::invalid_input,
                fmt::format("a map needs two responses of the baseline that have a vector, and {} "
                            "has",
                            rows.empty() ? "none" : "one"));
  }
  const std::size_t dimension = rows.front()->embedding.size();
  const std::size_t within_bound =
      std::max(options.least_fitted, options.most_fitted_values / dimension);
  rows.resize(std::min({rows.size(), options.most_fitted, within_bound}));
  std::vector<float> values;
  values.reserve(rows.size() * dimension);
  for (const ProfileRow* row : rows) {
    values.insert(values.end(), row->embedding.begin(), row->embedding.end());
  }
  EmbeddingPlane plane;
  plane.fitted_rows = rows.size();
  PLUMB_TRY(plane.components, principal_components(values, dimension, 2, kForAPicture));
  return plane;
}

EmbeddingMap map_onto(const EmbeddingPlane& plane, const ExecutionProfile& baseline,
                      const ExecutionProfile& current, const MapOptions& options) {
  EmbeddingMap map;
  map.baseline.points = rows_with_vector(baseline);
  map.current.points = rows_with_vector(current);
  const std::size_t half = options.most_points / 2;
  const auto others = [&](const MapSide& side) {
    return options.most_points - std::min(half, side.points.size());
  };
  const std::size_t of_baseline = std::max(half, others(map.current));
  const std::size_t of_current = std::max(half, others(map.baseline));
  place(plane, of_baseline, map.baseline);
  place(plane, of_current, map.current);
  return map;
}

MovedResponses most_moved(const ExecutionProfile& baseline, const ExecutionProfile& current,
                          std::size_t most) {
  RowsByPrompt before;
  for (const ProfileRow* row : rows_with_vector(baseline)) {
    if (row->prompt) before[*row->prompt].push_back(row);
  }
  MovedResponses moved;
  const std::vector<const ProfileRow*> now = rows_with_vector(current);
  for (const ProfileRow* row : now) {
    const auto found = row->prompt ? before.find(*row->prompt) : before.end();
    if (found != before.end()) moved.first.push_back(moved_from(*row, found->second));
  }
  moved.paired = !moved.first.empty();
  if (!moved.paired && baseline.embeddings().count() > 0) {
    const std::vector<double> mean = baseline.embeddings().sums();  // its length does not matter
    for (const ProfileRow* row : now) {
      moved.first.push_back(
          {row, nullptr,
           1 - cosine(std::span<const float>(row->embedding), std::span<const double>(mean))});
    }
  }
  std::ranges::stable_sort(moved.first, [](const MovedResponse& a, const MovedResponse& b) {
    return a.distance > b.distance;
  });
  moved.first.resize(std::min(most, moved.first.size()));
  return moved;
}

}  // namespace plumb
