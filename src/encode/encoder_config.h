// The shape of an encoder and of a sequence classifier, as a Hugging Face
// config.json states it.
//
// What is read here has been checked: sizes are in bounds and multiples of what
// the kernels need. Whether the tensors agree is checked when they are read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/kernels.h"
#include "text/token_id.h"

namespace plumb {

enum class Architecture { bert, albert, roberta, deberta_v2 };
std::string_view name_of(Architecture architecture);  // as "model_type" spells it

// Every kernel's panels divide this: widths and heads are multiples of it.
inline constexpr std::size_t kColumnUnit = 32;
// What Plumb reads of a text at most, whatever the model could.
inline constexpr std::size_t kMostTokens = 512;
// Two special tokens and two of the text: with fewer, nothing of a text is read.
inline constexpr std::size_t kFewestTokens = 4;

// DeBERTa's attention to distances (arXiv 2006.03654): the distance of two tokens
// falls into one of 2 * span buckets, exact up to span / 2 and logarithmic from
// there to `farthest`.
struct RelativePositions {
  std::size_t span = 0;
  std::size_t farthest = 0;
  bool logarithmic = false;          // else every distance is a bucket of its own
  bool content_to_position = false;  // "c2p"
  bool position_to_content = false;  // "p2c"
  bool shares_projections = false;   // share_att_key
  bool normalised = false;           // norm_rel_ebd
};

struct EncoderConfig {
  Architecture architecture = Architecture::bert;
  std::size_t layers = 0;  // that a token passes through
  std::size_t hidden = 0;
  std::size_t heads = 0;
  std::size_t intermediate = 0;
  std::size_t vocabulary = 0;
  std::size_t embedding = 0;       // the width of the tables; `hidden` for all but ALBERT
  std::size_t positions = 0;       // rows of the position table; 0: there is none
  std::size_t first_position = 0;  // the row of a text's first token
  std::size_t segments = 0;        // rows of the segment table; 0: there is none
  std::optional<TokenId> padding;  // RoBERTa: such a token stands on the row of its own id
  float layer_norm_epsilon = 0;
  Activation activation = Activation::gelu;
  std::size_t layer_groups = 0;  // ALBERT: layers with weights of their own
  std::size_t layers_a_group = 1;
  std::optional<RelativePositions> relative;
  std::size_t max_tokens = 0;  // at most kMostTokens

  std::size_t head_size() const { return hidden / heads; }

  // Fails with corrupt or unsupported and a sentence that names file and field.
  static Result<EncoderConfig> open(const std::filesystem::path& config_json);
  static Result<EncoderConfig> parse(std::string_view json, std::string_view origin);
};

// An encoder with a head that tells labels apart.
struct SequenceClassifierConfig {
  EncoderConfig encoder;
  std::vector<std::string> labels;  // by id; at least two

  // As EncoderConfig's; also refuses what is no classifier of one label a text.
  static Result<SequenceClassifierConfig> parse(std::string_view json, std::string_view origin);
};

}  // namespace plumb
