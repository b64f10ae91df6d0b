// What tells the architectures apart, one definition each, in a file of its name:
// how its config.json is read, what its tensors are called, and how its parts are
// put together. The parts themselves (token_embeddings.h, transformer_layer.h,
// classification_head.h) are shared.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "encode/classification_head.h"
#include "encode/encoder.h"
#include "encode/encoder_config.h"
#include "encode/linear.h"
#include "encode/tensor_reader.h"
#include "encode/transformer_layer.h"

namespace plumb {

class ConfigReader;

struct ArchitectureDefinition {
  std::string_view model_type;
  // What stands before the encoder's tensors in the file of a sequence classifier.
  std::string_view prefix;
  // Reads what this architecture has beyond the sizes that all have.
  void (*read_config)(ConfigReader& read, EncoderConfig& config);
  Result<Encoder::Parts> (*load)(TensorReader& read, const EncoderConfig& config,
                                 const Linear::Build& build);
  // The head's tensors are named from the file's root, without `prefix`.
  Result<ClassificationHead> (*load_head)(TensorReader& read, const EncoderConfig& config,
                                          std::size_t labels, const Linear::Build& build);
};

const ArchitectureDefinition& definition_of(Architecture architecture);

// The names of BERT's layer, which RoBERTa and DeBERTa kept; "encoder.layer.3." for 3.
LayerNames bert_layer_names(std::size_t index);

// BERT's layers one after the other, each with weights of its own.
Result<std::vector<TransformerLayer>> read_layers(TensorReader& read, const EncoderConfig& config,
                                                  const Linear::Build& build,
                                                  LayerNames (*names)(std::size_t index));

}  // namespace plumb
