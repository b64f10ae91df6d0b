// Texts, or pairs of texts, to the probabilities of labels: sequence classifiers of
// the Hugging Face kind (BERT, ALBERT, RoBERTa, DeBERTa-v2 with safetensors weights)
// and Plumb's adapters (docs/formats/adapter.md).
//
// One input's probabilities have the same bits in any batch, in any order, with any
// number of threads, on one instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/instruction_set.h"
#include "encode/precision.h"
#include "model/locate.h"
#include "text/tokenizer.h"

namespace plumb {

struct ClassifierOptions {
  int threads = 0;                                     // 0: every CPU this process may use
  std::optional<InstructionSet> instruction_set = {};  // none: as choose_instruction_set()
  std::optional<std::size_t> labels = {};              // fails unless the model has as many
};

// What a result must carry so that others can repeat it.
struct ClassifierProvenance {
  std::string model;
  std::string weights_sha256;  // of the adapter's own weights, where it is one
  std::string architecture;    // as config.json's "model_type"; "adapter/1"
  std::string base;            // of an adapter; else empty, as is the next
  std::string base_sha256;
  Precision precision = Precision::f32;
  InstructionSet instruction_set = InstructionSet::portable;
  std::size_t max_tokens = 0;
};

struct ClassifierInput {
  std::string_view text;
  std::optional<std::string_view> pair = {};  // the second text, e.g. a hypothesis
};

struct Classifications {
  std::size_t labels = 0;
  std::vector<float> logits;          // input i: [i * labels, (i + 1) * labels)
  std::vector<double> probabilities;  // softmax of the logits, the same way
  std::vector<std::uint32_t> tokens;  // per input, after truncation, special ones included
  std::vector<bool> truncated;        // per input: it had more tokens than the model reads

  std::size_t size() const { return tokens.size(); }
  std::span<const double> of(std::size_t i) const {
    return std::span(probabilities).subspan(i * labels, labels);
  }
  // The label with the highest logit; of equal ones, the first.
  std::size_t best(std::size_t i) const;
};

class Classifier {
 public:
  // A folder with config.json and model.safetensors, or an adapter's. Fails with a
  // sentence that names file and field, tensor or label count.
  static Result<Classifier> load(const ModelFolder& folder, const ClassifierOptions& options = {});

  // The one that travels inside the binary; its base model must be on this machine.
  static Result<Classifier> load_embedded(const ClassifierOptions& options = {});
  // What load_embedded is called in provenance; empty where this binary carries none.
  static std::string_view embedded_name();

  Classifier(Classifier&&) noexcept;
  Classifier& operator=(Classifier&&) noexcept;
  ~Classifier();

  // Classifies all inputs. Sorts by length inside and computes duplicates once.
  // Fails with corrupt where a logit is no finite number: damaged weights.
  // One call at a time: a Classifier's threads serve one caller.
  Result<Classifications> classify(std::span<const ClassifierInput> inputs);

  const std::vector<std::string>& labels() const;
  int threads() const;
  const ClassifierProvenance& provenance() const;
  const Tokenizer& tokenizer() const;

 private:
  struct Impl;
  explicit Classifier(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// softmax(logits) in double; the sum over a text's labels is 1.
std::vector<double> softmax(std::span<const float> logits);

}  // namespace plumb
