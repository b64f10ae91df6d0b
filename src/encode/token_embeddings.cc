#include "encode/token_embeddings.h"

#include <fmt/format.h>

namespace plumb {

Result<TokenEmbeddings> TokenEmbeddings::read(TensorReader& read, const EncoderConfig& config) {
  const std::size_t width = config.embedding;
  TokenEmbeddings tables;
  tables.zeros_.assign(width, 0.0F);
  PLUMB_TRY(tables.words_,
            read.unchecked("embeddings.word_embeddings.weight", {config.vocabulary, width}));
  if (config.positions > 0) {
    PLUMB_TRY(tables.positions_, read.hidden_columns("embeddings.position_embeddings.weight",
                                                     {config.positions, width}));
  }
  constexpr const char* kSegments = "embeddings.token_type_embeddings.weight";
  if (config.segments > 0) {
    PLUMB_TRY(tables.segments_, read.hidden_columns(kSegments, {config.segments, width}));
  } else if (read.has(kSegments)) {
    // Without them it would run, and give vectors of no model that was trained.
    return fail(
        ErrorCode::corrupt,
        fmt::format("the config.json beside {} says type_vocab_size 0, but the weights have "
                    "{}; they belong to different models; get a good copy of the model",
                    read.file(), kSegments));
  }
  PLUMB_TRY(tables.norm_, read.norm("embeddings.LayerNorm", width));
  return tables;
}

void TokenEmbeddings::look_up(const TokenBatch& batch, const EncoderConfig& config,
                              const Kernels& kernels, const HiddenOrder& order, float* rows,
                              RowMoments* moments) const {
  const std::size_t width = config.embedding;
  for (std::size_t i = 0; i < batch.ids.size(); ++i) {
    const float* word = words_.data() + static_cast<std::size_t>(batch.ids[i]) * width;
    const std::size_t segment =
        batch.segments.empty() || config.segments < 2 ? 0 : batch.segments[i];
    const float* kind = config.segments == 0 ? zeros_.data() : segments_.data() + segment * width;
    float* row = rows + i * width;
    if (order.is_identity()) {
      for (std::size_t d = 0; d < width; ++d) row[d] = word[d] + kind[d];
    } else {
      for (std::size_t d = 0; d < width; ++d) row[d] = word[order[d]] + kind[d];
    }
  }
  for (std::size_t text = 0; text < batch.texts(); ++text) {
    const std::size_t first = batch.offsets[text];
    add_positions(batch, text, config, kernels, rows + first * width,
                  moments == nullptr ? nullptr : moments + first);
  }
}

// Adds the position to each row of one text and normalises it. Where positions are
// the rows of the table in turn, that is one call.
void TokenEmbeddings::add_positions(const TokenBatch& batch, std::size_t text,
                                    const EncoderConfig& config, const Kernels& kernels,
                                    float* rows, RowMoments* moments) const {
  const std::size_t width = config.embedding;
  const auto normalise = [&](std::size_t first, const float* positions, std::size_t count) {
    kernels.layer_norm({.rows = rows + first * width,
                        .residual = positions,
                        .count = count,
                        .columns = width,
                        .scale = norm_.scale.data(),
                        .shift = norm_.shift.data(),
                        .epsilon = config.layer_norm_epsilon,
                        .moments = moments == nullptr ? nullptr : moments + first});
  };
  const std::size_t length = batch.length(text);
  if (config.positions > 0 && !config.padding) {
    return normalise(0, positions_.data() + config.first_position * width, length);
  }
  std::size_t next = config.first_position;
  for (std::size_t i = 0; i < length; ++i) {
    const float* position = zeros_.data();
    if (config.positions > 0) {
      const TokenId id = batch.ids[batch.offsets[text] + i];
      const bool padding = config.padding == id;
      position = positions_.data() + (padding ? static_cast<std::size_t>(id) : next++) * width;
    }
    normalise(i, position, 1);
  }
}

void TokenEmbeddings::scaled_word(TokenId id, const EncoderConfig& config, float* row) const {
  const std::size_t width = config.embedding;
  const float* word = words_.data() + static_cast<std::size_t>(id) * width;
  const float* kind = config.segments == 0 ? zeros_.data() : segments_.data();
  for (std::size_t d = 0; d < width; ++d) row[d] = norm_.scale[d] * (word[d] + kind[d]);
}

void TokenEmbeddings::scaled_position(std::size_t place, const EncoderConfig& config,
                                      float* row) const {
  const std::size_t width = config.embedding;
  const float* position = positions_.data() + (config.first_position + place) * width;
  for (std::size_t d = 0; d < width; ++d) row[d] = norm_.scale[d] * position[d];
}

}  // namespace plumb
