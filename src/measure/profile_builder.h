// A profile from results as they come, in memory that does not grow with them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "encode/embedder.h"
#include "measure/execution_profile.h"
#include "record/execution.h"

namespace plumb {

// The next result, valid until the next call; null at the end.
using ResponseSource = std::function<Result<const Response*>()>;

// Where the vectors come from: the results bring them (Response::embedding), or
// a model makes them, or there are none.
struct ProfileVectors {
  bool wanted = true;
  // Asked once, when the first response that is not blank brings no vector.
  std::function<Result<Embedder*>()> embedder;
};

struct BuiltProfile {
  ExecutionProfile profile;
  std::uint64_t max_tokens = 0;  // that the model reads of a response; 0 where none was asked
};

// Reads `next` to its end. A blank response gets no vector, even where it brings
// one. Fails where a result fails, and with invalid_input where some responses
// bring a vector and others do not, or of another dimension. `given_model` is who
// made the vectors that are brought; "given" where nobody says.
// `progress` is called after each result, with their number.
Result<BuiltProfile> build_profile(const ResponseSource& next, const ProfileVectors& vectors,
                                   const ProfileOptions& options,
                                   const std::function<std::string()>& given_model = {},
                                   const std::function<void(std::uint64_t)>& progress = {});

// A result whose vector was made before: response.embedding, empty where it has none.
struct EmbeddedResponse {
  Response response;
  bool truncated = false;  // the model that made the vector read only the response's start
};
using EmbeddedSource = std::function<Result<const EmbeddedResponse*>()>;

// Whether a model is asked for its vector: a blank response has none.
bool needs_vector(const Response& response);

// The same profile from results that have their vectors, whoever made them: `origin`, whose
// dimension is taken from the vectors; the profile has no origin where there is no vector.
Result<ExecutionProfile> build_profile(const EmbeddedSource& next, VectorOrigin origin,
                                       const ProfileOptions& options);

}  // namespace plumb
