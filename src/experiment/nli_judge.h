// A chat model as judge of pairs of texts (NLI): one fixed prompt a pair, a verdict of one word.
//
// The prompt is prompts/nli_judge.txt, which travels inside the binary: messages behind lines that
// name their role, examples of verdicts among them, so that small models keep to the form too. Who
// reads a result finds its id, SHA-256 and text in the origin, and each reply as it came. A reply
// that is not a verdict is told as such and never guessed at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chat/backend.h"
#include "measure/inference.h"
#include "record/inference.h"

namespace plumb {

// A verdict is a reply that is, without <think> blocks, one of the three labels in any case,
// and nothing else but white space, quotes, backticks, asterisks and full stops around it.
std::optional<InferenceLabel> parse_nli_verdict(std::string_view reply);

// The prompt with the pair in its places. White space in the texts becomes single spaces, so that
// a text cannot pass for a line of the prompt.
std::vector<ChatMessage> nli_question(const TextPair& pair);

struct NliJudgeOptions {
  std::uint32_t reply_tokens = 64;  // at most; a model that reasons aloud needs more
  std::uint64_t seed = 42;
  InferenceProgress progress = [](std::size_t, std::size_t) {};
};

// Asks greedily, equal pairs once, in waves of four for each that the backend answers side by side.
// A request that fails alone is a pair without label; where a whole wave fails, so does the call,
// with the first of its errors.
InferPairs infer_with(std::shared_ptr<ChatBackend> backend, NliJudgeOptions options = {});

NliOrigin origin_of(const ChatBackend& backend, const NliJudgeOptions& options);

}  // namespace plumb
