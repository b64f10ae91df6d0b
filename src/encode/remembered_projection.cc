#include "encode/remembered_projection.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

namespace plumb {

void RememberedProjection::Memory::reserve(std::size_t keys, std::size_t rows,
                                           std::size_t columns) {
  fresh_.reserve(rows);
  if (rows <= capacity_) return;
  const std::size_t capacity = std::max(rows, std::min(keys, limit_ / (columns * sizeof(float))));
  place_of_.assign(keys, 0);
  used_ = 0;
  rows_ = Buffer<float>(capacity * columns);
  capacity_ = capacity;
}

// False where no place is left.
bool RememberedProjection::Memory::find_place(Key key) {
  if (place_of_[key] > 0) return true;
  if (used_ + fresh_.size() == capacity_) return false;
  fresh_.push_back(key);
  place_of_[key] = static_cast<std::uint32_t>(used_ + fresh_.size());
  return true;
}

bool RememberedProjection::Memory::find_places(const TokenBatch& batch, std::size_t vocabulary) {
  fresh_.clear();
  for (const TokenId id : batch.ids) {
    if (!find_place(static_cast<Key>(id))) return false;
  }
  for (std::size_t position = 0; position < batch.longest(); ++position) {
    if (!find_place(static_cast<Key>(vocabulary + position))) return false;
  }
  return true;
}

void RememberedProjection::Memory::forget() {
  std::ranges::fill(place_of_, 0);
  used_ = 0;
}

bool RememberedProjection::has_summands(const EncoderConfig& config) {
  return config.architecture == Architecture::bert && config.positions > 0 && !config.padding;
}

RememberedProjection::RememberedProjection(TokenEmbeddings embeddings, const Linear& projection,
                                           const EncoderConfig& config, const Linear::Build& build)
    : kernels_(&build.kernels),
      config_(config),
      embeddings_(std::move(embeddings)),
      projection_(&projection),
      columns_(projection.bias().size()),
      zeros_(columns_),
      norm_sides_(2 * columns_) {
  const LayerNormWeights& norm = embeddings_.norm();
  std::vector<float> sides(norm.scale.begin(), norm.scale.end());
  sides.insert(sides.end(), norm.shift.begin(), norm.shift.end());
  projection.multiply(sides.data(), 2, zeros_.data(), norm_sides_.data(), build.pool);
  const auto shift = std::span(norm_sides_).last(columns_);
  std::ranges::transform(shift, projection.bias(), shift.begin(), std::plus());
}

void RememberedProjection::run(const TokenBatch& batch, const RowMoments* moments, float* output,
                               Memory& memory, ThreadPool& pool) const {
  learn(batch, output, memory, pool);
  // Cut by columns, so that a short text keeps all threads busy.
  const std::size_t units = columns_ / kColumnUnit;
  const std::size_t pieces = std::min(units, static_cast<std::size_t>(pool.threads()));
  pool.run(static_cast<int>(pieces), [&](int piece, int) {
    const auto i = static_cast<std::size_t>(piece);
    const std::size_t end = units * (i + 1) / pieces * kColumnUnit;
    join(batch, moments, memory, units * i / pieces * kColumnUnit, end, output);
  });
}

// `scratch` has room for the embeddings of each token and each position.
void RememberedProjection::learn(const TokenBatch& batch, float* scratch, Memory& memory,
                                 ThreadPool& pool) const {
  memory.reserve(config_.vocabulary + config_.max_tokens, batch.ids.size() + batch.longest(),
                 columns_);
  if (!memory.find_places(batch, config_.vocabulary)) {
    memory.forget();
    memory.find_places(batch, config_.vocabulary);
  }
  const std::size_t fresh = memory.fresh_.size();
  if (fresh == 0) return;
  for (std::size_t i = 0; i < fresh; ++i) {
    const std::size_t key = memory.fresh_[i];
    float* row = scratch + i * config_.hidden;
    if (key < config_.vocabulary) {
      embeddings_.scaled_word(static_cast<TokenId>(key), config_, row);
    } else {
      embeddings_.scaled_position(key - config_.vocabulary, config_, row);
    }
  }
  projection_->multiply(scratch, fresh, zeros_.data(),
                        memory.rows_.data() + memory.used_ * columns_, pool);
  memory.used_ += fresh;
}

void RememberedProjection::join(const TokenBatch& batch, const RowMoments* moments,
                                const Memory& memory, std::size_t first, std::size_t end,
                                float* output) const {
  const auto row_of = [&](std::size_t key) {
    return memory.rows_.data() + (memory.place_of_[key] - 1) * columns_ + first;
  };
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    for (std::size_t position = 0; position < batch.length(text); ++position) {
      const std::size_t token = batch.offsets[text] + position;
      kernels_->join_projections({.first = row_of(static_cast<std::size_t>(batch.ids[token])),
                                  .second = row_of(config_.vocabulary + position),
                                  .moments = moments[token],
                                  .scale = norm_sides_.data() + first,
                                  .shift = norm_sides_.data() + columns_ + first,
                                  .output = output + token * columns_ + first,
                                  .columns = end - first});
    }
  }
}

}  // namespace plumb
