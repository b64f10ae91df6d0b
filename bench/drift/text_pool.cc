#include "drift/text_pool.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <type_traits>

#include "base/file.h"
#include "base/hash.h"
#include "encode/embedder.h"
#include "model/locate.h"
#include "text/utf8.h"

namespace plumb::bench {
namespace {

Result<std::vector<std::string>> read_texts(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) return fail(ErrorCode::not_found, fmt::format("cannot open {}", path.string()));
  std::vector<std::string> texts;
  for (std::string line; std::getline(file, line);) {
    const auto record = nlohmann::json::parse(line, nullptr, false);
    if (!record.is_object() || !record.contains("text") || !record["text"].is_string()) {
      return fail(ErrorCode::invalid_input,
                  fmt::format("{} line {} has no \"text\"", path.string(), texts.size() + 1));
    }
    texts.push_back(record["text"].get<std::string>());
  }
  if (texts.size() < TextPool::kNeighbours) {
    return fail(ErrorCode::invalid_input,
                fmt::format("{} has {} texts, and a pool needs at least {}", path.string(),
                            texts.size(), TextPool::kNeighbours));
  }
  return texts;
}

Result<std::vector<float>> embed(const std::vector<std::string>& texts) {
  PLUMB_TRY(const ModelFolder folder, locate_model(kDefaultEmbeddingModel));
  PLUMB_TRY(Embedder embedder, Embedder::load(folder));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  PLUMB_TRY(Embeddings embeddings, embedder.embed(views));
  return std::move(embeddings.values);
}

// The vectors of the cache where it holds as many as there are texts; else new ones.
Result<std::vector<float>> vectors_of(const std::vector<std::string>& texts,
                                      const std::filesystem::path& cache) {
  std::uint64_t hash = 0;
  for (const std::string& text : texts) hash = hash64(text, hash);
  const std::filesystem::path path = cache / fmt::format("pool-{:016x}.f32", hash);
  if (std::filesystem::exists(path)) {
    PLUMB_TRY(const MappedFile file, MappedFile::open(path));
    std::vector<float> values(file.bytes().size() / sizeof(float));
    std::memcpy(values.data(), file.bytes().data(), values.size() * sizeof(float));
    if (!values.empty() && values.size() % texts.size() == 0) return values;
  }
  PLUMB_TRY(std::vector<float> values, embed(texts));
  std::error_code ignored;  // write_file says what is wrong with the folder
  std::filesystem::create_directories(cache, ignored);
  PLUMB_CHECK_RESULT(write_file(
      path, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}));
  return values;
}

double deviation_of(std::span<const double> values) {
  const double count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / count);
}

void measure_lengths(TextPool& pool) {
  for (const std::string& text : pool.texts) {
    pool.lengths.push_back(static_cast<std::uint32_t>(count_code_points(text)));
  }
  pool.length_deviation =
      deviation_of(std::vector<double>(pool.lengths.begin(), pool.lengths.end()));
}

double dot(std::span<const float> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void set_unit_length(std::span<double> vector) {
  const double length =
      std::sqrt(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0));
  for (double& component : vector) component /= length;
}

// By power iteration over the centred vectors: 100 rounds, O(size * dimension) each.
void find_direction(TextPool& pool) {
  std::vector<double> mean(pool.dimension);
  for (std::size_t i = 0; i < pool.vectors.size(); ++i) {
    mean[i % pool.dimension] +=
        static_cast<double>(pool.vectors[i]) / static_cast<double>(pool.size());
  }
  std::vector<double> direction(pool.dimension, 1.0);
  for (int round = 0; round < 100; ++round) {
    set_unit_length(direction);
    const double offset = std::inner_product(mean.begin(), mean.end(), direction.begin(), 0.0);
    std::vector<double> next(pool.dimension);
    for (std::size_t text = 0; text < pool.size(); ++text) {
      const std::span<const float> vector = pool.vector(text);
      const double projection = dot(vector, direction) - offset;
      for (std::size_t i = 0; i < pool.dimension; ++i) {
        next[i] += projection * (static_cast<double>(vector[i]) - mean[i]);
      }
    }
    direction = std::move(next);
  }
  set_unit_length(direction);
  std::vector<double> projections;
  for (std::size_t text = 0; text < pool.size(); ++text) {
    projections.push_back(dot(pool.vector(text), direction));
  }
  pool.direction = std::move(direction);
  pool.direction_deviation = deviation_of(projections);
}

// O(size^2 * dimension): some seconds for 4,000 texts.
void find_neighbours(TextPool& pool, ThreadPool& threads) {
  pool.near.resize(pool.size() * TextPool::kNeighbours);
  threads.run(static_cast<int>(pool.size()), [&](int task, int) {
    const auto text = static_cast<std::size_t>(task);
    const std::span<const float> own = pool.vector(text);
    std::vector<std::pair<float, std::uint32_t>> far;  // minus the cosine
    for (std::size_t other = 0; other < pool.size(); ++other) {
      const std::span<const float> vector = pool.vector(other);
      const float cosine = std::inner_product(own.begin(), own.end(), vector.begin(), 0.0F);
      far.emplace_back(other == text ? -2.0F : -cosine, static_cast<std::uint32_t>(other));
    }
    const auto end = far.begin() + static_cast<std::ptrdiff_t>(TextPool::kNeighbours);
    std::ranges::partial_sort(far, end);
    for (std::size_t i = 0; i < TextPool::kNeighbours; ++i) {
      pool.near[text * TextPool::kNeighbours + i] = far[i].second;
    }
  });
}

}  // namespace

Result<TextPool> load_text_pool(const std::filesystem::path& texts,
                                const std::filesystem::path& cache, ThreadPool& threads) {
  TextPool pool;
  PLUMB_TRY(pool.texts, read_texts(texts));
  PLUMB_TRY(pool.vectors, vectors_of(pool.texts, cache));
  pool.dimension = pool.vectors.size() / pool.size();
  measure_lengths(pool);
  find_direction(pool);
  find_neighbours(pool, threads);
  return pool;
}

std::vector<float> moved_vectors(const TextPool& pool, double deviations) {
  std::vector<float> moved;
  moved.reserve(pool.vectors.size());
  std::vector<double> vector(pool.dimension);
  for (std::size_t text = 0; text < pool.size(); ++text) {
    const std::span<const float> from = pool.vector(text);
    for (std::size_t i = 0; i < pool.dimension; ++i) {
      vector[i] =
          static_cast<double>(from[i]) + deviations * pool.direction_deviation * pool.direction[i];
    }
    set_unit_length(vector);
    for (const double component : vector) moved.push_back(static_cast<float>(component));
  }
  return moved;
}

template <class Number>
Result<void> write_npy(const std::filesystem::path& path, std::span<const Number> values,
                       std::span<const std::size_t> shape) {
  constexpr std::string_view kType = std::is_same_v<Number, float> ? "<f4" : "<i4";
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                   kType, fmt::join(shape, ", "));
  // Magic, version and length are 10 bytes; the whole is a multiple of 64 and ends a line.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return write_file(path, bytes);
}

template Result<void> write_npy(const std::filesystem::path&, std::span<const float>,
                                std::span<const std::size_t>);
template Result<void> write_npy(const std::filesystem::path&, std::span<const std::int32_t>,
                                std::span<const std::size_t>);

}  // namespace plumb::bench
