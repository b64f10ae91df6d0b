// Executions made from random numbers: responses of words, severities, tools,
// labels and unit vectors, with knobs for drift.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "measure/execution_profile.h"
#include "record/execution.h"

namespace plumb::testing {

struct MadeExecution {
  std::size_t results = 100;
  std::size_t dimension = 16;
  double words = 20;          // a response, about
  double grave_share = 0.2;   // of results that are critical or high
  double search_share = 0.5;  // of traces that start with a search
  double shift = 0;           // added to the first component before vectors are scaled
  bool prompts = false;       // result i answers prompt i
  std::string id_prefix = "r";
};

inline double normal(Rng& rng) {
  const double u = 1 - rng.uniform();
  return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * rng.uniform());
}

inline Response made_response(const MadeExecution& made, std::size_t index, Rng& rng) {
  static constexpr std::string_view kWords[] = {"the",   "order", "Ship",   "late",  "refund",
                                                "agent", "plan",  "Straße", "tools", "answer"};
  Response response;
  response.id = made.id_prefix + std::to_string(index);
  if (made.prompts) response.prompt = "prompt " + std::to_string(index);
  const auto words = static_cast<std::size_t>(made.words * (0.5 + rng.uniform()));
  for (std::size_t i = 0; i < words; ++i) {
    if (i > 0) response.response += ' ';
    response.response += kWords[rng.below(std::size(kWords))];
  }
  const bool grave = rng.uniform() < made.grave_share;
  response.severity = grave ? (rng.below(2) == 0 ? Severity::critical : Severity::high)
                            : (rng.below(2) == 0 ? Severity::medium : Severity::low);
  response.tools.emplace();
  if (rng.uniform() < made.search_share) response.tools->push_back({"search", {}, {}});
  for (std::uint64_t calls = rng.below(3); calls > 0; --calls) {
    response.tools->push_back({rng.below(2) == 0 ? "calculator" : "mail", {}, {}});
  }
  response.labels = {{"team", index % 2 == 0 ? "north" : "south"}};
  double squares = 0;
  for (std::size_t i = 0; i < made.dimension; ++i) {
    const double component = normal(rng) + (i == 0 ? 2 + made.shift : 0);
    response.embedding.push_back(static_cast<float>(component));
    squares += component * component;
  }
  for (float& component : response.embedding) {
    component = static_cast<float>(component / std::sqrt(squares));
  }
  return response;
}

inline std::vector<Response> made_responses(const MadeExecution& made, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Response> responses;
  for (std::size_t i = 0; i < made.results; ++i) responses.push_back(made_response(made, i, rng));
  return responses;
}

inline ExecutionProfile profile_of(const std::vector<Response>& responses,
                                   const ProfileOptions& options = {}) {
  ExecutionProfile profile(options);
  for (const Response& response : responses) {
    if (!profile.add(response, response.embedding, false)) std::abort();
  }
  return profile;
}

}  // namespace plumb::testing
