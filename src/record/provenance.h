// What a result carries so that others can repeat it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumb {

// Whose vectors these are. Two sides compare only when model, sha256, precision
// and dimension agree; the instruction set is told, not required.
struct VectorOrigin {
  std::string model;           // "all-MiniLM-L6-v2"; "given" where the file brought the vectors
  std::string weights_sha256;  // empty where the file brought the vectors
  std::string precision;       // "f32", "int8"; empty where the file brought the vectors
  std::string instruction_set;
  std::uint64_t dimension = 0;

  friend bool operator==(const VectorOrigin&, const VectorOrigin&) = default;
};

struct Provenance {
  std::string plumb_version;
  std::optional<VectorOrigin> vectors;  // none where nothing was embedded
  std::uint64_t seed = 42;
  std::uint64_t permutations = 0;  // B: the smallest p-value is 1 / (B + 1)
  std::uint64_t bootstrap_draws = 0;
  std::uint64_t sample_rows = 0;  // a side's bottom-k sample, at most
  // Every one in force, by name ("output", "alpha", ...), as the judge took them.
  std::vector<std::pair<std::string, double>> thresholds;
};

}  // namespace plumb
