// Real texts and their vectors, embedded once, that simulated systems answer with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"

namespace plumb::bench {

struct TextPool {
  static constexpr std::size_t kNeighbours = 16;

  std::vector<std::string> texts;
  std::vector<std::uint32_t> lengths;  // code points
  double length_deviation = 0;         // standard, over the pool
  std::size_t dimension = 0;
  std::vector<float> vectors;       // unit length, text by text
  std::vector<double> direction;    // first principal one of the vectors, unit length
  double direction_deviation = 0;   // standard, of the vectors' projections on it
  std::vector<std::uint32_t> near;  // kNeighbours a text: itself, then the nearest by cosine

  std::size_t size() const { return texts.size(); }
  std::span<const float> vector(std::size_t text) const {
    return std::span(vectors).subspan(text * dimension, dimension);
  }
  std::span<const std::uint32_t> neighbours(std::size_t text) const {
    return std::span(near).subspan(text * kNeighbours, kNeighbours);
  }
};

// Reads "text" of every line and embeds it by the default model. Vectors are kept
// in `cache`, in a file named after the hash of all texts, for the next time.
Result<TextPool> load_text_pool(const std::filesystem::path& texts,
                                const std::filesystem::path& cache, ThreadPool& pool);

// All vectors moved by `deviations` of their spread along the pool's first
// principal direction, at unit length again.
std::vector<float> moved_vectors(const TextPool& pool, double deviations);

// As NumPy's .npy of that shape; Number is float or std::int32_t.
template <class Number>
Result<void> write_npy(const std::filesystem::path& path, std::span<const Number> values,
                       std::span<const std::size_t> shape);

}  // namespace plumb::bench
