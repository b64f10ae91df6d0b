// Two sets of embeddings on one plane, and the responses that moved most between them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "measure/execution_profile.h"
#include "stats/pca.h"

namespace plumb {

struct MapOptions {
  std::size_t most_fitted = 4'000;  // rows that the plane is fitted on
  // Components of these rows: what bounds the time of a fit, whatever the vectors' length. Some
  // rows are taken in any case.
  std::size_t most_fitted_values = 1'536'000;
  std::size_t least_fitted = 256;
  std::size_t most_points = 2'000;  // of both sides together
};

// The two directions along which the baseline's vectors vary most, fitted on its first rows by
// hash, as well as a picture shows (a residual of 1e-5). At most about a second. Fails with
// invalid_input where fewer than two have a vector.
struct EmbeddingPlane {
  PrincipalComponents components;
  std::uint64_t fitted_rows = 0;
};
Result<EmbeddingPlane> fit_plane(const ExecutionProfile& baseline, const MapOptions& options = {});

struct MapSide {
  std::uint64_t with_vector = 0;          // sampled results that have one
  std::vector<const ProfileRow*> points;  // the first by hash: a fair sample, always the same
  std::vector<double> x;
  std::vector<double> y;
};

// Half of the points a side; what one side leaves over, the other has. The profiles' vectors are
// of the plane's dimension, and the profiles outlive the map.
struct EmbeddingMap {
  MapSide baseline;
  MapSide current;
};
EmbeddingMap map_onto(const EmbeddingPlane& plane, const ExecutionProfile& baseline,
                      const ExecutionProfile& current, const MapOptions& options = {});

// A current response and how far it lies from what was said before: 1 - cosine, in [0, 2].
struct MovedResponse {
  const ProfileRow* current = nullptr;
  const ProfileRow* baseline = nullptr;  // the nearest answer to the same prompt; null: to the mean
  double distance = 0;
};

struct MovedResponses {
  bool paired = false;               // some prompt was answered by both sides: only those count
  std::vector<MovedResponse> first;  // the farthest first, then by hash
};
MovedResponses most_moved(const ExecutionProfile& baseline, const ExecutionProfile& current,
                          std::size_t most);

}  // namespace plumb
