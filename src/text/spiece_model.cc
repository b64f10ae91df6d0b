#include "text/spiece_model.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/protobuf_wire.h"
#include "text/tokenizer_document.h"
#include "text/utf8.h"

namespace plumb {
namespace {

// Numbers of fields, from sentencepiece_model.proto.
constexpr std::uint32_t kPieces = 1, kTrainerSpec = 2, kNormalizerSpec = 3;
constexpr std::uint32_t kPieceText = 1, kPieceScore = 2, kPieceType = 3;
constexpr std::uint32_t kModelType = 3, kByteFallback = 35;
constexpr std::uint32_t kPrecompiledCharsmap = 2;

constexpr std::uint64_t kUnigram = 1;

using Wire = ProtobufWire;
using Fields = ProtobufFields;

class Reader {
 public:
  explicit Reader(std::string_view origin) : origin_(origin) {}

  Result<SpieceModel> read(std::string_view bytes) {
    Fields fields(bytes);
    while (const auto field = fields.next()) {
      if (field->wire != Wire::bytes) continue;
      if (field->number == kPieces) PLUMB_CHECK_RESULT(read_piece(field->bytes));
      if (field->number == kTrainerSpec) PLUMB_CHECK_RESULT(read_trainer(field->bytes));
      if (field->number == kNormalizerSpec) PLUMB_CHECK_RESULT(read_normalizer(field->bytes));
    }
    if (fields.broken()) return corrupt("is cut off or no SentencePiece model");
    if (model_.pieces.empty()) return corrupt("has no pieces, so it is no SentencePiece model");
    return std::move(model_);
  }

 private:
  Result<void> read_piece(std::string_view message) {
    if (model_.pieces.size() == kMaxVocabulary) {
      return fail(ErrorCode::unsupported,
                  fmt::format("{} has more than {} pieces", origin_, kMaxVocabulary));
    }
    SpieceModel::Piece& piece = model_.pieces.emplace_back();
    Fields fields(message);
    while (const auto field = fields.next()) {
      if (field->number == kPieceText && field->wire == Wire::bytes) piece.text = field->bytes;
      if (field->number == kPieceScore && field->wire == Wire::fixed32) {
        piece.score = std::bit_cast<float>(static_cast<std::uint32_t>(field->value));
      }
      if (field->number == kPieceType && field->wire == Wire::varint && field->value >= 1 &&
          field->value <= 6) {
        piece.type = static_cast<SpieceModel::Type>(field->value);
      }
    }
    const std::size_t id = model_.pieces.size() - 1;
    if (fields.broken()) return corrupt(fmt::format("has a piece {} that is cut off", id));
    if (!std::isfinite(piece.score)) {
      return corrupt(fmt::format("has a piece {} whose score is no number", id));
    }
    if (!is_valid_utf8(piece.text)) {
      return corrupt(fmt::format("has a piece {} that is not UTF-8", id));
    }
    return {};
  }

  Result<void> read_trainer(std::string_view message) {
    Fields fields(message);
    while (const auto field = fields.next()) {
      if (field->wire != Wire::varint) continue;
      if (field->number == kModelType && field->value != kUnigram) {
        return fail(ErrorCode::unsupported,
                    fmt::format("{} has the model type {}; Plumb reads unigram models, type {}",
                                origin_, field->value, kUnigram));
      }
      if (field->number == kByteFallback && field->value != 0) {
        return fail(ErrorCode::unsupported,
                    fmt::format("{} falls back to bytes, which Plumb does not", origin_));
      }
    }
    if (fields.broken()) return corrupt("has a trainer_spec that is cut off");
    return {};
  }

  Result<void> read_normalizer(std::string_view message) {
    Fields fields(message);
    while (const auto field = fields.next()) {
      if (field->number == kPrecompiledCharsmap && field->wire == Wire::bytes) {
        model_.charsmap = field->bytes;
      }
    }
    if (fields.broken()) return corrupt("has a normalizer_spec that is cut off");
    return {};
  }

  std::unexpected<Error> corrupt(std::string_view what) const {
    return fail(ErrorCode::corrupt, fmt::format("{} {}", origin_, what));
  }

  std::string_view origin_;
  SpieceModel model_;
};

}  // namespace

Result<SpieceModel> parse_spiece_model(std::string_view bytes, std::string_view origin) {
  return Reader(origin).read(bytes);
}

}  // namespace plumb
