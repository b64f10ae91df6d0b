// Reads the parts of a SentencePiece `spiece.model` that a tokenizer needs: pieces with
// score and type, and the charsmap. The file is one protobuf message, ModelProto; its
// bytes are never trusted, and only what it says is taken as memory.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace plumb {

struct SpieceModel {
  enum class Type { normal = 1, unknown = 2, control = 3, user_defined = 4, unused = 5, byte = 6 };

  struct Piece {
    std::string_view text;  // valid UTF-8
    double score = 0;       // finite
    Type type = Type::normal;
  };

  std::vector<Piece> pieces;  // by id
  std::string_view charsmap;  // may be empty
};

// The views live as long as `bytes`. Fails with corrupt (not such a message) or
// unsupported (not a unigram model); `origin` starts the sentence.
Result<SpieceModel> parse_spiece_model(std::string_view bytes, std::string_view origin);

}  // namespace plumb
