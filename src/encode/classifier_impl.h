// The inside of a Classifier: its loading (classifier_loading.cc) and its use.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "encode/classifier.h"
#include "encode/sequence_classifier.h"
#include "model/safetensors.h"
#include "text/tokenizer.h"

namespace plumb {

struct Classifier::Impl {
  // An adapter's files, from a folder or from the binary.
  struct AdapterFiles {
    std::string name;
    std::string config;
    std::string config_origin;  // as sentences name the two files
    std::string weights_origin;
    std::span<const std::byte> weights;
    std::string weights_sha256;
  };
  static Result<std::unique_ptr<Impl>> of_model(const ModelFolder& folder,
                                                std::string_view config_json,
                                                const ClassifierOptions& options);
  static Result<std::unique_ptr<Impl>> of_adapter(const AdapterFiles& files,
                                                  const ClassifierOptions& options);

  // The tokens of one input, and their segments, in place of what the two held.
  Encoded encode(const ClassifierInput& input, std::vector<TokenId>& ids,
                 std::vector<std::uint8_t>& segments) const;

  ClassifierProvenance provenance;
  std::vector<std::string> labels;
  Tokenizer tokenizer;
  Safetensors weights;  // the encoder reads the word table in place
  SequenceClassifier model;
  std::unique_ptr<ThreadPool> pool;
};

}  // namespace plumb
