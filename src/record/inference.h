// What is said of two texts (natural language inference, NLI): whether the first, the premise,
// entails the second, the hypothesis, contradicts it, or neither; and who says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace plumb {

enum class InferenceLabel { entailment, neutral, contradiction };
std::string_view name_of(InferenceLabel label);
std::optional<InferenceLabel> inference_label_of(std::string_view name);  // any case

// They add up to 1.
struct InferenceProbabilities {
  double entailment = 0;
  double neutral = 0;
  double contradiction = 0;

  friend bool operator==(const InferenceProbabilities&, const InferenceProbabilities&) = default;
};

struct Inference {
  std::optional<InferenceLabel> label;                  // none: nothing could be said
  std::optional<InferenceProbabilities> probabilities;  // of a classifier
  std::optional<std::string> reply;                     // of a judge, as it came
  std::string problem;     // why there is no label, a sentence; empty where there is one
  bool truncated = false;  // the pair had more tokens than the classifier reads

  friend bool operator==(const Inference&, const Inference&) = default;
};

// A sequence classifier that tells the three labels apart.
struct NliClassifierOrigin {
  std::string model;
  std::string weights_sha256;
  std::string architecture;
  std::string instruction_set;
  std::uint64_t max_tokens = 0;  // of a pair

  friend bool operator==(const NliClassifierOrigin&, const NliClassifierOrigin&) = default;
};

// A chat model that is asked.
struct NliJudgeOrigin {
  std::string backend;  // "embedded", "openai"
  std::string model;
  std::string weights_sha256;   // empty where a server has them
  std::string server;           // empty for embedded
  std::string instruction_set;  // of embedded
  std::uint64_t context_tokens = 0;
  std::uint64_t reply_tokens = 0;  // at most; a reply that is cut there is no verdict
  std::uint64_t seed = 42;
  std::string prompt_id;
  std::string prompt_sha256;
  std::string prompt_text;                                   // with its placeholders
  std::vector<std::pair<std::string, std::string>> details;  // such as the library's version

  friend bool operator==(const NliJudgeOrigin&, const NliJudgeOrigin&) = default;
};

using NliOrigin = std::variant<NliClassifierOrigin, NliJudgeOrigin>;

// In a line: "the classifier nli-deberta-v3-base", "the chat model x (openai) as judge".
std::string description_of(const NliOrigin& origin);

}  // namespace plumb
